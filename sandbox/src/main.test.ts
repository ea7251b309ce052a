import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { faultNames } from './faults/fault.catalog.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

function start(port: string): ChildProcess {
  return spawn(process.execPath, [main, '--port', port], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function readyAddress(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout);
  const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'));
  return (
    /^Imitation Instagram is ready at (http:\/\/127\.0\.0\.1:\d+)\n$/u.exec(line.toString())?.[1] ??
    assert.fail(line.toString())
  );
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`the sandbox prints its address in one line, and stops cleanly on ${signal}`, { timeout: 60_000 }, async () => {
    const child = start('0');
    const ended = once(child, 'exit');
    const address = await readyAddress(child);
    assert.equal((await fetch(`${address}/__sandbox/deliveries`)).status, 200);
    child.kill(signal);
    assert.deepEqual(await ended, [0, null]);
  });
}

test('the sandbox reports in one line that its port is in use', { timeout: 60_000 }, async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  assert.ok(typeof address === 'object' && address !== null);
  const child = start(String(address.port));
  assert.ok(child.stderr);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  holder.close();
  assert.equal(
    said,
    `Port ${address.port} is in use. Stop the program that uses it, or choose another port with --port.\n`,
  );
  assert.equal(code, 1);
});

test('the sandbox refuses a port that is not a number', { timeout: 60_000 }, async () => {
  const child = start('many');
  assert.ok(child.stderr);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  assert.match(said, /^The port must be a number/u);
  assert.equal(code, 1);
});

test('--faults lists every fault', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, [main, '--faults'], { stdio: ['ignore', 'pipe', 'pipe'] });
  assert.ok(child.stdout);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  assert.equal(code, 0);
  for (const name of faultNames) assert.match(printed, new RegExp(`^  ${name} +\\S`, 'mu'));
});
