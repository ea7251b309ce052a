import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    const folder = mkdtempSync(join(tmpdir(), 'sandpiper-capture-'));
    const file = join(folder, 'pid');
    const script = `
      import { capture } from './scripts/system/processes.ts';
      await capture('sh', ['-c', 'echo $$ > "$0"; exec sleep 600', ${JSON.stringify(file)}]);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      stdio: 'inherit',
    });
    const pid = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
    while (pid() === 0) await sleep(50);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.equal(code, 143);
    await untilGone(pid());
    rmSync(folder, { recursive: true });
  });

  it('causes an error if it cannot be started', async () => {
    await assert.rejects(capture('/nowhere/program', []), { code: 'ENOENT' });
  });
});
