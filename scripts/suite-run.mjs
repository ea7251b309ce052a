import { join } from 'node:path';
import { readCounts, whyFailed } from './counts.mjs';
import { startPostgres } from './postgres.mjs';
import { capture } from './processes.mjs';
import { pathWithTools, readJson, root } from './project.mjs';
import { defaultTimeLimitMs } from './suites.mjs';

const projectVariables = [
  'ADMIN_PASSWORD',
  'ADMIN_USERNAME',
  'DATABASE_URL',
  'DATA_DIR',
  'HOST',
  'LOG_LEVEL',
  'PORT',
  'PUBLIC_URL',
  'SANDBOX',
  'SMTP_URL',
  'TEST_DATABASE_URL',
  'TRIAL_DAYS',
];
const presentationVariables = ['CLICOLOR', 'CLICOLOR_FORCE', 'COLORTERM', 'FORCE_COLOR', 'GITHUB_ACTIONS', 'GITLAB_CI'];
const runnerVariables = ['NODE_ENV', 'NODE_TEST_CONTEXT', 'INIT_CWD'];

/** The same surroundings for every run: what a shell or a CI happens to set changes neither the tests nor how they report. */
export function cleanEnvironment(workspace, variables) {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (name.startsWith('npm_')) delete env[name];
  for (const name of [...projectVariables, ...presentationVariables, ...runnerVariables]) delete env[name];
  return { ...env, CI: '1', NO_COLOR: '1', TERM: 'dumb', PATH: pathWithTools(workspace), ...variables };
}

function commandOf(suite) {
  return suite.command ?? readJson(suite.workspace, 'package.json').scripts?.test;
}

async function runWithDatabase(suite, variables, timeLimitMs) {
  const postgres = suite.database === 'PostgreSQL' ? await startPostgres() : undefined;
  try {
    const database = postgres === undefined ? {} : { TEST_DATABASE_URL: postgres.url };
    return await capture(commandOf(suite), [], {
      cwd: join(root, suite.workspace ?? '.'),
      env: cleanEnvironment(suite.workspace, { ...variables, ...database }),
      shell: true,
      timeoutMs: timeLimitMs,
    });
  } finally {
    await postgres?.stop();
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
