import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingNames } from '../../server/src/platform/config.ts';
import { compileCache, pathWithTools } from '../bootstrap/project.mjs';
import { onStop } from '../system/stopping.ts';

const projectVariables = [...settingNames, 'TEST_DATABASE_URL'];
const presentationVariables = ['CLICOLOR', 'CLICOLOR_FORCE', 'COLORTERM', 'FORCE_COLOR', 'GITHUB_ACTIONS', 'GITLAB_CI'];
const runnerVariables = ['NODE_ENV', 'NODE_TEST_CONTEXT', 'INIT_CWD'];
const desktopVariables = ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR', 'MOZ_LEGACY_HOME'];

/** Returns the environment for a suite, without variables that a shell or a CI service may have set and that could affect the suite. */
export function cleanEnvironment(workspace: string | undefined, variables: Record<string, string>): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^npm_(?!config_)/.test(name)) delete env[name];
  const unwanted = [projectVariables, presentationVariables, runnerVariables, desktopVariables];
  for (const name of unwanted.flat()) delete env[name];
  const presentation = { CI: '1', NO_COLOR: '1', TERM: 'dumb' };
  return { ...env, ...presentation, NODE_COMPILE_CACHE: compileCache, PATH: pathWithTools(workspace), ...variables };
}

/** Creates a home folder for one suite. Browsers write to the home folder, and Firefox refuses a folder that belongs to another user. */
export function makeHome(): { home: string; remove: () => void } {
  const home = mkdtempSync(join(tmpdir(), 'sandpiper-home-'));
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const unregister = onStop(remove);
  return {
    home,
    remove: () => {
      unregister();
      remove();
    },
  };
}
