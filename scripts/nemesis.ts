import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { z } from 'zod';
import { Failure, main, pinnedNode, root } from './bootstrap/project.mjs';
import { addResults, nemesisResult, summaryOf } from './nemesis/nemesis-summary.ts';
import type { NemesisResult } from './nemesis/nemesis-summary.ts';
import { startPostgres } from './system/postgres.ts';
import { onStop } from './system/stopping.ts';

const usage = `Usage: npm run nemesis -- [options]

Tests the code that sends messages, using random histories of events and faults. docs/nemesis.md explains what is checked.

  --histories NUMBER   how many histories to run (default 100)
  --seed NUMBER        seed for the first history (default 1)
  --database NAME      embedded, postgres or both (default both)
  --planted NAME       plant this mistake, or with "all" every mistake in turn;
                       the checks must find each one
  --keep NUMBERS       replay only these events of one history, as printed after
                       a failure`;
/**
 * The maximum number of histories that one process runs, unless a mistake is planted. The number is limited because everything that the
 * embedded database writes stays in the process's memory.
 */
const historiesPerProcess = 250;
const worker = join(root, 'nemesis', 'src', 'main.ts');

const databasesByName: Record<string, string[]> = {
  embedded: ['embedded'],
  postgres: ['postgres'],
  both: ['embedded', 'postgres'],
};

type Options = {
  histories: number;
  seed: number;
  databases: string[];
  planted: string | undefined;
  keep: string | undefined;
};

/** What one worker process should do. */
type Job = {
  database: string;
  seed: number;
  histories: number;
  planted?: string;
  keep?: string;
  /** How many times a failing history may be run again to shorten it. */
  tries?: number;
};

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      histories: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string', default: 'both' },
      planted: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  const isNumber = (text: string) => /^[1-9]\d*$/.test(text);
  const databases = databasesByName[values.database];
  if (!isNumber(values.histories) || !isNumber(values.seed) || databases === undefined)
    throw new Failure(
      `--histories and --seed must be numbers above 0, and --database must be embedded, postgres or both.\n\n${usage}`,
    );
  return {
    histories: Number(values.histories),
    seed: Number(values.seed),
    databases,
    planted: values.planted,
    keep: values.keep,
  };
}

const plantsResult = z.object({ plants: z.array(z.object({ name: z.string(), stores: z.array(z.string()) })) });

/** Runs a worker and shows its output. Returns the result that the worker prints on its last line. Rejects if the worker prints none. */
function runWorker<T>(schema: z.ZodType<T>, args: string[], env: NodeJS.ProcessEnv): Promise<T> {
  return new Promise((settle, reject) => {
    const child = spawn(pinnedNode, [worker, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const unregister = onStop(() => child.kill('SIGKILL'));
    let result: T | undefined;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"nemesis":')) result = z.object({ nemesis: schema }).parse(JSON.parse(line)).nemesis;
      else console.log(line);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      unregister();
      if (result === undefined) reject(new Failure(`A worker exited with code ${code}.`));
      else settle(result);
    });
  });
}

function jobsOf({ histories, seed, databases, keep }: Options): Job[] {
  if (keep !== undefined) return databases.map((database) => ({ database, seed, histories: 1, keep, tries: 0 }));
  const jobs: Job[] = [];
  for (let done = 0; done < histories; done += historiesPerProcess) {
    const count = Math.min(historiesPerProcess, histories - done);
    for (const database of databases) jobs.push({ database, seed: seed + done, histories: count });
  }
  return jobs;
}

/**
 * Returns a job for each mistake to plant, on the first of the chosen databases that can reveal the mistake. Leaves out mistakes that none
 * of the chosen databases can reveal.
 */
async function plantedJobs(options: Options, env: NodeJS.ProcessEnv): Promise<Job[]> {
  const { histories, seed, databases, planted, keep } = options;
  const { plants } = await runWorker(plantsResult, ['--list'], env);
  const chosen = plants.filter(({ name }) => planted === 'all' || name === planted);
  if (chosen.length === 0)
    throw new Failure(
      `There is no planted mistake "${planted}". Choose all or one of: ${plants.map(({ name }) => name).join(', ')}.`,
    );
  return chosen.flatMap(({ name, stores }) => {
    const database = databases.find((one) => stores.includes(one));
    if (database === undefined) return [];
    const chosenHistories = keep === undefined ? { histories } : { histories: 1, keep, tries: 0 };
    return [{ database, seed, planted: name, ...chosenHistories }];
  });
}

function argsOf(job: Job): string[] {
  return Object.entries(job).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** Runs histories until one reveals a planted mistake. The same history must pass without the mistake. */
async function runPlanted(job: Job, env: NodeJS.ProcessEnv): Promise<NemesisResult> {
  const result = await runWorker(nemesisResult, argsOf(job), env);
  const [found] = result.failed;
  if (found === undefined) return result;
  const { planted, ...unplanted } = { ...job, seed: found.seed, histories: 1, tries: 0 };
  const { failed } = await runWorker(nemesisResult, argsOf(unplanted), env);
  if (failed.length === 0) return result;
  console.log(`Seed ${found.seed} also fails without ${planted}.`);
  const left = job.histories - result.histories;
  if (left === 0) return { ...result, failed: [] };
  const next = await runPlanted({ ...job, seed: found.seed + 1, histories: left }, env);
  return { ...next, histories: next.histories + result.histories, seconds: next.seconds + result.seconds };
}

async function runJobs(options: Options, env: NodeJS.ProcessEnv): Promise<NemesisResult[]> {
  const limit = pLimit(availableParallelism());
  if (options.planted === undefined)
    return limit.map(jobsOf(options), (job) => runWorker(nemesisResult, argsOf(job), env));
  return limit.map(await plantedJobs(options, env), (job) => runPlanted(job, env));
}

await main(async (args) => {
  const options = readOptions(args);
  const postgres = options.databases.includes('postgres') ? await startPostgres() : undefined;
  try {
    const env = { ...process.env, ...(postgres === undefined ? {} : { TEST_DATABASE_URL: postgres.url }) };
    const results = await runJobs(options, env);
    const { text, isWell } = summaryOf(addResults(results));
    console.log(text);
    return isWell ? 0 : 1;
  } finally {
    await postgres?.stop();
  }
}, usage);
