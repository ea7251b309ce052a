import { after } from 'node:test';
import { createTestProfile } from '@sandpiper/testkit/test-profile';
import { requireFirefox } from '../browser/firefox.finder.ts';
import { openFirefox, type FirefoxSession } from '../browser/firefox.session.ts';
import type { Page } from '../browser/page.ts';
import { readConfig } from '../platform/config.ts';
import { temporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

type TestFirefox = { session: FirefoxSession; page: Page; folder: TemporaryFolder };

export async function firefoxExecutable(): Promise<string> {
  const config = readConfig([]);
  return (await requireFirefox(config.machine, config.firefox)).executable;
}

/** Starts Firefox headless with a new profile. */
async function startTestFirefox(): Promise<TestFirefox> {
  const folder = await temporaryFolder();
  await createTestProfile(folder.path);
  const session = await openFirefox({
    executable: await firefoxExecutable(),
    profile: folder.path,
    headless: true,
    timeoutMs: 120_000,
  });
  return { session, page: await session.firstPage(), folder };
}

let firefox: Promise<TestFirefox> | null = null;

after(async () => {
  if (firefox === null) return;
  const { session, folder } = await firefox;
  await session.close();
  await folder.remove();
});

/** Returns a tab in Firefox. All test files in the same process share one tab, because Firefox takes a long time to start. */
export async function testPage(): Promise<Page> {
  firefox ??= startTestFirefox();
  // Return a copy, because tests replace its methods.
  return { ...(await firefox).page };
}
