import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../platform/config.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createProfileTasks } from './profile.tasks.ts';

test('trying a profile that is open in Firefox says so, and one that is not listed is not touched', async () => {
  const folder = await temporaryFolder();
  const { machine } = readConfig([], { HOME: folder.path });
  const profilesDir = join(folder.path, 'profiles');
  const own = join(profilesDir, 'own');
  await mkdir(own, { recursive: true });
  const tasks = createProfileTasks({ machine, profilesDir, firefox: '/nowhere' });
  // Any program whose command line names Firefox counts as one.
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'firefox'], { stdio: 'ignore' });
  try {
    await symlink(`127.0.0.1:+${holder.pid}`, join(own, 'lock'));
    const tried = await tasks.test(own);
    assert.deepEqual(tried, {
      valid: true,
      message: 'own is open in Firefox right now, so it works.',
      error: null,
    });
    assert.match((await tasks.test(folder.path)).error ?? '', /not on this computer/u);
    const { profiles, detected, error } = await tasks.list();
    assert.deepEqual([profiles.map((profile) => profile.name), detected], [['own'], false]);
    assert.match(error ?? '', /no Firefox at \/nowhere/u);
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await folder.remove();
  }
});
