import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readConfig } from '../platform/config.ts';
import { askAgent, openControlChannel } from '../platform/control-channel.ts';
import { TryLater } from '../platform/errors.ts';
import type { FakeServer } from '../testing/fake-server.state.ts';
import { loadSettings, saveSettings } from '../platform/saved-settings.ts';
import { openTokenStore } from '../platform/token-store.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { installCommand } from './install.command.ts';
import { logout, pair, pairCommand } from './pair.command.ts';
import { knownToken } from './known-token.ts';

describe('pairing', { timeout: 120_000 }, () => {
  let folder: TemporaryFolder;
  let server: FakeServer;
  let before: string | undefined;
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const terminal = { say, print: say, warn: say };

  /**
   * Puts fake programs first in PATH: a browser that records the address it opens, and a keyring that can be locked.
   */
  beforeEach(async () => {
    folder = await temporaryFolder();
    server = await startFakeServer();
    lines.length = 0;
    server.pairingAsks = 1;
    const keyring = `kept="${folder.path}/kept"; test "$1" = search && { test ! -e "$kept" || echo "[/1]"; exit; }
test -e "${folder.path}/locked" && exit 1
case "$1" in store) cat > "$kept";; lookup) cat "$kept";; clear) rm -f "$kept";; esac`;
    await writeFile(join(folder.path, 'xdg-open'), `#!/bin/sh\necho "$1" >> "${folder.path}/shown"\n`, { mode: 0o700 });
    await writeFile(join(folder.path, 'secret-tool'), `#!/bin/sh\n${keyring}\n`, { mode: 0o700 });
    before = process.env['PATH'];
    process.env['PATH'] = `${folder.path}:${before ?? ''}`;
  });
  afterEach(async () => {
    process.env['PATH'] = before;
    await server.close();
    await folder.remove();
  });

  const configOf = () => {
    const config = readConfig(['--data-dir', join(folder.path, 'data'), '--server', server.url], { HOME: folder.path });
    return { ...config, machine: { ...config.machine, platform: 'linux' as const, hasDisplay: true } };
  };
  const shown = (): Promise<string> => readFile(join(folder.path, 'shown'), 'utf8').catch(() => '');

  /** Replaces the keyring with one that has several entries. */
  const useEntries = (): Promise<void> => {
    const keyring = `verb="$1"; shift; test "$verb" = store && shift
kept="${folder.path}/kept-$(echo "$*" | tr -c 'a-z0-9-' _)"
case "$verb" in store) cat > "$kept";; lookup) cat "$kept";; clear) rm -f "$kept";; esac`;
    return writeFile(join(folder.path, 'secret-tool'), `#!/bin/sh\n${keyring}\n`, { mode: 0o700 });
  };

  test('leaves the token of another data folder alone', async () => {
    await useEntries();
    const first = configOf();
    const second = { ...first, dataDir: join(folder.path, 'other') };
    server.behavior.token = 'first-token';
    await pair(first, terminal);
    assert.equal(await knownToken(second), null);
    server.behavior.token = 'second-token';
    await pair(second, terminal);
    assert.deepEqual([await knownToken(first), await knownToken(second)], ['first-token', 'second-token']);
    await logout(second, terminal);
    assert.deepEqual([await knownToken(first), await knownToken(second)], ['first-token', null]);
  });

  test('is not needed again if an older agent named the keyring entry after the server', async () => {
    await useEntries();
    const config = configOf();
    const { dataDir } = config;
    await openTokenStore({ dataDir, server: server.url, entry: server.url }, 'linux').save('older-token');
    assert.equal(await knownToken(config), null);
    await saveSettings(dataDir, { server: server.url });
    assert.equal(await knownToken(config), 'older-token');
    await pair(config, terminal);
    assert.equal(await knownToken(config), 'agent-token');
  });

  test('leaves the token of another data folder alone even if older agents stored both in one keyring entry', async () => {
    await useEntries();
    const first = configOf();
    const second = { ...first, dataDir: join(folder.path, 'other') };
    await openTokenStore({ dataDir: first.dataDir, server: server.url, entry: server.url }, 'linux').save(
      'first-token',
    );
    for (const { dataDir } of [first, second]) await saveSettings(dataDir, { server: server.url });
    server.behavior.token = 'second-token';
    await pair(second, terminal);
    assert.deepEqual([await knownToken(first), await knownToken(second)], ['first-token', 'second-token']);
  });

  test('opens the web page on which the user approves the code', async () => {
    assert.equal(await pair(configOf(), terminal), 'agent-token');
    assert.equal(await shown(), `${server.url}/link?code=BCDF-GHJK\n`);
  });

  for (const address of ['file:///etc/passwd', 'search-ms:query=x']) {
    test(`opens only web addresses: ${address} is only printed`, async () => {
      server.behavior.pairingUrl = address;
      await pair(configOf(), terminal);
      assert.equal(await shown(), '');
      assert.ok(lines.join('\n').includes(address));
    });
  }

  test("saves the key for the server's page packs, and removes it if the server sends none", async () => {
    server.behavior.pagePackKey = 'A'.repeat(43);
    const config = configOf();
    await pair(config, terminal);
    assert.equal((await loadSettings(config.dataDir)).page_pack_key, 'A'.repeat(43));
    server.behavior.pagePackKey = null;
    await pair(config, terminal);
    assert.equal((await loadSettings(config.dataDir)).page_pack_key, null);
  });

  test('ends with the next step, which depends on the system, unless console.cmd starts the agent', async () => {
    const lastLine = async (platform: 'linux' | 'win32', isInConsole: boolean) => {
      const config = configOf();
      await pairCommand({ ...config, isInConsole, machine: { ...config.machine, platform } }, terminal);
      return lines.at(-1) ?? '';
    };
    assert.match(await lastLine('linux', false), /sandpiper-agent install$/u);
    assert.equal(await lastLine('win32', false), 'Next, start Sandpiper Agent from the Start menu.');
    assert.match(await lastLine('win32', true), /^Paired\./u);
  });

  test('says that a running agent keeps its earlier pairing, and logout says that the agent is still running', async () => {
    const config = configOf();
    const channel = await openControlChannel(config.dataDir, () => Promise.resolve('running'));
    try {
      await pairCommand(config, terminal);
      assert.match(
        lines.at(-1) ?? '',
        /^The agent is already running and keeps its earlier pairing until you restart/u,
      );
      await logout(config, terminal);
      assert.match(lines.at(-1) ?? '', /^The agent is still running.*sandpiper-agent stop$/u);
    } finally {
      await channel.close();
    }
  });

  test('from the Start menu on Windows stops a running agent, because console.cmd then starts it again', async () => {
    const config = { ...configOf(), isInConsole: true };
    const channel = await openControlChannel(config.dataDir, (command) => {
      if (command === 'stop') setImmediate(() => void channel.close());
      return Promise.resolve('');
    });
    await pairCommand(config, terminal);
    assert.equal(await askAgent(config.dataDir, 'status'), null);
  });

  /** Returns the settings of an "install" command with a token, on a computer that was paired with another server. */
  const installing = async (token: string) => {
    const config = { ...configOf(), token };
    await saveSettings(config.dataDir, { server: 'https://other.example', page_pack_key: 'A'.repeat(43) });
    await writeFile(join(folder.path, 'systemctl'), '#!/bin/sh\nexit 0\n', { mode: 0o700 });
    return config;
  };

  test('with a token that is passed to "install" survives a locked keyring, and keeps no other server’s page pack key', async () => {
    const config = await installing('by-hand');
    server.behavior.token = 'by-hand';
    await installCommand(config, terminal, 10);
    const { server: pairedWith, page_pack_key } = await loadSettings(config.dataDir);
    assert.deepEqual([pairedWith, page_pack_key], [server.url, null]);
    await writeFile(join(folder.path, 'locked'), '');
    await assert.rejects(knownToken({ ...config, token: null }), TryLater);
    await rm(join(folder.path, 'locked'));
    assert.equal(await knownToken({ ...config, token: null }), 'by-hand');
  });

  test('is kept if "install" gets a wrong token, or an address where something other than the server answers', async () => {
    const config = await installing('wrong');
    const earlier = await loadSettings(config.dataDir);
    const refuses = async (text: RegExp) => {
      await assert.rejects(installCommand(config, terminal, 10), text);
      assert.deepEqual(await loadSettings(config.dataDir), earlier);
      assert.equal(await knownToken({ ...config, token: null }), null);
    };
    await refuses(/doesn't know this agent's token/u);
    server.behavior.foreignStatus = 404;
    await refuses(/Something other than Sandpiper is answering at .* Check the server's address\./u);
    assert.deepEqual(lines, []);
    // A server that is down may work later.
    server.behavior.foreignStatus = 502;
    await installCommand(config, terminal, 10);
    assert.equal((await loadSettings(config.dataDir)).server, server.url);
  });

  test('without a server says how to pair', async () => {
    const config = { ...configOf(), server: null };
    const advice = 'Run: sandpiper-agent pair --server https://…';
    await assert.rejects(pair(config, terminal), { message: `Choose a server first. ${advice}` });
    await assert.rejects(logout(config, terminal), { message: 'This computer is not paired with a server.' });
  });

  test('does not start again while the keyring is locked, and logout fails until the keyring is unlocked', async () => {
    const config = configOf();
    await pair(config, terminal);
    assert.equal(await knownToken(config), 'agent-token');
    await writeFile(join(folder.path, 'locked'), '');
    await assert.rejects(knownToken(config), /unlock it/iu);
    await assert.rejects(logout(config, terminal), /Couldn't remove the token from the desktop's keyring\. Unlock it/u);
    await rm(join(folder.path, 'locked'));
    assert.equal(await knownToken(config), 'agent-token');
    await logout(config, terminal);
    assert.equal(await knownToken(config), null);
  });
});
