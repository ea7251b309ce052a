import assert from 'node:assert/strict';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { requireFirefox, versionOf, whyNoFirefox } from '../browser/firefox.finder.ts';
import { readConfig } from '../platform/config.ts';
import { messageOf } from '../platform/errors.ts';
import { saveSettings } from '../platform/saved-settings.ts';
import type { FakeServer } from '../testing/fake-server.state.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { doctorCommand } from './doctor.command.ts';

describe('sandpiper-agent doctor', () => {
  let folder: TemporaryFolder;
  let server: FakeServer;
  beforeEach(async () => {
    folder = await temporaryFolder();
    server = await startFakeServer();
  });
  afterEach(async () => {
    await server.close();
    await folder.remove();
  });

  /** Runs doctor with a Firefox executable that reports this version. Returns the lines it prints and, if it fails, its error. */
  const examine = async (
    version: string,
    token = 'agent-token',
    given: { words?: string[]; env?: NodeJS.ProcessEnv } = {},
  ): Promise<string[]> => {
    const firefox = join(folder.path, 'firefox');
    await writeFile(firefox, `#!/bin/sh\necho "Mozilla Firefox ${version}"\n`);
    await chmod(firefox, 0o700);
    const { words = ['--token', token], env = { DISPLAY: ':0' } } = given;
    const args = [
      '--data-dir',
      join(folder.path, 'data'),
      '--server',
      server.url,
      '--instagram-url',
      'http://localhost:1',
    ];
    const config = readConfig([...args, ...words, '--firefox', firefox], { HOME: folder.path, ...env });
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(...text.split('\n'));
    const problem = await doctorCommand(config, { say, print: say, warn: say }).then(() => null, messageOf);
    return problem === null ? lines : [...lines, problem];
  };

  test('says what it checked and that there are no problems', async () => {
    const lines = await examine('153.7.0esr');
    assert.deepEqual(
      lines.filter((line) => line.startsWith('FAIL')),
      [],
    );
    for (const what of [/Firefox 153/u, /Firefox profiles/u, /GB free/u, /Can reach/u, /clock/u, /working for tester/u])
      assert.ok(
        lines.some((line) => line.startsWith('ok') && what.test(line)),
        `${String(what)}: ${lines.join('\n')}`,
      );
    assert.equal(lines.at(-1), 'No problems found.');
    assert.deepEqual(
      [server.syncs.length, server.checks.length],
      [0, 1],
      'the server must not treat the doctor command as a running agent',
    );
  });

  test('says what is wrong and what to do about it', async () => {
    server.behavior.clockOffMs = 7 * 60_000;
    const lines = await examine('115.0', 'revoked');
    const wrong = lines.filter((line) => line.startsWith('FAIL'));
    assert.equal(wrong.length, 3, lines.join('\n'));
    assert.match(wrong.join('\n'), /Firefox 115\.0 is too old.*\n.*computer's clock is off by 7 min.*\n.*Pair again/u);
    assert.equal(lines.at(-1), '3 things need your attention.');
  });

  test('reports a missing display, unless --headless is set', { skip: process.platform !== 'linux' }, async () => {
    const lines = await examine('153.7.0esr', undefined, { env: {} });
    assert.match(lines.join('\n'), /^FAIL {2}There is no display .*--headless\.$/mu);
    const headless = await examine('153.7.0esr', undefined, {
      words: ['--token', 'agent-token', '--headless'],
      env: {},
    });
    assert.equal(headless.at(-1), 'No problems found.');
  });

  test('reports a sandbox server combined with the real Instagram', async () => {
    const words = ['--token', 'agent-token', '--instagram-url', 'https://www.instagram.com'];
    assert.match(
      (await examine('153.7.0esr', undefined, { words })).join('\n'),
      /^FAIL {2}This server runs in sandbox mode/mu,
    );
  });

  test('still checks the server when the token cannot be read', async () => {
    await saveSettings(join(folder.path, 'data'), { server: server.url, is_paired: true });
    const lines = (await examine('153.7.0esr', undefined, { words: [] })).join('\n');
    assert.match(lines, /^ok {4}Can reach .*\nok {4}The clock is correct\nFAIL {2}Couldn't read the token/mu);
  });

  test('names the Firefox profiles that cannot be read', async () => {
    const root = join(folder.path, '.mozilla', 'firefox');
    await mkdir(join(root, 'good'), { recursive: true });
    await symlink(join(root, 'bad'), join(root, 'bad'));
    const entries = ['good', 'bad'].map((name, at) => `[Profile${at}]\nName=${name}\nIsRelative=1\nPath=${name}\n`);
    await writeFile(join(root, 'profiles.ini'), entries.join('\n'));
    const lines = await examine('153.7.0esr');
    assert.ok(lines.includes('ok    The agent can read 1 Firefox profile'), lines.join('\n'));
    assert.match(lines.join('\n'), /^FAIL {2}Can't read the Firefox profile bad at .*\/firefox\/bad\./mu);
    assert.equal(lines.at(-1), '1 thing needs your attention.');
  });

  test('says when the version of the agent does not match the server', async () => {
    server.behavior.error = 'agent_outdated';
    assert.match((await examine('153.7.0esr')).join('\n'), /FAIL.*Get the matching Sandpiper Agent/u);
  });

  test('says when the address is not a Sandpiper server', async () => {
    server.behavior.foreignStatus = 404;
    assert.match((await examine('153.7.0esr')).join('\n'), /^FAIL {2}Something other than Sandpiper is answering at/mu);
  });

  test('explains that Firefox from Flatpak cannot be used', async () => {
    const { machine } = readConfig([], { HOME: folder.path });
    const flatpak = join(folder.path, '.local', 'share', 'flatpak', 'exports', 'bin');
    const linux = { ...machine, platform: 'linux' as const };
    assert.match(await whyNoFirefox(linux, '/nowhere/firefox'), /no Firefox at/u);
    await mkdir(flatpak, { recursive: true });
    const program = join(flatpak, 'org.mozilla.firefox');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o700 });
    assert.match(await whyNoFirefox(linux, null), /can't use Firefox from Flatpak/u);
    await assert.rejects(requireFirefox(linux, program), /can't use Firefox from Flatpak/u);
  });

  test('reads the version from application.ini when Firefox does not print it', async () => {
    await writeFile(join(folder.path, 'application.ini'), '; a comment\n[App]\nName=Firefox\nVersion=153.7.0\n');
    assert.equal(await versionOf(join(folder.path, 'firefox.exe'), 'win32'), '153.7.0');
    assert.equal(await versionOf(join(folder.path, 'elsewhere', 'firefox.exe'), 'win32'), null);
  });
});
