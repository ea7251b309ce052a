import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApi, isUnanswered } from '../platform/api-client.ts';
import { isProtected } from '../platform/address.ts';
import { readConfig, type Config } from '../platform/config.ts';
import { saveSettings } from '../platform/saved-settings.ts';
import type { Terminal } from '../platform/terminal.ts';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { doctorCommand } from './doctor.command.ts';
import { installCommand } from './install.command.ts';
import { logout, pairCommand } from './pair.command.ts';
import { runCommand } from './run.command.ts';

/** This host doesn't exist. An agent that tried to connect to it would fail with another message. */
const server = 'http://sandpiper.invalid';
const refusal =
  /The connection to http:\/\/sandpiper\.invalid would not be encrypted.*its https:\/\/ address.*sandpiper-agent pair --server https/u;

test('only addresses on this computer are allowed without encryption', () => {
  for (const address of ['https://a.example', 'http://127.0.0.1:3000', 'http://localhost:1/base', 'http://[::1]:1'])
    assert.equal(isProtected(address), true, address);
  for (const address of ['http://a.example', 'http://192.168.1.5:3000', 'http://127.0.0.1.example', 'http://0.0.0.0:1'])
    assert.equal(isProtected(address), false, address);
});

test('no command connects to another computer without encryption, even if an older agent saved its address', () =>
  inTemporaryFolder(async (home) => {
    const dataDir = join(home, 'data');
    await mkdir(dataDir);
    await saveSettings(dataDir, { server, is_paired: true });
    const firefox = join(home, 'firefox');
    await writeFile(firefox, '#!/bin/sh\necho "Mozilla Firefox 153.0"\n', { mode: 0o700 });
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(text);
    const terminal: Terminal = { say, print: say, warn: say };
    const config: Config = {
      ...readConfig(['--data-dir', dataDir, '--headless', '--firefox', firefox, '--token', 't'], { HOME: home }),
      hasTerminal: true,
    };
    assert.equal(config.server, server);
    await assert.rejects(runCommand(config, terminal), refusal);
    await assert.rejects(pairCommand(config, terminal), refusal);
    await assert.rejects(installCommand(config, terminal, 10), refusal);
    assert.deepEqual(
      (await readdir(home)).filter((name) => name.startsWith('.config')),
      [],
      'the command installed nothing',
    );
    await assert.rejects(doctorCommand(config, terminal), /needs your attention/u);
    assert.ok(
      lines.some((line) => line.startsWith('FAIL') && refusal.test(line)),
      lines.join('\n'),
    );
    // The user can still log out, and the suggested fix works: pair with an https:// address.
    await logout(config, terminal);
    assert.equal(
      readConfig(['pair', '--data-dir', dataDir, '--server', 'https://b.example']).server,
      'https://b.example',
    );
    assert.throws(() => readConfig(['--instagram-url', 'http://a.example']), /must begin with https:\/\//u);
  }));

test('redirects are not followed, because they could lead to an unencrypted address', async () => {
  let followed = 0;
  const listener = createServer((request, response) => {
    if (request.url === '/elsewhere') followed += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    await assert.rejects(createApi(url, 'token')('POST /api/agent/sign-off', {}), isUnanswered);
    assert.equal(followed, 0);
  } finally {
    listener.close();
  }
});
