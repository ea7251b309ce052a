import { signIn, type Person } from '@sandpiper/testkit/people';
import { startProgram } from './program.ts';

export type Demo = { campaignUrl: string; user: Person; admin: Person; stop: () => Promise<void> };

const announcement = /Campaign +(http\S+)[^]*?Sign in as +(\S+) \/ (\S+)[^]*?Administrator +(\S+) \/ (\S+)/;

/** Starts the demo as `npm run demo` does, and waits until its campaign is running. */
export async function startDemo(): Promise<Demo> {
  const program = startProgram('demo', { args: ['scripts/demo.ts', '--headless'], env: { PORT: '0' } });
  const [, campaignUrl = '', username = '', password = '', adminName = '', adminPassword = ''] = await program.waitFor(
    announcement,
    240_000,
  );
  const { origin } = new URL(campaignUrl);
  return {
    campaignUrl,
    user: await signIn(origin, { username, password }),
    admin: await signIn(origin, { username: adminName, password: adminPassword }),
    stop: async () => void (await program.stop('SIGINT')),
  };
}
