import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runInLanes } from './lanes.mjs';
import { startPostgres } from './postgres.mjs';
import { Failure, main, pinnedNode, root } from './project.mjs';
import { ensureInstalled } from './setup.mjs';
import { addResults, summaryOf } from './nemesis-summary.mjs';
import { onStop } from './stopping.mjs';

const usage = 'npm run nemesis -- --histories 1000 --seed 1 [--database embedded|postgres|both] [--planted NAME|all]';
/** A process is not asked for more: what the embedded database writes stays in memory. */
const historiesPerProcess = 250;
const worker = join(root, 'nemesis', 'src', 'main.ts');

function readOptions(args) {
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
  const isNumber = (text) => /^[1-9]\d*$/.test(text);
  const databases = { embedded: ['embedded'], postgres: ['postgres'], both: ['embedded', 'postgres'] }[values.database];
  if (!isNumber(values.histories) || !isNumber(values.seed) || databases === undefined)
    throw new Failure(`Use: ${usage}`);
  return {
    histories: Number(values.histories),
    seed: Number(values.seed),
    databases,
    planted: values.planted,
    keep: values.keep,
  };
}

/** Runs a worker, shows what it says, and answers the result in its last line. */
function runWorker(args, env) {
  return new Promise((settle, reject) => {
    const child = spawn(pinnedNode, [worker, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const unregister = onStop(() => child.kill('SIGKILL'));
    let result;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"nemesis":')) result = JSON.parse(line).nemesis;
      else console.log(line);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      unregister();
      if (result === undefined) reject(new Failure(`A process of the nemesis ended with exit code ${code}.`));
      else settle(result);
    });
  });
}

function jobsOf({ histories, seed, databases, keep }) {
  if (keep !== undefined) return databases.map((database) => ({ database, seed, histories: 1, keep, tries: 0 }));
  const jobs = [];
  for (let done = 0; done < histories; done += historiesPerProcess) {
    const count = Math.min(historiesPerProcess, histories - done);
    for (const database of databases) jobs.push({ database, seed: seed + done, histories: count });
  }
  return jobs;
}

/** Each planted mistake on the first database where it can be noticed. */
async function plantedJobs({ histories, seed, databases, planted, keep }, env) {
  const { plants } = await runWorker(['--list'], env);
  const chosen = plants.filter(({ name }) => planted === 'all' || name === planted);
  if (chosen.length === 0) throw new Failure(`There are: all, ${plants.map(({ name }) => name).join(', ')}.`);
  return chosen.flatMap(({ name, stores }) => {
    const database = databases.find((one) => stores.includes(one));
    return database === undefined
      ? []
      : [
          {
            database,
            seed,
            histories: keep === undefined ? histories : 1,
            planted: name,
            ...(keep === undefined ? {} : { keep, tries: 0 }),
          },
        ];
  });
}

function argsOf(job) {
  return Object.entries(job).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** A planted mistake counts as found by a history that holds without it. */
async function runPlanted(job, env) {
  const result = await runWorker(argsOf(job), env);
  const [found] = result.failed;
  if (found === undefined) return result;
  const { planted: _, ...unplanted } = { ...job, seed: found.seed, histories: 1, tries: 0 };
  const { failed } = await runWorker(argsOf(unplanted), env);
  if (failed.length === 0) return result;
  console.log(`Seed ${found.seed} fails without ${job.planted} as well.`);
  const left = job.histories - result.histories;
  if (left === 0) return { ...result, failed: [] };
  const next = await runPlanted({ ...job, seed: found.seed + 1, histories: left }, env);
  return { ...next, histories: next.histories + result.histories, seconds: next.seconds + result.seconds };
}

async function runJobs(options, env) {
  const lanes = Math.max(1, availableParallelism());
  if (options.planted === undefined) return runInLanes(jobsOf(options), lanes, (job) => runWorker(argsOf(job), env));
  return runInLanes(await plantedJobs(options, env), lanes, (job) => runPlanted(job, env));
}

// Runs histories in which anything may go wrong at any moment, and says what came of them.
await main(async (args) => {
  const options = readOptions(args);
  await ensureInstalled();
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
});
