import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesIn } from './folder-processes.ts';
import { startProgram } from './program.ts';

function script(text: string) {
  return { args: ['-e', text] };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a program', { timeout: 60_000 }, () => {
  it('has printed the awaited output when the wait ends', async () => {
    const program = startProgram('talker', script('console.log("ready at", 42); setInterval(() => {}, 1000)'));
    const [, number] = await program.waitFor(/ready at (\d+)/);
    assert.equal(number, '42');
    await program.stop();
  });

  it('makes a wait for its output fail if it exits first, with an error that contains everything it printed', async () => {
    const program = startProgram('quitter', script('console.error("no port left")'));
    await assert.rejects(program.waitFor(/ready/), /quitter ended before it printed .*ready.*no port left/s);
  });

  it('can clean up when it is asked to exit', async () => {
    const program = startProgram(
      'tidy',
      script('process.on("SIGTERM", () => process.exit(3)); console.log("up"); setInterval(() => {}, 1000)'),
    );
    await program.waitFor(/up/);
    assert.deepEqual(await program.stop(), { code: 3, signal: null });
    assert.equal(program.hasEnded(), true);
  });

  it('can be killed as if it had crashed', async () => {
    const program = startProgram('victim', script('console.log("up"); setInterval(() => {}, 1000)'));
    await program.waitFor(/up/);
    assert.deepEqual(await program.kill(), { code: null, signal: 'SIGKILL' });
  });

  it('keeps only the requested amount of output', async () => {
    const program = startProgram('chatter', { ...script('console.log("a".repeat(500) + "end")'), keptCharacters: 4 });
    await program.ended;
    assert.equal(program.output(), 'end\n');
  });

  it('fails to start if its executable does not exist', () => {
    assert.throws(() => startProgram('ghost', { command: '/nowhere/program', args: [] }), /ghost could not be started/);
  });
});

describe('a process that still uses a folder', { skip: process.platform !== 'linux' }, () => {
  it('is found by its command line', async () => {
    const folder = '/tmp/sandpiper-testkit-folder';
    const program = startProgram('worker', {
      args: ['-e', 'console.log("up"); setInterval(() => {}, 1000)', `${folder}/profile`],
    });
    await program.waitFor(/up/);
    assert.deepEqual(processesIn(folder), [program.pid]);
    await program.kill();
    while (isRunning(program.pid)) await sleep(10);
    assert.deepEqual(processesIn(folder), []);
  });
});
