import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowserRecords } from '../../browser/browser.records.ts';
import { readConfig } from '../../platform/config.ts';
import { inTemporaryFolder, temporaryFolder } from '../../testing/temporary-folder.ts';
import { openCreatedProfiles } from '../../browser/created-profiles.ts';
import { openProfileTrash } from '../../browser/profile.trash.ts';
import { createProfileTasks } from './profile.tasks.ts';

test('testing a profile reports whether it is open, unreadable or not on this computer', async () => {
  const folder = await temporaryFolder();
  const { machine } = readConfig([], { HOME: folder.path });
  const profilesDir = join(folder.path, 'profiles');
  const own = join(profilesDir, 'own');
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'times.json'), '{}');
  const records = await openBrowserRecords(join(folder.path, 'data'));
  const created = openCreatedProfiles(join(folder.path, 'data'));
  const trash = openProfileTrash(join(folder.path, 'data'));
  const tasks = createProfileTasks({ machine, profilesDir, created, trash, firefox: '/nowhere', records });
  // The agent treats any process with "firefox" in its command line as Firefox.
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'firefox'], { stdio: 'ignore' });
  try {
    await symlink(`127.0.0.1:+${holder.pid}`, join(own, 'lock'));
    const tried = await tasks.test(own);
    assert.deepEqual(tried, {
      valid: true,
      message: 'The profile "own" works. It is open in Firefox right now.',
      error: null,
    });
    assert.match((await tasks.test(folder.path)).error ?? '', /isn't on this computer/u);
    const { profiles, detected, error } = await tasks.list();
    assert.deepEqual([profiles.map((profile) => profile.name), detected], [['own'], false]);
    assert.match(error ?? '', /no Firefox at \/nowhere/u);
    const root = join(folder.path, '.mozilla', 'firefox');
    await mkdir(root, { recursive: true });
    await writeFile(join(root, 'profiles.ini'), '[Profile0]\nName=loop\nIsRelative=1\nPath=loop\n');
    await symlink(join(root, 'loop'), join(root, 'loop'));
    assert.match((await tasks.test(join(root, 'loop'))).error ?? '', /Can't read the Firefox profile loop/u);
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await folder.remove();
  }
});

test('a Firefox process that only tests a profile is recorded, so that it can be terminated after a crash', async () => {
  const folder = await temporaryFolder();
  try {
    const { machine } = readConfig([], { HOME: folder.path });
    const [profilesDir, dataDir] = [join(folder.path, 'profiles'), join(folder.path, 'data')];
    const own = join(profilesDir, 'own');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'times.json'), '{}');
    const firefox = join(folder.path, 'firefox');
    // This program exits as soon as its process ID has been recorded.
    const script = `[ "$1" = --version ] && { echo Mozilla Firefox 153.0; exit; }
tries=0; until grep '"pid":'$$ "${dataDir}/browsers.json" > "${folder.path}/seen"; do
tries=$((tries + 1)); [ $tries = 300 ] && exit 1; sleep 0.1; done`;
    await writeFile(firefox, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const created = openCreatedProfiles(dataDir);
    const records = await openBrowserRecords(dataDir);
    const trash = openProfileTrash(dataDir);
    const tasks = createProfileTasks({ machine, profilesDir, created, trash, firefox, records });
    assert.match((await tasks.test(own)).error ?? '', /closed right after it started/u);
    assert.match(await readFile(join(folder.path, 'seen'), 'utf8'), /profiles\/own/u);
    assert.equal((await readFile(join(dataDir, 'browsers.json'), 'utf8')).trim(), '[]');
  } finally {
    await folder.remove();
  }
});

test('the other profiles are listed, and the result contains the error, if one profiles.ini cannot be read', () =>
  inTemporaryFolder(async (folder) => {
    const { machine } = readConfig([], { HOME: folder });
    const [profilesDir, dataDir, firefox] = [join(folder, 'profiles'), join(folder, 'data'), join(folder, 'firefox')];
    await mkdir(join(profilesDir, 'own'), { recursive: true });
    await writeFile(join(profilesDir, 'own', 'times.json'), '{}');
    await mkdir(join(folder, '.mozilla', 'firefox', 'profiles.ini'), { recursive: true });
    await writeFile(firefox, '#!/bin/sh\necho Mozilla Firefox 153.0\n', { mode: 0o700 });
    const created = openCreatedProfiles(dataDir);
    const [records, trash] = [await openBrowserRecords(dataDir), openProfileTrash(dataDir)];
    const tasks = createProfileTasks({ machine, profilesDir, created, trash, firefox, records });
    const { profiles, error } = await tasks.list();
    assert.deepEqual(
      profiles.map(({ name }) => name),
      ['own'],
    );
    assert.match(error ?? '', /^Couldn't list some of the Firefox profiles on this computer \(EISDIR/u);
  }));

test('profiles that are created at the same time do not overwrite each other', () =>
  inTemporaryFolder(async (folder) => {
    const { machine } = readConfig([], { HOME: folder });
    const [root, dataDir, firefox] = [
      join(folder, '.mozilla', 'firefox'),
      join(folder, 'data'),
      join(folder, 'firefox'),
    ];
    await mkdir(root, { recursive: true });
    // Like Firefox, this program reads the list of profiles, then rewrites the whole list.
    const script = `[ "$1" = --version ] && { echo Mozilla Firefox 153.0; exit; }
cd "${root}"; before=$(cat profiles.ini 2>/dev/null); sleep 0.3; mkdir "zz.$4"; echo {} > "zz.$4/times.json"
printf '%s\n[Profile%s]\nName=%s\nIsRelative=1\nPath=zz.%s\n' "$before" "$(echo "$before" | grep -c Profile)" "$4" "$4" > profiles.ini`;
    await writeFile(firefox, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const created = openCreatedProfiles(dataDir);
    const [records, trash] = [await openBrowserRecords(dataDir), openProfileTrash(dataDir)];
    const profilesDir = join(folder, 'profiles');
    const tasks = createProfileTasks({ machine, profilesDir, created, trash, firefox, records });
    const names = ['one', 'two', 'three'];
    await Promise.all(names.map((name) => tasks.create(name, false)));
    const { profiles } = await tasks.list();
    assert.deepEqual(profiles.map(({ name }) => name).toSorted(), names.toSorted());
    for (const { path } of profiles) assert.equal(await created.has(path), true, path);
  }));
