import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { signIn, type Person } from './people.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Demo = { campaignUrl: string; user: Person; admin: Person; stop: () => Promise<void> };

/** The demo as `npm run demo` starts it, once its campaign runs. */
export async function startDemo(): Promise<Demo> {
  const child = spawn(process.execPath, ['scripts/demo.mjs', '--headless'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0' },
  });
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    const found = /Look here +(\S+)[^]*?Sign in as +(\S+) \/ (\S+)[^]*?Administrator +(\S+) \/ (\S+)/.exec(said);
    if (found === null) continue;
    const [, campaignUrl = '', username = '', password = '', adminName = '', adminPassword = ''] = found;
    child.stdout.resume();
    return {
      campaignUrl,
      user: await signIn(new URL(campaignUrl).origin, { username, password }),
      admin: await signIn(new URL(campaignUrl).origin, { username: adminName, password: adminPassword }),
      stop: async () => {
        const ended = once(child, 'exit');
        child.kill('SIGINT');
        await ended;
      },
    };
  }
  throw new Error(`The demo did not start:\n${said}`);
}
