import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, symlink, writeFile, access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { addProfileFolder, addProfileGroup, ini, testComputer } from '../testing/profiles.ts';
import { canonicalPath } from '../platform/canonical-path.ts';
import { findProfilesAt, listedProfileAt, profileFolderFor } from './profile.access.ts';
import { deleteProfile } from './profile.editor.ts';
import { isReadable } from './profile.folder.ts';
import { describeProfile, listProfiles } from './profile.list.ts';
import { holderOf } from './profile.lock.ts';
import { prepareProfile } from './profile.preferences.ts';
import { classicProfiles, formatIni, parseIni } from './profiles.ini.ts';

describe('Firefox profiles on this computer', { timeout: 120_000 }, () => {
  const computer = testComputer();

  test('profiles.ini can have its sections in any order, and is written back without changes', () => {
    const profiles = classicProfiles(parseIni(ini));
    assert.deepEqual(
      profiles.map((profile) => [profile.name, profile.isDefault]),
      [
        ['work', false],
        ['default-esr', true],
      ],
    );
    assert.deepEqual(parseIni(formatIni(parseIni(ini))), parseIni(ini));
  });

  test('`Default=1` marks the default profile only if no Firefox installation has its own default profile', () => {
    const defaultsIn = (text: string) =>
      classicProfiles(parseIni(text)).flatMap(({ name, isDefault }) => (isDefault ? [name] : []));
    const moved = ini.replace('\nDefault=1', '').replace('Path=ab12cd34.work', 'Path=ab12cd34.work\nDefault=1');
    assert.deepEqual(defaultsIn(moved), ['default-esr']);
    assert.deepEqual(defaultsIn(moved.replace(/\[Install[^]*/u, '')), ['work']);
  });

  test('profiles from profiles.ini, Firefox’s profile groups and the agent’s own folder are listed', async () => {
    const { machine, root, profilesDir } = computer;
    await addProfileGroup(root, '4f1c', ['qq11ww22.Shop', 'xy98zw76.default-esr']);
    await addProfileFolder(join(root, 'qq11ww22.Shop'));
    await addProfileFolder(join(profilesDir, 'own'));
    const names = (await listProfiles(machine, profilesDir)).map((profile) => profile.name);
    assert.deepEqual(names, ['work', 'default-esr', 'qq11ww22.Shop', 'own']);
  });

  test('a profile group that cannot be read is an error, but other databases next to it are ignored', async () => {
    const { machine, root, profilesDir, place } = computer;
    await addProfileGroup(root, '4f1c', ['qq11ww22.Shop', 'ab12cd34.work']);
    const groups = join(root, 'Profile Groups');
    await writeFile(join(groups, 'other.sqlite'), 'not a database');
    assert.deepEqual(
      (await listProfiles(machine, profilesDir)).map(({ name, isGrouped }) => [name, isGrouped]),
      [
        ['work', true],
        ['default-esr', false],
      ],
    );
    await rm(join(groups, '4f1c.sqlite'));
    await symlink('4f1c.sqlite', join(groups, '4f1c.sqlite'));
    await assert.rejects(deleteProfile(place, join(root, 'ab12cd34.work')), { code: 'ELOOP' });
  });

  test('a profile is described with its folder and size', async () => {
    const { machine, root, profilesDir, place } = computer;
    await writeFile(join(root, 'ab12cd34.work', 'big'), Buffer.alloc(1024 * 1024));
    const work = await listedProfileAt(machine, profilesDir, join(root, 'ab12cd34.work'));
    assert.ok(work !== null);
    const described = await describeProfile(work, place.created);
    assert.equal(described.directory_name, 'ab12cd34.work');
    assert.ok(described.size_mb >= 1 && described.size_mb < 1.01, String(described.size_mb));
  });

  test('an unreadable profile is listed with size 0, and the others are still listed', async () => {
    const { machine, root, profilesDir, place } = computer;
    const loop = join(root, 'cd34ef56.loop');
    await symlink(loop, loop);
    await writeFile(join(root, 'profiles.ini'), `${ini}\n[Profile2]\nName=loop\nIsRelative=1\nPath=cd34ef56.loop\n`);
    const work = join(root, 'ab12cd34.work');
    await writeFile(join(work, 'big'), Buffer.alloc(2 * 1024 * 1024));
    const listed = await listProfiles(machine, profilesDir);
    const described = await Promise.all(listed.map((profile) => describeProfile(profile, place.created)));
    assert.deepEqual(
      described.map(({ name, size_mb }) => [name, size_mb]),
      [
        ['work', 2],
        ['default-esr', 0],
        ['loop', 0],
      ],
    );
    assert.deepEqual(await Promise.all(listed.map(({ path }) => isReadable(path))), [true, true, false]);
    assert.equal(await profileFolderFor(machine, profilesDir, work), work);
    await assert.rejects(profileFolderFor(machine, profilesDir, loop), /Can't read the Firefox profile loop/u);
  });

  test('a path from the server must lead to a listed profile, or to a new profile in the agent’s own folder', async () => {
    const { folder, machine, root, profilesDir } = computer;
    assert.equal(
      await profileFolderFor(machine, profilesDir, join(root, 'ab12cd34.work')),
      join(root, 'ab12cd34.work'),
    );
    assert.equal(
      await profileFolderFor(machine, profilesDir, join(profilesDir, 'new-one')),
      join(profilesDir, 'new-one'),
    );
    const refused = [
      join(root, 'not-listed'),
      folder.path,
      '/etc',
      join(profilesDir, '..', '..', 'elsewhere'),
      join(profilesDir, 'a', 'b'),
      profilesDir,
      'relative',
      `${profilesDir}/x\0y`,
      `${profilesDir}/.hidden`,
    ];
    for (const path of refused) {
      await assert.rejects(profileFolderFor(machine, profilesDir, path), /isn.t on this computer/u, path);
    }
  });

  test('a profile that exists or can be created at a path is recognized, and always gets the same canonical path', async () => {
    const { folder, machine, root, profilesDir } = computer;
    const find = async (path: string) => (await findProfilesAt(machine, profilesDir, [path]))[0];
    const listed = join(root, 'ab12cd34.work');
    await symlink(root, join(folder.path, 'elsewhere'));
    for (const path of [listed, `${listed}/`, join(folder.path, 'elsewhere', 'ab12cd34.work')]) {
      assert.deepEqual(await find(path), { isMine: true, folder: await canonicalPath(listed) }, path);
    }
    const own = join(profilesDir, 'new-one');
    const before = await find(own);
    await assert.rejects(access(profilesDir), 'looking up a path creates no folder');
    await mkdir(own, { recursive: true });
    assert.deepEqual([before, await find(own)], [{ isMine: true, folder: own }, before]);
    for (const path of [join(root, 'not-listed'), 'C:\\Users\\anna\\profile', join(profilesDir, 'a', 'b')]) {
      assert.deepEqual(await find(path), { isMine: false, folder: path });
    }
  });

  test('a list of profiles that cannot be read affects only the paths that may be in that list', async () => {
    const { machine, root, folder, profilesDir } = computer;
    const listed = join(root, 'ab12cd34.work');
    const other = join(folder.path, '.config', 'mozilla', 'firefox');
    await mkdir(join(other, 'profiles.ini'), { recursive: true });
    const unreadable = /EISDIR/u;
    const [found, unknown] = await findProfilesAt(machine, profilesDir, [listed, join(other, 'ef56.other')]);
    assert.deepEqual(found, { isMine: true, folder: await canonicalPath(listed) });
    assert.match(unknown !== undefined && 'problem' in unknown ? unknown.problem : '', unreadable);
    assert.equal(await profileFolderFor(machine, profilesDir, listed), listed);
    await assert.rejects(profileFolderFor(machine, profilesDir, join(other, 'ef56.other')), unreadable);
    await assert.rejects(listProfiles(machine, profilesDir), unreadable);
  });

  test('the profiles in Firefox’s list are found even if the agent’s own folder cannot be read', async () => {
    const { machine, root, profilesDir } = computer;
    await mkdir(dirname(profilesDir), { recursive: true });
    await symlink(profilesDir, profilesDir);
    const paths = [join(profilesDir, 'new-one'), join(root, 'ab12cd34.work')];
    const [own, listed] = await findProfilesAt(machine, profilesDir, paths);
    assert.match(own !== undefined && 'problem' in own ? own.problem : '', /ELOOP/u);
    assert.deepEqual(listed, { isMine: true, folder: await canonicalPath(join(root, 'ab12cd34.work')) });
  });

  test('folders of other programs in the agent’s own folder are neither treated as profiles nor deleted', async () => {
    const { machine, profilesDir, place } = computer;
    const photos = join(profilesDir, 'photos');
    await mkdir(photos, { recursive: true });
    await writeFile(join(photos, 'cat.jpg'), 'cat');
    await writeFile(join(photos, 'user.js'), '// of another program');
    await mkdir(join(profilesDir, 'empty'));
    await prepareProfile(join(profilesDir, 'ready'));
    const own = (await listProfiles(machine, profilesDir)).filter((profile) => profile.root === null);
    assert.deepEqual(
      own.map((profile) => profile.name),
      ['ready'],
    );
    await assert.rejects(profileFolderFor(machine, profilesDir, photos), /isn.t on this computer/u);
    for (const path of [photos, join(profilesDir, 'empty')]) {
      await assert.rejects(deleteProfile(place, path), /(not|no longer) on this computer/u);
      await access(path);
    }
    assert.equal(await profileFolderFor(machine, profilesDir, join(profilesDir, 'empty')), join(profilesDir, 'empty'));
  });

  test('a symlink in the agent’s own folder is not followed', async () => {
    const { folder, machine, profilesDir } = computer;
    await mkdir(profilesDir, { recursive: true });
    await mkdir(join(folder.path, 'private'));
    await symlink(join(folder.path, 'private'), join(profilesDir, 'link'));
    await assert.rejects(profileFolderFor(machine, profilesDir, join(profilesDir, 'link')), /isn.t on this computer/u);
  });

  test('a stale lock is ignored', async () => {
    const { root } = computer;
    const profile = join(root, 'ab12cd34.work');
    assert.equal(await holderOf(profile), null);
    await symlink('127.0.0.1:+999999', join(profile, 'lock'));
    assert.equal(await holderOf(profile), null);
  });

  test('Firefox in a container is detected by its lock, and its profile is considered open if locks cannot be listed', async () => {
    const { folder, root } = computer;
    const confined = await addProfileFolder(
      join(folder.path, '.var', 'app', 'org.mozilla.firefox', '.mozilla', 'firefox', 'x.work'),
    );
    await symlink('127.0.0.1:+2', join(confined, 'lock'));
    await writeFile(join(confined, '.parentlock'), '');
    const { ino, dev } = await stat(join(confined, '.parentlock'));
    const device = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >>> 12) & 0xfff00)]
      .map((part) => part.toString(16).padStart(2, '0'))
      .join(':');
    const list = join(folder.path, 'locks');
    const listed = async (...rows: string[]): Promise<unknown> => {
      await writeFile(list, rows.map((row, index) => `${index + 1}: POSIX  ADVISORY  WRITE ${row} 0 EOF\n`).join(''));
      return holderOf(confined, list);
    };
    assert.deepEqual(await listed(`77 ${device}:${ino}1`, `4711 ${device}:${ino}`), { pid: 4711 });
    assert.deepEqual(await listed(`-1 ${device}:${ino}`), { pid: null });
    assert.equal(await listed(`77 ff:fe:${ino}`), null, 'the lock is on another file with the same inode number');
    assert.equal(await listed(), null);
    assert.deepEqual(await holderOf(confined, join(folder.path, 'not-there')), { pid: null });
    assert.equal(await holderOf(join(root, 'ab12cd34.work'), join(folder.path, 'not-there')), null);
  });

  test('a profile is prepared only once, and keeps the user’s own settings', async () => {
    const { root } = computer;
    const profile = join(root, 'ab12cd34.work');
    await writeFile(join(profile, 'user.js'), 'user_pref("mine", 1);');
    await prepareProfile(profile);
    await prepareProfile(profile);
    const text = await readFile(join(profile, 'user.js'), 'utf8');
    assert.deepEqual(text.split('\n'), [
      'user_pref("mine", 1);',
      'user_pref("remote.prefs.recommended", false);',
      'user_pref("browser.sessionstore.restore_tabs_lazily", false);',
      '',
    ]);
  });
});
