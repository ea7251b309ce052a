import { join } from 'node:path';
import { root } from '../bootstrap/project.mjs';
import { readManifest } from '../system/manifests.ts';
import { startPostgres, type Postgres } from '../system/postgres.ts';
import { capture, type Captured } from '../system/processes.ts';
import { readCounts, whyFailed, type Counts } from './counts.ts';
import { cleanEnvironment, makeHome } from './suite-environment.ts';
import { defaultTimeLimitMs, type Suite } from './suites.ts';

export type SuiteResult = {
  suite: Suite;
  seconds: number;
  output: string;
  counts: Counts | undefined;
  /** Why the suite failed. Undefined if it passed. */
  problem: string | undefined;
};

function commandOf({ command, workspace, name }: Suite): string {
  const found = command ?? readManifest(workspace).scripts['test'];
  if (found === undefined) throw new Error(`The suite ${name} has no command.`);
  return found;
}

async function runWithDatabase(suite: Suite, variables: Record<string, string>, timeoutMs: number): Promise<Captured> {
  const { home, remove } = makeHome();
  let postgres: Postgres | undefined;
  try {
    if (suite.database === 'PostgreSQL') postgres = await startPostgres();
    const database: Record<string, string> = postgres === undefined ? {} : { TEST_DATABASE_URL: postgres.url };
    return await capture(commandOf(suite), [], {
      cwd: join(root, suite.workspace ?? '.'),
      env: cleanEnvironment(suite.workspace, { HOME: home, ...variables, ...suite.env, ...database }),
      shell: true,
      timeoutMs,
    });
  } finally {
    await postgres?.stop();
    remove();
  }
}

/** Runs a suite. If the suite needs the built web app and server, calls `build` first. */
export async function runSuite(
  suite: Suite,
  variables: Record<string, string>,
  build: () => Promise<void>,
): Promise<SuiteResult> {
  let startedAt = Date.now();
  const timeLimitMs = suite.timeLimitMs ?? defaultTimeLimitMs;
  const secondsSoFar = () => (Date.now() - startedAt) / 1000;
  try {
    if (suite.webApp) await build();
    startedAt = Date.now();
    const { code, timedOut, output } = await runWithDatabase(suite, variables, timeLimitMs);
    const counts = readCounts(output);
    const problem = whyFailed({ code, timedOut, counts, timeLimitMs });
    return { suite, seconds: secondsSoFar(), output, counts, problem };
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    return { suite, seconds: secondsSoFar(), output, counts: undefined, problem: 'could not run' };
  }
}
