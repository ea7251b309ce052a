import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeUsedProfile, usedProfileVariable } from '@sandpiper/testkit/test-profile';
import pLimit from 'p-limit';
import { Failure, main, root } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { isInstallerTested, recordFile, recordTestedInstaller } from './suites/installer-record.ts';
import { runSuite, type SuiteResult } from './suites/suite-run.ts';
import { chooseSuites, tiers, type Suite, type Tier } from './suites/suites.ts';
import { ensureBalancer } from './system/balancer.ts';
import { ensureBrowsers } from './system/browsers.ts';
import { ensureServer } from './system/build.ts';
import { ensureInstallerTools } from './system/installer-tools.ts';
import { readManifest } from './system/manifests.ts';
import { ensureTools } from './system/programs.ts';

const shownLines = 120;

/** The programs that provide a virtual display and control its windows, keyed by the Debian package that contains them. */
const screenTools = { xvfb: ['Xvfb'], xdotool: ['xdotool'] };

/**
 * Runs up to five suites at a time: three with browsers and two others. Tests in browsers often wait, while each of the others keeps a
 * core busy. Once no suite with a browser is left, three others run at a time.
 */
async function runAll(chosen: Suite[], runOne: (suite: Suite) => Promise<SuiteResult>): Promise<SuiteResult[]> {
  const others = pLimit(2);
  async function runInBrowsers(): Promise<SuiteResult[]> {
    const results = await pLimit(3).map(
      chosen.filter((suite) => suite.browsers),
      runOne,
    );
    others.concurrency = 3;
    return results;
  }
  const withoutBrowsers = chosen.filter((suite) => !suite.browsers);
  return (await Promise.all([runInBrowsers(), others.map(withoutBrowsers, runOne)])).flat();
}

function outputFileOf(suite: Suite): string {
  return join('.cache', 'test-output', `${suite.name.replaceAll(' ', '-')}.log`);
}

function keepOutput({ suite, output }: SuiteResult): void {
  const file = join(root, outputFileOf(suite));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, output);
}

function lineOf(mark: string, { name }: Suite, columns: string): string {
  return `${mark.padEnd(5)}${name.padEnd(32)}${columns}`;
}

/** Matches lines of a runner's output that report a passed or skipped test, and Node's warnings. */
const uninteresting = /^\s*(?:✓|✔|﹣|ok \d|\(node:\d+\) Warning|\(Use `node)/u;

/**
 * Prints one line for a suite that passed. For a suite that failed, also prints the end of its output without the passed tests. Every
 * runner lists its failures at the end.
 */
function report({ suite, counts, seconds, problem, output }: SuiteResult): void {
  const columns =
    `${counts?.passed ?? 0} ${suite.countedAs ?? 'tests'}`.padStart(12) + `${seconds.toFixed(0)} s`.padStart(8);
  if (problem === undefined) {
    console.log(lineOf('ok', suite, columns));
    return;
  }
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !uninteresting.test(line));
  const end = lines.slice(-shownLines).join('\n');
  console.log(
    `${lineOf('FAIL', suite, columns)}   ${problem}\n${end}\n(${outputFileOf(suite)} has the complete output.)\n`,
  );
}

function summarize(results: SuiteResult[]): number {
  const failed = results.filter((result) => result.problem !== undefined);
  const tests = results.filter((result) => result.suite.countedAs === undefined);
  const passed = tests.reduce((sum, result) => sum + (result.counts?.passed ?? 0), 0);
  console.log('');
  if (failed.length > 0) {
    console.log(`FAILED: ${failed.map((result) => `${result.suite.name} (${result.problem ?? ''})`).join(', ')}`);
  }
  console.log(`${passed} tests passed`);
  return failed.length === 0 ? 0 : 1;
}

/** Returns environment variables with the paths to the browsers and to a Firefox profile that has been used before. */
async function prepareBrowsers(): Promise<Record<string, string>> {
  const variables = await ensureBrowsers();
  const profile = join(root, '.cache', 'firefox-profile');
  rmSync(profile, { recursive: true, force: true });
  await makeUsedProfile(variables['FIREFOX'] ?? 'firefox', profile);
  return { ...variables, [usedProfileVariable]: profile };
}

/** Installs what the suites need. Returns environment variables for suites with browsers. */
async function prepare(chosen: Suite[]): Promise<Record<string, string>> {
  if (chosen.some((suite) => suite.installer)) await ensureInstallerTools();
  if (chosen.some((suite) => suite.balancer)) await ensureBalancer();
  if (chosen.some((suite) => suite.screen)) await ensureTools(screenTools, 'The tests of visible windows need');
  return chosen.some((suite) => suite.browsers) ? prepareBrowsers() : {};
}

/** Leaves out the installer's test in Wine if the current installer sources have already passed it. */
function withoutTestedInstaller(chosen: Suite[]): Suite[] {
  if (!isInstallerTested()) return chosen;
  return chosen.filter((suite) => {
    if (suite.installer)
      console.log(
        lineOf('same', suite, `not run, because its sources haven't changed since it last passed (${recordFile})`),
      );
    return !suite.installer;
  });
}

async function runTier(tier: Tier, words: string[]): Promise<number> {
  const found = chooseSuites(words, tier);
  if (found.length === 0) {
    const names = chooseSuites([], tier).map((suite) => suite.name);
    throw new Failure(`There is no suite whose name begins with ${words.join(' or ')}. Suites: ${names.join(', ')}.`);
  }
  const isAskedFor = words.some((word) => word.startsWith('installer'));
  const chosen = tier === 'full' && !isAskedFor ? withoutTestedInstaller(found) : found;
  const variables = await prepare(chosen);
  // The first suite that needs the build starts it. The other suites run meanwhile.
  let building: Promise<void> | undefined;
  const build = () => (building ??= ensureServer());
  return summarize(
    await runAll(chosen, async (suite) => {
      const result = await runSuite(suite, variables, build);
      keepOutput(result);
      report(result);
      if (suite.installer && result.problem === undefined) recordTestedInstaller();
      return result;
    }),
  );
}

/** Runs one workspace's tests that need no browser, and runs them again whenever a file changes. */
function watch(workspace: string): Promise<number> {
  const watchable = readManifest().workspaces.filter((name) => readManifest(name).scripts['test:watch'] !== undefined);
  if (!watchable.includes(workspace))
    throw new Failure(`"${workspace}" has no tests to watch. Choose one of: ${watchable.join(', ')}.`);
  return runHere('npm', ['run', '--silent', 'test:watch', '--workspace', workspace]);
}

const usage = `Usage: npm test [-- suites]

Runs all suites, or only those whose names begin with one of the given words, for example: npm test -- server web
npm run test:unit, test:browser and test:long run other sets of suites. docs/testing.md describes them.

  --watch WORKSPACE   with test:unit: run one workspace's tests again whenever a
                      file changes`;

function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { tier: { type: 'string', default: 'full' }, watch: { type: 'string' } },
  });
  const tier = tiers.find((name) => name === values.tier);
  if (tier === undefined) throw new Failure(`There is no tier "${values.tier}". Tiers: ${tiers.join(', ')}.`);
  return { tier, watch: values.watch, words: positionals };
}

await main((args) => {
  const options = readOptions(args);
  return options.watch === undefined ? runTier(options.tier, options.words) : watch(options.watch);
}, usage);
