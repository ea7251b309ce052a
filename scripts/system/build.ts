import { join } from 'node:path';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { Failure, pathWithTools, root } from '../bootstrap/project.mjs';
import { ensurePartIsBuilt } from './built-part.ts';
import { capture } from './processes.ts';
import { bundleServer, serverBundle } from './server-bundle.ts';

const from = (...names: string[]) => names.map((name) => join(root, name));

async function buildWebApp(): Promise<void> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: pathWithTools('web'),
    NODE_ENV: 'production',
    NO_COLOR: '1',
  };
  delete env['FORCE_COLOR'];
  const result = await capture('npm', ['run', 'build', '--workspace', 'web'], {
    env,
    shell: process.platform === 'win32',
  });
  if (result.code !== 0) throw new Failure(`${result.output.trimEnd()}\nCouldn't build the web app: see above.`);
}

/** Builds the web app if it has changed. */
export async function ensureWebApp(): Promise<void> {
  await ensurePartIsBuilt({
    name: 'the web app',
    sources: from('web', 'contract', 'package-lock.json', 'tsconfig.base.json'),
    setting: process.env['VITE_API_BASE_URL'],
    folder: join(root, 'web', 'build'),
    file: join(root, 'web', 'build', 'client', 'index.html'),
    prepare: ensureInstalled,
    build: buildWebApp,
  });
}

/** Builds the server, but not the web app, if the server has changed. */
export async function ensureServerBundle(): Promise<void> {
  await ensurePartIsBuilt({
    name: 'the server',
    sources: from('server', 'contract', 'package-lock.json', 'scripts/system/server-bundle.ts'),
    folder: join(root, '.cache', 'server'),
    file: serverBundle,
    prepare: ensureInstalled,
    build: () => bundleServer(serverBundle),
  });
}

/** Builds the web app and the server, which `npm start` and the journeys run, if they have changed. */
export async function ensureServer(): Promise<void> {
  await ensureWebApp();
  await ensureServerBundle();
}
