import { join } from 'node:path';
import { main, pinnedNode, root } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBrowsers } from './system/browsers.ts';
import { ensureWebApp } from './system/build.ts';
import { startPostgres } from './system/postgres.ts';

const usage = `Usage: npm run bench -- [--quick] [--rounds NUMBER] [--list] [names]

Compares the server, the web app and the agent with yardsticks: the fastest possible ways to do the same work on the same machine and
database. Measures Sandpiper and its yardstick alternately, for several rounds. Prints the ratios as a table and as one line of JSON.
With names, runs only those benchmarks. docs/performance.md explains each benchmark.

  --quick           one round and less data, in less than five minutes
  --rounds NUMBER   how many times to measure Sandpiper and its yardstick
  --list            list the names and exit`;

await main(async (args) => {
  const benchmarks = join(root, 'bench', 'src', 'main.ts');
  if (args.includes('--list')) return runHere(pinnedNode, [benchmarks, ...args]);
  await ensureWebApp();
  const env = { ...process.env, ...(await ensureBrowsers()) };
  if (env['TEST_DATABASE_URL'] !== undefined) return runHere(pinnedNode, [benchmarks, ...args], env);
  const postgres = await startPostgres();
  try {
    return await runHere(pinnedNode, [benchmarks, ...args], { ...env, TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}, usage);
