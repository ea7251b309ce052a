import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@sandpiper/testkit/ports';
import type { Program, ProgramOptions } from '@sandpiper/testkit/program';
import { readyUrl, untilAnswers } from '@sandpiper/testkit/readiness';
import { settingNames } from '../../server/src/platform/config.ts';
import type { ProgramGroup } from './program-group.ts';
import { admin } from './sample.ts';

const defaultPort = 3000;

type Shown = Pick<ProgramOptions, 'onOutput'>;

export type ServerOptions = Shown & {
  dataDir: string;
  /** The sandbox's URL. */
  instagram: string;
  nodeArguments?: string[];
  env?: Record<string, string>;
};

/**
 * Returns environment variables that unset every setting except LOG_LEVEL. The demo must not use a real server's settings, such as
 * its backup folder.
 */
export function unsetSettings(): Record<string, string> {
  return Object.fromEntries(settingNames.filter((name) => name !== 'LOG_LEVEL').map((name) => [name, '']));
}

/** Starts a server in sandbox mode with its own data. Returns the server's URL. */
export async function startServer(programs: ProgramGroup, options: ServerOptions): Promise<string> {
  const { dataDir, instagram, nodeArguments = [], env = {}, ...shown } = options;
  const port = await freePort(Number(process.env['PORT'] ?? defaultPort));
  const url = `http://127.0.0.1:${port}`;
  const program = programs.start('server', [...nodeArguments, 'server/src/main.ts'], {
    ...shown,
    env: {
      ...unsetSettings(),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      SANDBOX: '1',
      SANDBOX_INSTAGRAM_URL: instagram,
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
  });
  await untilAnswers(program, `${url}/api/ready`);
  return url;
}

/** Starts the sandbox. Returns its URL. */
export function startInstagram(programs: ProgramGroup, shown: Shown = {}): Promise<string> {
  return readyUrl(programs.start('imitation Instagram', ['sandbox/src/main.ts', '--port', '0'], shown));
}

export type AgentOptions = Shown & {
  server: string;
  instagram: string;
  token: string;
  dataDir: string;
  headless: boolean;
  firefox: string | undefined;
};

export function startAgent(programs: ProgramGroup, options: AgentOptions): Program {
  const { server, instagram, token, dataDir, headless, firefox, ...shown } = options;
  const place = ['--server', server, '--token', token, '--instagram-url', instagram];
  const folders = ['--data-dir', join(dataDir, 'agent'), '--profiles-dir', join(dataDir, 'firefox')];
  const browser = [...(firefox === undefined ? [] : ['--firefox', firefox]), ...(headless ? ['--headless'] : [])];
  // Firefox writes a cache to the home folder, so a headless Firefox gets its own home folder. A Firefox with windows needs the
  // real home folder, which contains the display's settings.
  const home = join(dataDir, 'home');
  mkdirSync(home, { recursive: true });
  const env = headless ? { HOME: home } : {};
  return programs.start('agent', ['agent/src/main.ts', ...place, ...folders, ...browser], { ...shown, env });
}
