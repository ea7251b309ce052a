import { createTestProfile } from '@sandpiper/testkit/test-profile';
import { requireFirefox } from '../browser/firefox.finder.ts';
import { openFirefox, type FirefoxSession } from '../browser/firefox.session.ts';
import { readConfig } from '../platform/config.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type TestFirefox = { session: FirefoxSession; profile: string; close: () => Promise<void> };

export async function firefoxExecutable(): Promise<string> {
  const config = readConfig([]);
  return (await requireFirefox(config.machine, config.firefox)).executable;
}

/** Starts Firefox headless with a new profile. */
export async function startTestFirefox(): Promise<TestFirefox> {
  const folder = await temporaryFolder();
  await createTestProfile(folder.path);
  const session = await openFirefox({
    executable: await firefoxExecutable(),
    profile: folder.path,
    headless: true,
    timeoutMs: 120_000,
  });
  return {
    session,
    profile: folder.path,
    close: async () => {
      await session.close();
      await folder.remove();
    },
  };
}
