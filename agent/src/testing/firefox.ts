import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireFirefox } from '../browser/firefox.finder.ts';
import { openFirefox, type FirefoxSession } from '../browser/firefox.session.ts';
import { readConfig } from '../platform/config.ts';

export type TestFirefox = { session: FirefoxSession; profile: string; close: () => Promise<void> };

/** A folder that is removed with everything in it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'sandpiper-agent-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

export async function firefoxExecutable(): Promise<string> {
  const config = readConfig([]);
  return (await requireFirefox(config.machine, config.firefox)).executable;
}

/** A stock Firefox without a window, on a new profile. */
export async function startTestFirefox(): Promise<TestFirefox> {
  const folder = await temporaryFolder();
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
