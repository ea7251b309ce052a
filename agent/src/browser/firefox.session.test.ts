import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { listenOnFreePort } from '@sandpiper/testkit/ports';
import puppeteer from 'puppeteer-core';
import { isAlive } from '../platform/processes.ts';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { StartFailed } from './firefox.process.ts';
import { openFirefox, type FirefoxSession } from './firefox.session.ts';

/** Starts a program in place of Firefox. The program says that it accepts connections on this port, and then does nothing. */
async function startProgram(
  folder: string,
  port: number,
): Promise<{ opening: Promise<FirefoxSession>; pid: () => number }> {
  const executable = join(folder, 'firefox');
  const script = `#!/bin/sh\necho "WebDriver BiDi listening on ws://127.0.0.1:${port}" >&2\nexec sleep 600\n`;
  await writeFile(executable, script, { mode: 0o700 });
  const profile = join(folder, 'profile');
  await mkdir(profile);
  let pid = 0;
  const onSpawn = (id: number): Promise<void> => {
    pid = id;
    return Promise.resolve();
  };
  return { opening: openFirefox({ executable, profile, headless: true, timeoutMs: 1000, onSpawn }), pid: () => pid };
}

test('a Firefox without tabs is closed, because on macOS it keeps running after its last window was closed', (t) =>
  inTemporaryFolder(async (folder) => {
    let tabs = 2;
    let end = (): void => undefined;
    const browser = Object.assign(new EventEmitter(), {
      connected: true,
      version: () => Promise.resolve('firefox/150.0'),
      pages: () => Promise.resolve(Array.from({ length: tabs })),
      close: () => Promise.resolve(end()),
    });
    t.mock.method(puppeteer, 'connect', () => Promise.resolve(browser));
    const { opening, pid } = await startProgram(folder, 1);
    const session = await opening;
    end = () => void process.kill(pid(), 'SIGTERM');
    const closeTab = async (): Promise<void> => {
      tabs -= 1;
      browser.emit('targetdestroyed');
      await setImmediate();
    };
    await closeTab();
    assert.equal(session.isRunning(), true);
    await closeTab();
    assert.equal(session.isRunning(), false);
    await session.ended;
    await session.close();
    assert.equal(isAlive(pid()), false);
  }));

/**
 * Writes a program that behaves like a Firefox that exits to install an update. After half a second, the updater starts it again. It then
 * has the profile open for a second.
 */
async function writeUpdatingFirefox(executable: string): Promise<void> {
  const address = '{"ws_host":"127.0.0.1","ws_port":1}';
  const again = `sleep 0.5; ln -s "127.0.0.1:+$$" lock; echo '${address}' > WebDriverBiDiServer.json; sleep 1`;
  await writeFile(`${executable}-again`, again);
  await writeFile(executable, `#!/bin/sh\ncd "$2" && sh "$0-again" 2>/dev/null &\nexit 0\n`, { mode: 0o700 });
}

test('if an updater has started Firefox again, and it accepts no connection, the error says to close its window', () =>
  inTemporaryFolder(async (folder) => {
    const executable = join(folder, 'firefox');
    await writeUpdatingFirefox(executable);
    const opening = openFirefox({ executable, profile: join(folder, 'profile'), headless: true, timeoutMs: 10_000 });
    await assert.rejects(opening, (error) => {
      return error instanceof StartFailed && error.message.endsWith('install an update. Close its window.');
    });
  }));

test('a Firefox that an updater has started again is closed, so that the next start finds the profile free', (t) =>
  inTemporaryFolder(async (folder) => {
    const close = t.mock.fn(() => Promise.resolve());
    const browser = { close, version: () => Promise.resolve('firefox/150.0') };
    const connect = t.mock.method(puppeteer, 'connect', () => Promise.resolve(browser));
    const executable = join(folder, 'firefox');
    await writeUpdatingFirefox(executable);
    const opening = openFirefox({ executable, profile: join(folder, 'profile'), headless: true, timeoutMs: 10_000 });
    await assert.rejects(opening, (error) => error instanceof StartFailed && /install an update/u.test(error.message));
    assert.deepEqual([connect.mock.callCount(), close.mock.callCount()], [1, 1]);
  }));

test(
  'a Firefox that accepts the agent’s connection but never answers is ended after a while',
  { timeout: 30_000 },
  () =>
    inTemporaryFolder(async (folder) => {
      const sockets: Socket[] = [];
      const silent = createServer((socket) => void sockets.push(socket));
      const port = await listenOnFreePort(silent);
      const { opening, pid } = await startProgram(folder, port);
      try {
        await assert.rejects(opening, (error) => {
          assert.ok(error instanceof StartFailed);
          assert.match(error.message, /couldn't connect to it \(.*handshake has timed out\)/u);
          return true;
        });
        assert.deepEqual([sockets.length, isAlive(pid())], [1, false]);
      } finally {
        for (const socket of sockets) socket.destroy();
        silent.close();
      }
    }),
);
