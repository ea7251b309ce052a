import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, symlink, writeFile, access } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Machine } from '../platform/config.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { canonicalPath } from './canonical-path.ts';
import { openCreatedProfiles } from './created-profiles.ts';
import { findProfileAt, listedProfileAt, profileFolderFor } from './profile.access.ts';
import { createProfile, deleteProfile } from './profile.editor.ts';
import { isReadable } from './profile.folder.ts';
import { describeProfile, listProfiles } from './profile.list.ts';
import { holderOf } from './profile.lock.ts';
import { prepareProfile } from './profile.preferences.ts';
import { openProfileTrash } from './profile.trash.ts';
import { classicProfiles, formatIni, parseIni } from './profiles.ini.ts';

const ini = `[Profile1]
Name=work
IsRelative=1
Path=ab12cd34.work

[Profile0]
Name=default-esr
IsRelative=1
Path=xy98zw76.default-esr
Default=1
StoreID=4f1c

[General]
StartWithLastProfile=1
Version=2

[Install3B6073811A6ABF12]
Default=xy98zw76.default-esr
Locked=1
`;

describe('browser profiles on this computer', { timeout: 120_000 }, () => {
  let folder: TemporaryFolder;
  let machine: Machine;
  let root: string;
  let profilesDir: string;

  const placeOf = () => {
    const dataDir = join(folder.path, 'agent');
    return { machine, profilesDir, created: openCreatedProfiles(dataDir), trash: openProfileTrash(dataDir) };
  };
  const put = async (path: string): Promise<string> => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'times.json'), '{}');
    return path;
  };
  beforeEach(async () => {
    folder = await temporaryFolder();
    root = join(folder.path, '.mozilla', 'firefox');
    profilesDir = join(folder.path, 'agent', 'profiles');
    machine = {
      platform: 'linux',
      home: folder.path,
      path: [],
      appData: '',
      localAppData: '',
      programFolders: [],
      configHome: join(folder.path, '.config'),
      legacyFirefoxHome: false,
      hasDisplay: false,
    };
    await mkdir(root, { recursive: true });
    await writeFile(join(root, 'profiles.ini'), ini);
    await put(join(root, 'ab12cd34.work'));
    await put(join(root, 'xy98zw76.default-esr'));
  });
  afterEach(() => folder.remove());

  test('profiles.ini is read in any order and written back without loss', () => {
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

  test('`Default=1` names the default only if no installation has one', () => {
    const defaultsIn = (text: string) =>
      classicProfiles(parseIni(text)).flatMap(({ name, isDefault }) => (isDefault ? [name] : []));
    const moved = ini.replace('\nDefault=1', '').replace('Path=ab12cd34.work', 'Path=ab12cd34.work\nDefault=1');
    assert.deepEqual(defaultsIn(moved), ['default-esr']);
    assert.deepEqual(defaultsIn(moved.replace(/\[Install[^]*/u, '')), ['work']);
  });

  test('lists profiles from profiles.ini, the profile manager and the agent’s own folder', async () => {
    await mkdir(join(root, 'Profile Groups'));
    const database = new DatabaseSync(join(root, 'Profile Groups', '4f1c.sqlite'));
    database.exec('CREATE TABLE Profiles (id INTEGER PRIMARY KEY, path TEXT, name TEXT, avatar TEXT)');
    database.exec(
      "INSERT INTO Profiles (path, name) VALUES ('qq11ww22.Shop', 'Shop'), ('xy98zw76.default-esr', 'Original')",
    );
    database.close();
    await put(join(root, 'qq11ww22.Shop'));
    await put(join(profilesDir, 'own'));
    const names = (await listProfiles(machine, profilesDir)).map((profile) => profile.name);
    assert.deepEqual(names, ['work', 'default-esr', 'Shop', 'own']);
  });

  test('describes a profile with its folder and size', async () => {
    await writeFile(join(root, 'ab12cd34.work', 'big'), Buffer.alloc(1024 * 1024));
    const work = await listedProfileAt(machine, profilesDir, join(root, 'ab12cd34.work'));
    assert.ok(work !== null);
    const described = await describeProfile(work, placeOf().created);
    assert.equal(described.directory_name, 'ab12cd34.work');
    assert.ok(described.size_mb >= 1 && described.size_mb < 1.01, String(described.size_mb));
  });

  test('an unreadable profile is listed without a size and does not hide the others', async () => {
    const loop = join(root, 'cd34ef56.loop');
    await symlink(loop, loop);
    await writeFile(join(root, 'profiles.ini'), `${ini}\n[Profile2]\nName=loop\nIsRelative=1\nPath=cd34ef56.loop\n`);
    const work = join(root, 'ab12cd34.work');
    await writeFile(join(work, 'big'), Buffer.alloc(2 * 1024 * 1024));
    const listed = await listProfiles(machine, profilesDir);
    const described = await Promise.all(listed.map((profile) => describeProfile(profile, placeOf().created)));
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

  test('a path from the server must be a listed profile, or a new one in the agent’s own folder', async () => {
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
      await assert.rejects(profileFolderFor(machine, profilesDir, path), /is not on this computer/u, path);
    }
  });

  test('reports whether a path is or can become a profile on this computer, with one canonical path for each folder', async () => {
    const find = (path: string) => findProfileAt(machine, profilesDir, path);
    const listed = join(root, 'ab12cd34.work');
    await symlink(root, join(folder.path, 'elsewhere'));
    for (const path of [listed, `${listed}/`, join(folder.path, 'elsewhere', 'ab12cd34.work')]) {
      assert.deepEqual(await find(path), { isMine: true, folder: await canonicalPath(listed) }, path);
    }
    const own = join(profilesDir, 'new-one');
    const before = await find(own);
    await assert.rejects(access(profilesDir), 'asking about a path creates no folder');
    await mkdir(own, { recursive: true });
    assert.deepEqual([before.isMine, await find(own)], [true, before]);
    for (const path of [join(root, 'not-listed'), 'C:\\Users\\anna\\profile', join(profilesDir, 'a', 'b')]) {
      assert.deepEqual(await find(path), { isMine: false, folder: path });
    }
  });

  test('other folders in the agent’s own folder are not profiles and stay unchanged', async () => {
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
    await assert.rejects(profileFolderFor(machine, profilesDir, photos), /is not on this computer/u);
    for (const path of [photos, join(profilesDir, 'empty')]) {
      await assert.rejects(deleteProfile(placeOf(), path), /(not|no longer) on this computer/u);
      await access(path);
    }
    assert.equal(await profileFolderFor(machine, profilesDir, join(profilesDir, 'empty')), join(profilesDir, 'empty'));
  });

  test('a link in the agent’s own folder is not followed', async () => {
    await mkdir(profilesDir, { recursive: true });
    await mkdir(join(folder.path, 'private'));
    await symlink(join(folder.path, 'private'), join(profilesDir, 'link'));
    await assert.rejects(profileFolderFor(machine, profilesDir, join(profilesDir, 'link')), /is not on this computer/u);
  });

  test('deletes a listed profile and its entry, and nothing else', async () => {
    await deleteProfile(placeOf(), join(root, 'ab12cd34.work'));
    await assert.rejects(access(join(root, 'ab12cd34.work')));
    const sections = parseIni(await readFile(join(root, 'profiles.ini'), 'utf8'));
    assert.deepEqual(
      classicProfiles(sections).map((profile) => profile.name),
      ['default-esr'],
    );
    assert.ok(sections.some((section) => section.name === 'Install3B6073811A6ABF12'));
  });

  test('does not delete the default, an unlisted folder, or a folder that is not a profile', async () => {
    const place = placeOf();
    await assert.rejects(deleteProfile(place, join(root, 'xy98zw76.default-esr')), /starts with/u);
    await assert.rejects(deleteProfile(place, folder.path), /(not|no longer) on this computer/u);
    await writeFile(join(root, 'profiles.ini'), `${ini}\n[Profile2]\nName=trap\nIsRelative=1\nPath=.\n`);
    await assert.rejects(deleteProfile(place, root), /is not a Firefox profile/u);
    await access(join(root, 'profiles.ini'));
  });

  test('a profile that is open in Firefox is not deleted', async () => {
    const place = placeOf();
    const profile = join(root, 'ab12cd34.work');
    // Any process with "firefox" in its command line counts as Firefox.
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'firefox'], { stdio: 'ignore' });
    try {
      await symlink(`127.0.0.1:+${holder.pid}`, join(profile, 'lock'));
      assert.deepEqual(await holderOf(profile), { pid: holder.pid });
      await assert.rejects(deleteProfile(place, profile), /is open in Firefox/u);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    await deleteProfile(place, profile);
    await assert.rejects(access(profile));
  });

  test('refuses invalid names and names that are taken', async () => {
    const place = placeOf();
    await assert.rejects(createProfile(place, '/nowhere', { name: 'two words', isDefault: false }), /letters, digits/u);
    await assert.rejects(createProfile(place, '/nowhere', { name: 'Work', isDefault: false }), /already/u);
  });

  test('does not delete the fallback default of an installation', async () => {
    await writeFile(join(root, 'profiles.ini'), ini.replace('Path=ab12cd34.work', 'Path=ab12cd34.work\nDefault=1'));
    await assert.rejects(deleteProfile(placeOf(), join(root, 'ab12cd34.work')), /starts with/u);
  });

  /** Writes a program that adds a profile to `profiles.ini`, as `firefox -CreateProfile` does. */
  const maker = async (): Promise<string> => {
    const file = join(folder.path, 'firefox');
    const entry = '\\n[Profile2]\\nName=fresh\\nIsRelative=1\\nPath=zz.fresh\\n';
    const script = `#!/bin/sh\nmkdir "${root}/zz.fresh"\necho {} > "${root}/zz.fresh/times.json"\nprintf '${entry}' >> "${root}/profiles.ini"\n`;
    await writeFile(file, script, { mode: 0o700 });
    return file;
  };

  test('a new default replaces the old one in both of Firefox’s files', async () => {
    await writeFile(join(root, 'installs.ini'), '[3B6073811A6ABF12]\nDefault=xy98zw76.default-esr\nLocked=1\n');
    const place = placeOf();
    await createProfile(place, await maker(), { name: 'fresh', isDefault: true });
    const listed = await listProfiles(machine, profilesDir);
    assert.deepEqual(
      listed.filter((profile) => profile.isDefault || profile.isFallback).map((profile) => profile.name),
      ['fresh'],
    );
    assert.match(await readFile(join(root, 'installs.ini'), 'utf8'), /^Default=zz\.fresh\nLocked=1$/mu);
  });

  test('creating a default while Firefox runs creates no profile', async () => {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'firefox'], { stdio: 'ignore' });
    try {
      await symlink(`127.0.0.1:+${holder.pid}`, join(root, 'ab12cd34.work', 'lock'));
      const made = createProfile(placeOf(), await maker(), { name: 'fresh', isDefault: true });
      await assert.rejects(made, /Firefox is running/u);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    await assert.rejects(access(join(root, 'zz.fresh')));
  });

  test('a stale lock does not count', async () => {
    const profile = join(root, 'ab12cd34.work');
    assert.equal(await holderOf(profile), null);
    await symlink('127.0.0.1:+999999', join(profile, 'lock'));
    assert.equal(await holderOf(profile), null);
  });

  test('a Firefox in a container is detected by its lock; without a list of locks the profile counts as open', async () => {
    const confined = await put(
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
    assert.equal(await listed(`77 ff:fe:${ino}`), null, 'another file of that number');
    assert.equal(await listed(), null);
    assert.deepEqual(await holderOf(confined, join(folder.path, 'not-there')), { pid: null });
    assert.equal(await holderOf(join(root, 'ab12cd34.work'), join(folder.path, 'not-there')), null);
  });

  test('prepares a profile once and keeps the user’s own lines', async () => {
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
