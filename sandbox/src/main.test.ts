import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listenOnFreePort } from '@sandpiper/testkit/ports';
import { startProgram, type Program } from '@sandpiper/testkit/program';
import { readyUrl } from '@sandpiper/testkit/readiness';
import { faultNames } from './faults/fault.catalog.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

function start(...args: string[]): Program {
  return startProgram('The sandbox', { args: [main, ...args] });
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`the sandbox prints its address in one line, and stops cleanly on ${signal}`, { timeout: 60_000 }, async () => {
    const sandbox = start('--port', '0');
    const url = await readyUrl(sandbox);
    assert.equal((await fetch(`${url}/__sandbox/deliveries`)).status, 200);
    assert.deepEqual(await sandbox.stop(signal), { code: 0, signal: null });
    assert.equal(sandbox.output(), `Imitation Instagram is ready at ${url}\n`);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/u);
  });
}

test('the sandbox reports in one line that its port is in use', { timeout: 60_000 }, async () => {
  const holder = createServer();
  const port = await listenOnFreePort(holder);
  const sandbox = start('--port', String(port));
  assert.equal((await sandbox.ended).code, 1);
  holder.close();
  assert.equal(
    sandbox.output(),
    `Port ${port} is in use. Stop the program that uses it, or choose another port with --port.\n`,
  );
});

test('the sandbox refuses a port that is not a number', { timeout: 60_000 }, async () => {
  const sandbox = start('--port', 'many');
  assert.equal((await sandbox.ended).code, 1);
  assert.match(sandbox.output(), /^The port must be a number/u);
});

test('--faults lists every fault', { timeout: 60_000 }, async () => {
  const sandbox = start('--faults');
  assert.equal((await sandbox.ended).code, 0);
  for (const name of faultNames) assert.match(sandbox.output(), new RegExp(`^  ${name} +\\S`, 'mu'));
});
