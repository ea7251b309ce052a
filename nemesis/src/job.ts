import type { Job } from './arguments.ts';
import { drawEvents } from './history/drawing.ts';
import { textOf } from './history/events.ts';
import type { HistoryEvent } from './history/events.ts';
import { openGround, runHistory } from './history/run.ts';
import type { Outcome } from './history/run.ts';
import type { Ground } from './history/history.ts';
import { keep, shrink } from './history/shrinking.ts';
import type { Plant } from './planted/plant.ts';

/** The results of all histories in one process. */
export type JobResult = {
  database: Job['database'];
  planted: string | null;
  histories: number;
  events: number;
  sends: number;
  seconds: number;
  failed: { seed: number; violation: string; events: number }[];
  struck: Record<string, number>;
};

const triesForAFailure = 200;
/**
 * How many times a history that reveals a planted mistake may be run again to shorten it. Fewer tries are enough, because the mistake is
 * known.
 */
const triesForAPlant = 60;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

type Failed = { seed: number; outcome: Outcome };

/** Generates a history. Returns its events, or only those that the job asks for. */
function eventsOf({ database, keep: kept }: Job, seed: number): HistoryEvent[] {
  const events = drawEvents(String(seed), database);
  return kept === null ? events : keep(events, kept);
}

function printHistory(events: readonly HistoryEvent[], { lines, violations }: Outcome, hasDetails: boolean): void {
  for (const [index, event] of events.entries()) print(`  ${String(index).padStart(3)} ${textOf(event)}`);
  if (hasDetails) print(['What happened:', ...lines.map((line) => `  ${line}`)].join('\n'));
  for (const violation of violations) print(`=> ${violation}`);
}

async function report(ground: Ground, job: Job, { seed, outcome }: Failed): Promise<JobResult['failed'][number]> {
  const events = eventsOf(job, seed);
  const plant = job.planted === null ? '' : ` --planted ${job.planted}`;
  print(`\nSeed ${seed} on ${job.database}${plant}: ${outcome.violations[0]}`);
  const tries = job.tries ?? (job.planted === null ? triesForAFailure : triesForAPlant);
  const shrunk = await shrink(ground, { seed: String(seed), events, outcome }, tries);
  const kept = keep(events, shrunk.kept);
  print(`Shrunk from ${events.length} to ${kept.length} events in ${shrunk.tries} tries. To replay it:`);
  print(`  npm run nemesis -- --database ${job.database} --seed ${seed}${plant} --keep=${shrunk.kept.join(',')}`);
  printHistory(kept, shrunk.outcome, job.planted === null);
  return { seed, violation: shrunk.outcome.violations[0] ?? '', events: kept.length };
}

function add(result: JobResult, outcome: Outcome): void {
  result.histories += 1;
  result.sends += outcome.sends;
  for (const [fault, times] of outcome.struck) result.struck[fault] = (result.struck[fault] ?? 0) + times;
}

/** Runs histories one after another. Stops after `job.failures` failing histories or, if a mistake is planted, after the first. */
export async function runJob(job: Job, plant: Plant | null): Promise<JobResult> {
  const startedAt = performance.now();
  const { database, planted } = job;
  const result: JobResult = {
    database,
    planted,
    histories: 0,
    events: 0,
    sends: 0,
    seconds: 0,
    failed: [],
    struck: {},
  };
  const ground = await openGround(database, plant?.statements ?? []);
  const mostFailures = plant === null ? job.failures : 1;
  for (let seed = job.seed; seed < job.seed + job.histories; seed += 1) {
    const events = eventsOf(job, seed);
    const outcome = await runHistory(ground, String(seed), events);
    add(result, outcome);
    result.events += events.length;
    if (outcome.violations.length > 0) result.failed.push(await report(ground, job, { seed, outcome }));
    if (result.failed.length >= mostFailures) break;
  }
  await ground.close();
  result.seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return result;
}
