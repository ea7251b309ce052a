import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBrowsers } from './browsers.mjs';
import { ensureBuilt } from './build.mjs';
import { failureText, firstFailureText } from './failure-text.mjs';
import { runInLanes } from './lanes.mjs';
import { Failure, main, root } from './project.mjs';
import { ensureInstallerTools } from './installer-tools.mjs';
import { ensureTools } from './programs.mjs';
import { ensureInstalled } from './setup.mjs';
import { runSuite } from './suite-run.mjs';
import { chooseSuites, suites } from './suites.mjs';

const lanes = 2;

/** A screen that nobody sits at, and hands for it; by their Debian packages. */
const screenTools = { xvfb: ['Xvfb'], xdotool: ['xdotool'] };

async function runAll(chosen, runOne) {
  const [waiting, working] = [chosen.filter((suite) => suite.waits), chosen.filter((suite) => !suite.waits)];
  const results = await Promise.all([runInLanes(waiting, 1, runOne), runInLanes(working, lanes, runOne)]);
  return results.flat();
}

/** A suite's whole output, for a look while others still run or after an interruption. */
function outputFileOf(suite) {
  return join('.cache', 'test-output', `${suite.name.replaceAll(' ', '-')}.log`);
}

function keepOutput({ suite, output }) {
  const file = join(root, outputFileOf(suite));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, output);
}

function report({ suite, counts, seconds, problem, output }) {
  const count = `${counts?.passed ?? 0} ${suite.countedAs ?? 'tests'}`.padStart(12);
  const mark = problem === undefined ? 'ok  ' : 'FAIL';
  const line = `${mark} ${suite.name.padEnd(22)}${count}${`${seconds.toFixed(0)} s`.padStart(8)}`;
  console.log(problem === undefined ? line : `${line}   ${problem}\n${firstFailureText(output)}`);
}

function summarise(results) {
  const failed = results.filter((result) => result.problem !== undefined);
  for (const { suite, output, problem } of failed) {
    console.log(
      `\n===== ${suite.name}: ${problem} (all it said: ${outputFileOf(suite)}) =====\n${failureText(output)}`,
    );
  }
  const tests = results.filter((result) => result.suite.countedAs === undefined);
  const passed = tests.reduce((sum, result) => sum + (result.counts?.passed ?? 0), 0);
  console.log('');
  if (failed.length > 0)
    console.log(`FAILED: ${failed.map((result) => `${result.suite.name} (${result.problem})`).join(', ')}`);
  console.log(`${passed} tests passed`);
  return failed.length === 0 ? 0 : 1;
}

await main(async (words) => {
  const chosen = chooseSuites(words);
  if (chosen.length === 0) {
    throw new Failure(
      `No suite begins with ${words.join(' or ')}. There are: ${suites.map((suite) => suite.name).join(', ')}.`,
    );
  }
  await ensureInstalled();
  if (chosen.some((suite) => suite.webApp)) await ensureBuilt();
  if (chosen.some((suite) => suite.installer)) await ensureInstallerTools();
  if (chosen.some((suite) => suite.screen)) await ensureTools(screenTools, 'The tests of visible windows need');
  const browsers = chosen.some((suite) => suite.browsers) ? await ensureBrowsers() : {};
  const runOne = async (suite) => {
    const result = await runSuite(suite, browsers);
    keepOutput(result);
    report(result);
    return result;
  };
  return summarise(await runAll(chosen, runOne));
});
