import { setTimeout } from 'node:timers/promises';
import { percentile } from '@sandpiper/testkit/percentile';
import { usernames } from '../names.ts';
import type { Effort, Line, Row } from '../row.ts';
import { withDatabase } from '../system/database.ts';
import { inDataFolder, startServer } from '../system/server-process.ts';
import { withRecordedSteps } from '../system/steps.ts';
import type { Step } from '../system/steps.ts';
import { watched } from '../system/watched.ts';
import { addEarlierData, kindsOfWork } from './held-up-work.ts';

/** The limit, in milliseconds, for how much the work may delay another user's read, and for the processor time of a step. */
const maxHeldUpMs = 50;
const aloneMs = 2000;
const housekeeping = ['VACUUM', 'ANALYZE', 'CHECKPOINT'];

type Lines = Map<string, Line>;

function note(lines: Lines, line: Omit<Line, 'ours' | 'theirs' | 'unit'>, [ours, theirs]: [number, number]): void {
  const known = lines.get(line.what) ?? { ...line, unit: 'ms', ours: [], theirs: [] };
  known.ours.push(ours);
  known.theirs.push(theirs);
  lines.set(line.what, known);
}

function longest(steps: readonly Step[]): Step | undefined {
  return steps.toSorted((one, other) => other.cpuMs - one.cpuMs)[0];
}

function noteLongest(lines: Lines, what: string, steps: readonly Step[]): void {
  const step = longest(steps);
  const name = `${what}: longest step, processor time`;
  const yardstick = `${maxHeldUpMs} ms`;
  note(lines, { what: name, yardstick, aim: { atMost: 1 } }, [step?.cpuMs ?? 0, maxHeldUpMs]);
  if (step !== undefined && step.cpuMs > maxHeldUpMs / 2) console.error(`  ${name}: ${JSON.stringify(step)}`);
}

async function measureOnce(lines: Lines, { dataDir, isQuick }: { dataDir: string; isQuick: boolean }): Promise<void> {
  const place = { dataDir, databaseUrl: null };
  await (await startServer(place)).stop();
  const earlier = isQuick ? { people: 20_000, entries: 6000 } : { people: 200_000, entries: 30_000 };
  await withDatabase(place, (run) => addEarlierData(run, earlier));
  await withRecordedSteps(place, async ({ server, recorded }) => {
    const other = await server.newUser();
    const alone = await watched(server, other, () => setTimeout(aloneMs));
    const all: Step[] = [];
    for (const { what, run } of kindsOfWork(server.owner, usernames(isQuick ? 20_000 : 100_000))) {
      const { result, steps } = await recorded(() => watched(server, other, run));
      const at = (percent: number): [number, number] => [
        percentile(result.waits, percent),
        percentile(alone.waits, percent),
      ];
      const [ours, theirs] = at(100);
      const yardstick = `the longest read without the work, plus ${maxHeldUpMs} ms`;
      note(lines, { what: `${what}: longest read`, yardstick, aim: { atMost: 1 } }, [ours, theirs + maxHeldUpMs]);
      note(lines, { what: `${what}: reads, 99th percentile`, yardstick: 'reads without the work', aim: null }, at(99));
      noteLongest(lines, what, steps);
      console.error(`  ${what}: ${(result.ms / 1000).toFixed(1)} s`);
      all.push(...steps);
    }
    for (const name of housekeeping) {
      const of = all.filter(({ statements }) => statements.length === 1 && statements[0]?.startsWith(name) === true);
      noteLongest(lines, name, of);
    }
  });
}

async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  const lines: Lines = new Map();
  for (let round = 0; round < rounds; round += 1) {
    await inDataFolder((dataDir) => measureOnce(lines, { dataDir, isQuick }));
  }
  return [...lines.values()];
}

export const heldUpRow: Row = {
  name: 'held-up',
  what: "another user's reads during long work, embedded database",
  measure,
};
