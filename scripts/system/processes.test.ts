import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { capture } from './processes.ts';
import { root } from '../bootstrap/project.mjs';

/** Checks whether a process is still running. Ignores zombies, which have ended but haven't been reaped. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    // Only Linux has /proc. On other systems, a process is assumed to be running if it can be signaled.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' && !existsSync('/proc/self');
  }
}

async function untilGone(pid: number): Promise<void> {
  assert.ok(pid > 0);
  while (isRunning(pid)) await sleep(50);
}

const startsAnother = 'sleep 600 & echo $!';

describe('a captured command', { timeout: 60_000 }, () => {
  it('returns its exit code and everything that it printed', async () => {
    const { code, output, stdout } = await capture(process.execPath, [
      '-e',
      'console.log("out"); console.error("err"); process.exit(3)',
    ]);
    assert.equal(code, 3);
    assert.equal(stdout, 'out\n');
    assert.ok(output.includes('out\n') && output.includes('err\n'));
  });

  it('is killed at its time limit, together with everything that it started', async () => {
    const result = await capture('sh', ['-c', `${startsAnother}; wait`], { timeoutMs: 2_000 });
    assert.equal(result.timedOut, true);
    await untilGone(Number(result.stdout));
  });

  it('leaves nothing running when it ends on its own', async () => {
    const result = await capture('sh', ['-c', startsAnother]);
    assert.equal(result.code, 0);
    await untilGone(Number(result.stdout));
  });

  it('is killed when the script that runs it is told to stop', async () => {
    const script = `
      import { capture } from './scripts/system/processes.ts';
      const running = capture('sh', ['-c', 'sleep 600']);
      console.log('running');
      await running;
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) if (line === 'running') break;
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.equal(code, 143);
  });

  it('causes an error if it cannot be started', async () => {
    await assert.rejects(capture('/nowhere/program', []), { code: 'ENOENT' });
  });
});
