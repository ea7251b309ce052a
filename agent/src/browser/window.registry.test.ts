import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { blankPage } from '../testing/fake-agent.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { openBrowserRecords } from './browser.records.ts';
import { ProfileHeld } from './firefox.process.ts';
import type { FirefoxSession } from './firefox.session.ts';
import { PageError, type Page } from './page.ts';
import { createWindows, acquireWindow, ProfileInUse, releaseWindow, type Windows } from './window.registry.ts';

const gigabyte = 1024 ** 3;
const forWork = { campaignId: 1, isForUser: false };
const forUser = { campaignId: null, isForUser: true };
const account = (id: number) => ({ profile_id: id, profile_name: `Account ${id}`, profile_path: `/p/${id}` });

/** The error that the fake browsers throw instead of opening a new tab, or null to open new tabs normally. */
let noTab: PageError | null = null;

/** Returns a fake browser with blank tabs. */
function browser(pid: number): FirefoxSession {
  const first = { ...blankPage };
  return {
    pid,
    version: 'Firefox/150.0',
    firstPage: () => Promise.resolve(first),
    newPage: () => (noTab === null ? Promise.resolve({ ...blankPage }) : Promise.reject(noTab)),
    isRunning: () => true,
    ended: new Promise(() => undefined),
    close: () => Promise.resolve(),
  };
}

describe('the accounts’ windows', () => {
  let folder: TemporaryFolder;
  let windows: Windows;
  let starting = 0;
  let most = 0;
  let started: string[] = [];
  let refusal: Error | null = null;
  let memory = 0;
  let closed: number[] = [];
  let closing: Promise<void> = Promise.resolve();
  let sessions: FirefoxSession[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder();
    [starting, most, started, refusal] = [0, 0, [], null];
    [memory, closed, closing, sessions] = [8 * gigabyte, [], Promise.resolve(), []];
    windows = createWindows({
      folderFor: (path) => Promise.resolve(path),
      start: async (profile) => {
        starting += 1;
        most = Math.max(most, starting);
        await new Promise((resolve) => setImmediate(resolve));
        starting -= 1;
        if (refusal !== null) throw refusal;
        started.push(profile);
        const { pid, ...session } = browser(started.length);
        const close = (): Promise<void> => closing.then(() => void closed.push(pid));
        sessions.push({ ...session, pid, close });
        return sessions.at(-1) ?? assert.fail();
      },
      holderOf: () => Promise.resolve(null),
      records: await openBrowserRecords(join(folder.path, 'data')),
      availableMemory: () => Promise.resolve(memory),
      graceMs: 200,
    });
  });
  afterEach(() => folder.remove());

  test('start one at a time, in order, and only once for each account', async () => {
    const asked = [1, 2, 3, 1].map((id) => windows.open(account(id), forWork));
    const opened = await Promise.all(asked);
    assert.deepEqual([most, started], [1, ['/p/1', '/p/2', '/p/3']]);
    assert.equal(opened[0], opened[3]);
  });

  test('report that a profile is in use even if only Firefox itself detects this', async () => {
    refusal = new ProfileHeld('This Firefox profile is open in another Firefox window.');
    await assert.rejects(windows.open(account(1), forWork), ProfileInUse);
    refusal = null;
    assert.equal((await windows.open(account(1), forWork)).profileId, 1);
  });

  test('are not opened for the user when memory is low, but windows that are already open stay usable', async () => {
    const first = await windows.open(account(1), forUser);
    await windows.open(account(2), forWork);
    memory = 0.5 * gigabyte;
    await assert.rejects(windows.open(account(3), forUser), {
      message:
        "There isn't enough free memory to open a window for Account 3. Each window needs 0.6 GB. The agent has 2 windows open. Close some windows or other programs, then try again.",
    });
    assert.equal(await windows.open(account(1), forUser), first);
    assert.equal((await windows.open(account(2), forUser)).isForUser, true);
    assert.equal(
      (await windows.open(account(4), forWork)).profileId,
      4,
      'the memory limit applies only to windows for the user',
    );
    memory = 0.7 * gigabyte;
    assert.equal((await windows.open(account(3), forUser)).profileId, 3);
  });

  test('are closed when the account gets a new profile, and opened again with that profile', async () => {
    for (const use of [forWork, forUser]) await windows.open({ ...account(1), profile_path: '/p/old' }, use);
    const window = await windows.open(account(1), forWork);
    assert.deepEqual([started, closed], [['/p/old', '/p/1'], [1]]);
    assert.deepEqual([windows.list(), window.isForUser], [[window], false]);
    assert.equal(await windows.open(account(1), forWork), window);
  });

  test('stay open with the old profile while they are in use', async () => {
    const former = await windows.open({ ...account(1), profile_path: '/p/old' }, forWork);
    await acquireWindow(former, 0);
    await assert.rejects(windows.open(account(1), forUser), (error: unknown) => {
      assert.ok(error instanceof ProfileInUse);
      return /has a new Firefox profile/u.test(error.message);
    });
    assert.deepEqual([closed, windows.list()], [[], [former]]);
    const opening = windows.open(account(1), forUser);
    const other = await windows.open(account(2), forWork);
    assert.equal(other.profileId, 2, 'account 2 does not have to wait');
    releaseWindow(former);
    assert.notEqual(await opening, former);
    assert.deepEqual([closed, started], [[1], ['/p/old', '/p/2', '/p/1']]);
  });

  test('are opened again only after the earlier window has closed, because Firefox locks the profile until then', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    closing = promise.then(() => undefined);
    const former = await windows.open(account(1), forWork);
    const ends = [windows.close(1), windows.close(1)];
    const opening = windows.open(account(1), forUser);
    await windows.open(account(2), forWork);
    assert.deepEqual([closed, started], [[], ['/p/1', '/p/2']]);
    resolve(undefined);
    assert.notEqual(await opening, former);
    await Promise.all(ends);
    assert.deepEqual([closed, started], [[1], ['/p/1', '/p/2', '/p/1']]);
  });

  test('are closed and opened again if the agent has lost control of them', async () => {
    const former = await windows.open(account(1), forUser);
    Object.assign(sessions[0] ?? {}, { isRunning: () => false });
    const next = await windows.open(account(1), forWork);
    assert.notEqual(next, former);
    assert.deepEqual([closed, windows.list(), next.isForUser], [[1], [next], false]);
  });

  test('have separate tabs for the agent and the user, whichever tab opens first', async () => {
    for (const [id, use] of [
      [1, forWork],
      [2, forUser],
    ] as const) {
      const window = await windows.open(account(id), use);
      const page = (who: 'agent' | 'user'): Promise<Page> => (who === 'agent' ? window.page() : window.frontPage());
      const one = await page(use.isForUser ? 'user' : 'agent');
      const other = await page(use.isForUser ? 'agent' : 'user');
      assert.notEqual(one, other);
      assert.deepEqual([await window.page(), await window.frontPage()].includes(one), true);
      assert.equal(await page(use.isForUser ? 'agent' : 'user'), other, 'the tab is the same as before');
    }
  });

  test('replace the user’s closed tab with a new one, never with the agent’s', async () => {
    const window = await windows.open(account(1), forUser);
    const user = await window.frontPage();
    const agent = await window.page();
    user.isClosed = () => true;
    const next = await window.frontPage();
    assert.ok(next !== user && next !== agent);
  });

  test('retry opening a tab after a failure', async () => {
    const window = await windows.open(account(1), forWork);
    await window.frontPage();
    noTab = new PageError('script', 'too slow');
    await assert.rejects(window.page(), noTab);
    noTab = null;
    assert.equal(await window.page(), await window.page());
  });

  test('are all closed, even those that are still opening', async () => {
    await windows.open(account(1), forWork);
    const opening = windows.open(account(2), forWork);
    await windows.closeAll();
    await opening;
    assert.deepEqual([closed, windows.list()], [[1, 2], []]);
  });

  test('are used for only one task at a time', async () => {
    const window = await windows.open(account(1), forWork);
    assert.equal(await acquireWindow(window, 0), true);
    assert.equal(await acquireWindow(window, 0), false);
    const waiting = acquireWindow(window, 30_000);
    releaseWindow(window);
    assert.equal(await waiting, true);
  });
});
