import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { listenOnFreePort } from '@sandpiper/testkit/ports';
import { createTestProfile } from '@sandpiper/testkit/test-profile';
import puppeteer from 'puppeteer-core';
import { poll, sleep } from '../platform/clock.ts';
import { isAlive } from '../platform/processes.ts';
import { firefoxExecutable, testPage } from '../testing/firefox.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { openBrowserRecords } from './browser.records.ts';
import { openFirefox, type FirefoxSession } from './firefox.session.ts';
import { holderOf } from './profile.lock.ts';
import { createWindows, ProfileInUse } from './window.registry.ts';

/** Preferences that remote control usually leaves behind in the user's profile. */
const traces = [
  'remote.prefs.recommended.applied',
  'browser.safebrowsing.malware.enabled',
  'browser.safebrowsing.phishing.enabled',
  'signon.rememberSignons',
  'services.settings.server',
  'extensions.update.enabled',
];

const chosen: Record<string, string> = {
  'browser.startup.homepage': '"https://example.org/"',
  'app.update.auto': 'false',
  'browser.tabs.warnOnClose': 'true',
  'browser.startup.page': '3',
  'signon.autofillForms': 'false',
  'signon.rememberSignons': 'false',
};

/** Matches preferences that Firefox itself may write when it starts or exits. */
const bookkeeping =
  /^browser\.(startup\.(?!page$|homepage$)|laterrun)|lastColdStartup|sessionstore|uiCustomization|telemetry|datareporting|last|time|count|date|version|build|schema|migrat|nimbus|normandy|region|^app\.(?!update\.auto$)|^extensions\.|^services\.|^toolkit\./iu;

describe('the user’s Firefox', { timeout: 1_200_000 }, () => {
  let folder: TemporaryFolder;
  let executable: string;
  before(async () => {
    folder = await temporaryFolder();
    executable = await firefoxExecutable();
  });
  after(() => folder.remove());

  const start = (profile: string): Promise<FirefoxSession> =>
    openFirefox({ executable, profile, headless: true, timeoutMs: 120_000 });
  /** Creates a profile that starts quickly, for tests that don't depend on Firefox's own settings. */
  const quickProfile = async (name: string): Promise<string> => {
    const profile = join(folder.path, name);
    await createTestProfile(profile);
    return profile;
  };
  const preferences = async (profile: string): Promise<Map<string, string>> => {
    const text = await readFile(join(profile, 'prefs.js'), 'utf8');
    return new Map(
      [...text.matchAll(/^user_pref\("([^"]+)", (.*)\);$/gmu)].map(([, name = '', value = '']) => [name, value]),
    );
  };

  test('keeps its preferences, and automation leaves no traces in them', async () => {
    const profile = join(folder.path, 'kept');
    await (await start(profile)).close();
    // Change settings as a user might. Automation would overwrite them.
    for (const [name, value] of Object.entries(chosen))
      await appendFile(join(profile, 'prefs.js'), `user_pref("${name}", ${value});\n`);
    const before = await preferences(profile);
    const session = await start(profile);
    const page = await session.firstPage();
    assert.equal(page.url(), 'about:blank', 'the tab is not one of the restored tabs');
    await page.open('data:text/html,<input autofocus>');
    await page.type('hello');
    await session.close();
    const afterward = await preferences(profile);
    const changed = [...before].filter(([name, value]) => afterward.get(name) !== value).map(([name]) => name);
    const added = [...afterward.keys()].filter((name) => !before.has(name));
    assert.deepEqual(
      changed.filter((name) => !bookkeeping.test(name)),
      [],
    );
    assert.deepEqual(
      traces.filter((name) => afterward.has(name) && !(name in chosen)),
      [],
    );
    assert.deepEqual(
      Object.keys(chosen).filter((name) => afterward.get(name) !== chosen[name]),
      [],
    );
    assert.ok(added.length < 20, added.join(' '));
    assert.deepEqual((await readFile(join(profile, 'user.js'), 'utf8')).trim().split('\n').length, 2);
  });

  test('can be controlled after a crash, even if it has restored tabs that have not been shown yet', async () => {
    const profile = join(folder.path, 'crashed');
    await mkdir(profile);
    // Make Firefox save its list of open tabs every 200 ms.
    await writeFile(join(profile, 'user.js'), 'user_pref("browser.sessionstore.interval", 200);\n');
    const server = createServer((_request, response) => void response.end('Here'));
    const port = await listenOnFreePort(server);
    const first = await start(profile);
    for (let tab = 1; tab <= 4; tab += 1) await (await first.newPage()).open(`http://127.0.0.1:${port}/${tab}`);
    const backup = join(profile, 'sessionstore-backups', 'recovery.jsonlz4');
    const isWritten = () =>
      stat(backup).then(
        () => true,
        () => null,
      );
    assert.ok(await poll(isWritten, { timeoutMs: 180_000 }));
    await sleep(2000);
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    const second = await start(profile);
    assert.equal((await second.firstPage()).url(), 'about:blank');
    await second.close();
    server.close();
  });

  test('drops a click without an error if the page is being replaced', async () => {
    // Delay the style sheet of the second page. Until it arrives, Firefox doesn't display that page.
    let loads = 0;
    const style = Promise.withResolvers<ServerResponse>();
    const server = createServer((request, response) => {
      if (request.url === '/style.css') return style.resolve(response);
      loads += 1;
      const head = loads === 1 ? '' : '<link rel="stylesheet" href="/style.css">';
      const body = '<body style="height: 600px" onclick="location.reload()">';
      response.writeHead(200, { 'content-type': 'text/html' }).end(head + body);
    });
    const port = await listenOnFreePort(server);
    const page = await testPage();
    await page.open(`http://127.0.0.1:${port}/`);
    assert.equal(await page.clickAt({ x: 200, y: 200 }), true);
    const held = await style.promise;
    assert.equal(await page.clickAt({ x: 200, y: 200 }), false);
    held.end();
    await page.open('about:blank');
    server.close();
  });

  test('is detected while it runs, and keeps the agent from opening the same profile', async () => {
    const profile = await quickProfile('held');
    const session = await start(profile);
    assert.equal((await holderOf(profile))?.pid, session.pid);
    const records = await openBrowserRecords(join(folder.path, 'other-agent'));
    const availableMemory = () => Promise.resolve(8 * 1024 ** 3);
    const windows = createWindows({
      folderFor: () => Promise.resolve(profile),
      start,
      holderOf,
      records,
      availableMemory,
    });
    const account = { profile_id: 1, profile_name: 'Held', profile_path: profile };
    await assert.rejects(windows.open(account, { campaignId: null, isForUser: true }), ProfileInUse);
    // Write the lock as Firefox does in a container, with a process ID that isn't valid outside the container.
    await rm(join(profile, 'lock'), { force: true });
    await symlink('127.0.0.1:+2', join(profile, 'lock'));
    assert.equal((await holderOf(profile))?.pid, session.pid);
    await session.close();
    assert.equal(await holderOf(profile), null);
    assert.equal(session.isRunning(), false);
    for (const tab of [session.firstPage, session.newPage])
      await assert.rejects(tab, { name: 'PageError', kind: 'closed' });
    const window = await windows.open(account, { campaignId: 3, isForUser: false });
    assert.equal(await windows.open(account, { campaignId: 3, isForUser: false }), window);
    await windows.closeAll();
    assert.deepEqual(windows.list(), []);
  });

  test('is terminated if an earlier run left it behind or crashed while starting it, and left alone if the agent has no record of it', async () => {
    const [profile, other] = [await quickProfile('orphan'), await quickProfile('foreign')];
    const dataDir = join(folder.path, 'data');
    const orphan = await start(profile);
    const foreign = await start(other);
    const earlier = await openBrowserRecords(dataDir);
    await (await earlier.begin(profile)).started(orphan.pid);
    // The process ID in this record belongs to a Firefox process with a different profile. The agent must not terminate that process.
    await (await earlier.begin(join(folder.path, 'somewhere-else'))).started(foreign.pid);
    const later = await openBrowserRecords(dataDir);
    assert.equal(await later.endOrphans(), 1);
    await orphan.ended;
    assert.equal(foreign.isRunning() && isAlive(foreign.pid), true);
    const otherDir = join(folder.path, 'cut-short-data');
    await (await (await openBrowserRecords(otherDir)).begin(other)).ended();
    assert.equal(await (await openBrowserRecords(otherDir)).endOrphans(other), 0);
    assert.equal(foreign.isRunning(), true);
    // An agent that crashes while Firefox starts has recorded the profile, but not the process ID.
    await (await openBrowserRecords(otherDir)).begin(other);
    assert.equal(await (await openBrowserRecords(otherDir)).endOrphans(other), 1);
    await foreign.ended;
  });

  test('is treated as closed once the agent has lost the connection to it, for example because an update restarted Firefox', async (t) => {
    const connect = t.mock.method(puppeteer, 'connect');
    const session = await start(await quickProfile('disconnected'));
    assert.equal(session.isRunning(), true);
    await (await connect.mock.calls[0]?.result)?.disconnect();
    assert.deepEqual([isAlive(session.pid), session.isRunning()], [true, false]);
    process.kill(session.pid, 'SIGKILL');
    await session.close();
  });

  test('causes a one-line error if it cannot start', async () => {
    const session = openFirefox({ executable: '/bin/false', profile: join(folder.path, 'none'), headless: true });
    await assert.rejects(session, { message: 'Firefox closed right after it started.' });
  });
});
