import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main, pinnedNode, root } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBrowsers } from './system/browsers.ts';
import { ensureServer } from './system/build.ts';

const usage = `Usage: npm run faults -- [--people NUMBER] [--seeds RANGE] [--answers MODE]

Runs one campaign with random faults for each seed, in a real Firefox.

  --people NUMBER   people in each campaign, at least 15 (default 24)
  --seeds RANGE     one seed or a range, such as 7 or 1-10 (default 1)
  --answers MODE    which of Instagram's responses the agent sees: on (all),
                    off (none) or lying (some are false); default on`;

const modes = ['on', 'off', 'lying'];
/** With fewer people, an account can run out of people before it encounters its fault, and the run fails. */
const fewestPeople = 15;

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '24' },
      seeds: { type: 'string', default: '1' },
      answers: { type: 'string', default: 'on' },
    },
  });
  const [, first, last = first] = /^([1-9]\d*)(?:-([1-9]\d*))?$/.exec(values.seeds) ?? [];
  if (!/^\d+$/.test(values.people) || Number(values.people) < fewestPeople) {
    throw new Failure(`--people must be a number, and at least ${fewestPeople}.\n\n${usage}`);
  }
  if (first === undefined || Number(last) < Number(first)) {
    throw new Failure(`--seeds must be a number or a range.\n\n${usage}`);
  }
  if (!modes.includes(values.answers)) throw new Failure(`--answers must be one of: ${modes.join(', ')}.\n\n${usage}`);
  return { answers: values.answers, people: values.people, first, seeds: String(Number(last) - Number(first) + 1) };
}

await main(async (args) => {
  const { answers, people, first, seeds } = readOptions(args);
  await ensureServer();
  const env = {
    ...process.env,
    ...(await ensureBrowsers()),
    FAULT_PEOPLE: people,
    FAULT_FIRST_SEED: first,
    FAULT_SEEDS: seeds,
    FAULT_ANSWERS: answers,
  };
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const place = ['--config', join('e2e', 'playwright.config.ts')];
  // Each run has its own output folder, because several runs may overlap.
  const output = ['--output', join('e2e', 'test-results', `faults-${first}-${seeds}-${answers}`)];
  return runHere(pinnedNode, [playwright, 'test', ...place, ...output, 'random-faults'], env);
}, usage);
