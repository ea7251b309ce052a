import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'sandpiper-main-'));
const running = new Set<ChildProcess>();
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

function start(environment: Record<string, string>, ...args: string[]): Started {
  const child = spawn(process.execPath, [main, ...args], {
    env: { LOG_LEVEL: 'error', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (text += data.toString()));
  const ended = once(child, 'close').then(() => {
    running.delete(child);
    return child.exitCode;
  });
  return { child, output: () => text, ended };
}

/** The address that the server prints when it is ready. */
async function addressOf(started: Started): Promise<string> {
  for (;;) {
    const match = /ready at (http\S+)/.exec(started.output());
    if (match?.[1] !== undefined) return match[1];
    const ended = await Promise.race([
      started.ended.then(() => true),
      once(started.child.stdout ?? started.child, 'data'),
    ]);
    if (ended === true) throw new Error(`The server ended: ${started.output()}`);
  }
}

async function signIn(address: string, username: string, password: string): Promise<number> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return response.status;
}

describe('the server process', () => {
  it('prints the administrator’s password once, keeps its data through a kill, and ends cleanly', async () => {
    const environment = { DATA_DIR: join(folder, 'one') };
    const first = start(environment);
    const address = await addressOf(first);
    const password = /Password: +(\S+)/.exec(first.output())?.[1] ?? '';
    assert.equal(await signIn(address, 'admin', password), 200);
    const key = await stat(join(folder, 'one', 'secret.key'));
    assert.equal(key.mode & 0o777, 0o600);

    const second = start(environment);
    assert.equal(await second.ended, 1);
    assert.match(second.output(), /^Another process is using .*one\. Stop it first.*\n$/);

    first.child.kill('SIGKILL');
    await first.ended;
    const third = start(environment);
    const again = await addressOf(third);
    assert.doesNotMatch(third.output(), /Password/);
    assert.equal(await signIn(again, 'admin', password), 200);
    third.child.kill('SIGTERM');
    assert.equal(await third.ended, 0);
  });

  for (const [name, value, text] of [
    ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be an address that begins with postgres:// or postgresql://'],
    ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must have at least 6 characters'],
    [
      'TRUST_PROXY',
      'yes',
      'TRUST_PROXY must be the number of proxies, from 0 to 10, or their addresses, such as 10.0.0.5 or 10.0.0.0/8, with commas between them',
    ],
  ] as const) {
    it(`ends with one line about a bad ${name}`, async () => {
      const started = start({ DATA_DIR: join(folder, 'never'), [name]: value });
      assert.equal(await started.ended, 1);
      assert.equal(started.output().trim(), text);
    });
  }

  it('ends with one line when the port is taken', async () => {
    const first = start({ DATA_DIR: join(folder, 'two'), ADMIN_PASSWORD: 'open sesame' });
    const { port } = new URL(await addressOf(first));
    const second = start({ DATA_DIR: join(folder, 'three'), PORT: port, ADMIN_PASSWORD: 'open sesame' });
    assert.equal(await second.ended, 1);
    assert.match(second.output(), /Port \d+ is already in use\. Set PORT to another port\.\n$/);
    first.child.kill('SIGTERM');
    await first.ended;
  });
});
