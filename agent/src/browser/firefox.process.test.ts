import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { poll, sleep } from '../platform/clock.ts';
import { isAlive } from '../platform/processes.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { ProfileHeld, StartFailed, startFirefox } from './firefox.process.ts';

describe('starting a Firefox process that exits before it is ready', { timeout: 60_000 }, () => {
  let folder: TemporaryFolder;
  let profile: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    profile = join(folder.path, 'profile');
    await mkdir(profile);
  });
  afterEach(() => folder.remove());

  /** Starts a program in place of Firefox. The program writes `says` to stderr and exits with `code`. */
  const start = async (says: string, code: number, onSpawn?: (pid: number) => Promise<void>) => {
    const executable = join(folder.path, 'program');
    await writeFile(executable, `#!/bin/sh\necho "${says}" >&2\nexit ${code}\n`, { mode: 0o700 });
    return startFirefox({ executable, profile, headless: true, timeoutMs: 1000, ...(onSpawn && { onSpawn }) });
  };
  /** Runs `work` while another process has the profile open. The agent treats any process with "firefox" in its command line as Firefox. */
  const whileHeld = async (work: () => Promise<void>): Promise<void> => {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'firefox'], { stdio: 'ignore' });
    try {
      await symlink(`127.0.0.1:+${holder.pid}`, join(profile, 'lock'));
      await work();
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
  };

  test('reports that the profile is in use if Firefox says so in English', async () => {
    await assert.rejects(start('Firefox is already running, but is not responding.', 0), ProfileHeld);
  });

  test('reports that the profile is in use if the exit code and the lock show it, whatever the language of the message', () =>
    whileHeld(async () => {
      await assert.rejects(start('Firefox wird bereits ausgeführt, reagiert aber nicht.', 0), ProfileHeld);
    }));

  test('reports that Firefox did not start if the profile is not in use, or if the exit code shows a crash', async () => {
    await assert.rejects(start('Good bye.', 0), StartFailed);
    await whileHeld(async () => {
      await assert.rejects(start('Segmentation fault', 139), (error: unknown) => {
        assert.ok(error instanceof StartFailed && !(error instanceof ProfileHeld));
        return /closed right after it started \(Segmentation fault\)/u.test(error.message);
      });
    });
  });

  test('does not wait if the process exits while the agent is recording its process ID', async () => {
    const written = async (pid: number): Promise<void> => {
      const isOver = (): true | null => (isAlive(pid) ? null : true);
      assert.ok(await poll(isOver, { timeoutMs: 30_000, intervalMs: 20 }));
      // Give Node time to report that the process has exited.
      await sleep(100);
    };
    await assert.rejects(start('no luck', 1, written), (error) => {
      return error instanceof StartFailed && /closed right after it started \(no luck\)/u.test(error.message);
    });
  });
});
