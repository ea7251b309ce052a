import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { Failure } from './project.mjs';
import { runHere } from './terminal.mjs';

it('a program that does not exist is reported in one line', async () => {
  await assert.rejects(runHere('no-such-program', []), new Failure("Couldn't run no-such-program (ENOENT)."));
});

it('a program ends when npm is stopped, which ends only the shell in between', async (t) => {
  if (process.platform === 'win32') return t.skip('Windows has no signals');
  // The program ends by itself in the end, so that it isn't left behind if this test fails.
  const program = `
    process.on('SIGTERM', () => { console.log('stopped'); process.exit(); });
    setTimeout(() => {}, 30_000);
    console.log('ready');`;
  const run = `import { runHere } from ${JSON.stringify(import.meta.resolve('./terminal.mjs'))};
    await runHere(process.execPath, ['--eval', ${JSON.stringify(program)}]);`;
  const node = [process.execPath, '--input-type=module', '--eval', run];
  const shell = spawn('sh', ['-c', '"$@"; exit', 'sh', ...node], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (data: Buffer) => {
    output += data.toString();
    if (output === 'ready\n') shell.kill('SIGTERM');
  });
  await once(shell, 'close');
  assert.equal(output, 'ready\nstopped\n');
});
