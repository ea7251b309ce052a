import { join } from 'node:path';
import { readCounts, whyFailed } from './counts.mjs';
import { startPostgres } from './postgres.mjs';
import { capture } from './processes.mjs';
import { readJson, root } from './project.mjs';
import { cleanEnvironment, makeHome } from './suite-environment.mjs';
import { defaultTimeLimitMs } from './suites.mjs';

function commandOf(suite) {
  return suite.command ?? readJson(suite.workspace, 'package.json').scripts?.test;
}

async function runWithDatabase(suite, variables, timeLimitMs) {
  const { home, remove } = makeHome();
  let postgres;
  try {
    if (suite.database === 'PostgreSQL') postgres = await startPostgres();
    const database = postgres === undefined ? {} : { TEST_DATABASE_URL: postgres.url };
    return await capture(commandOf(suite), [], {
      cwd: join(root, suite.workspace ?? '.'),
      env: cleanEnvironment(suite.workspace, { HOME: home, ...variables, ...database }),
      shell: true,
      timeoutMs: timeLimitMs,
    });
  } finally {
    await postgres?.stop();
    remove();
  }
}

/** Runs one suite to its end. Answers its counts, its whole output and, when it did not pass, why. */
export async function runSuite(suite, variables) {
  const startedAt = Date.now();
  const timeLimitMs = suite.timeLimitMs ?? defaultTimeLimitMs;
  const done = (rest) => ({ suite, seconds: (Date.now() - startedAt) / 1000, ...rest });
  try {
    const { code, timedOut, output } = await runWithDatabase(suite, variables, timeLimitMs);
    const counts = readCounts(output);
    return done({ output, counts, problem: whyFailed({ code, timedOut, counts, timeLimitMs }) });
  } catch (error) {
    return done({ output: error.message, counts: undefined, problem: 'could not run' });
  }
}
