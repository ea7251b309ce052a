import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowsers } from './browsers.mjs';
import { ensureBuilt } from './build.mjs';
import { runPinned } from './processes.mjs';
import { Failure, main, root } from './project.mjs';
import { ensureInstalled } from './setup.mjs';

const usage = 'npm run faults -- --people 300 --seeds 1-10';

function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: { people: { type: 'string', default: '24' }, seeds: { type: 'string', default: '1' } },
  });
  const [, first, last = first] = /^([1-9]\d*)(?:-([1-9]\d*))?$/.exec(values.seeds) ?? [];
  if (first === undefined || Number(last) < Number(first) || !/^[1-9]\d*$/.test(values.people)) {
    throw new Failure(`Say how many people and which seeds, such as: ${usage}`);
  }
  return { people: values.people, first, seeds: String(Number(last) - Number(first) + 1) };
}

// Runs campaigns in which whatever can go wrong goes wrong by chance: one for each seed, one after the other.
await main(async (args) => {
  const { people, first, seeds } = readOptions(args);
  await ensureInstalled();
  await ensureBuilt();
  const env = {
    ...process.env,
    ...(await ensureBrowsers()),
    FAULT_PEOPLE: people,
    FAULT_FIRST_SEED: first,
    FAULT_SEEDS: seeds,
  };
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const place = ['--config', join('e2e', 'playwright.config.ts')];
  // A folder of its own, for several may run at the same time.
  const output = ['--output', join('e2e', 'test-results', `faults-${first}-${seeds}`)];
  return runPinned([playwright, 'test', ...place, ...output, 'random-faults'], env);
});
