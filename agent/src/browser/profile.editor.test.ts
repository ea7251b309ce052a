import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, lutimes, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { addProfileFolder, addProfileGroup, ini, testComputer } from '../testing/profiles.ts';
import { createProfile, deleteProfile } from './profile.editor.ts';
import { listProfiles } from './profile.list.ts';
import { holderOf } from './profile.lock.ts';
import { classicProfiles, parseIni } from './profiles.ini.ts';

describe('the profile editor', { timeout: 120_000 }, () => {
  const computer = testComputer();

  test('deletes a listed profile and its entry, and nothing else', async () => {
    const { root, place } = computer;
    await deleteProfile(place, join(root, 'ab12cd34.work'));
    await assert.rejects(access(join(root, 'ab12cd34.work')));
    await access(join(root, 'xy98zw76.default-esr', 'times.json'));
    const sections = parseIni(await readFile(join(root, 'profiles.ini'), 'utf8'));
    assert.deepEqual(
      classicProfiles(sections).map((profile) => profile.name),
      ['default-esr'],
    );
    assert.ok(sections.some((section) => section.name === 'Install3B6073811A6ABF12'));
  });

  test('deletes a profile even if its cache cannot be deleted, and reports the problem', async () => {
    const { folder, root, place } = computer;
    const caches = join(folder.path, '.cache', 'mozilla');
    await mkdir(caches, { recursive: true });
    // A file in place of the folder that contains the caches.
    await writeFile(join(caches, 'firefox'), '');
    const { cacheProblem } = await deleteProfile(place, join(root, 'ab12cd34.work'));
    assert.match(cacheProblem ?? '', /ENOTDIR/u);
    await assert.rejects(access(join(root, 'ab12cd34.work')));
    assert.equal(
      (await deleteProfile(place, await addProfileFolder(join(place.profilesDir, 'own')))).cacheProblem,
      null,
    );
  });

  test('does not delete the default profile, an unlisted folder, or a folder that is not a profile', async () => {
    const { folder, root, place } = computer;
    await assert.rejects(deleteProfile(place, join(root, 'xy98zw76.default-esr')), /starts with/u);
    await assert.rejects(deleteProfile(place, folder.path), /(not|no longer) on this computer/u);
    await writeFile(join(root, 'profiles.ini'), `${ini}\n[Profile2]\nName=trap\nIsRelative=1\nPath=.\n`);
    await assert.rejects(deleteProfile(place, root), /isn.t a Firefox profile/u);
    await access(join(root, 'profiles.ini'));
  });

  test('does not delete a profile of a Firefox profile group, unless it is the only one', async () => {
    const { root, place } = computer;
    const work = join(root, 'ab12cd34.work');
    await writeFile(join(root, 'profiles.ini'), ini.replace('Path=ab12cd34.work', 'Path=ab12cd34.work\nStoreID=77aa'));
    await addProfileFolder(join(root, 'qq11ww22.shop'));
    await addProfileGroup(root, '77aa', ['ab12cd34.work', 'qq11ww22.shop']);
    for (const path of [work, join(root, 'qq11ww22.shop')])
      await assert.rejects(deleteProfile(place, path), /belongs to a Firefox profile group/u);
    await rm(join(root, 'Profile Groups'), { recursive: true });
    await addProfileGroup(root, '77aa', ['ab12cd34.work']);
    await deleteProfile(place, work);
    await assert.rejects(access(work));
  });

  test('does not delete a profile that is open in Firefox', async () => {
    const { root, place } = computer;
    const profile = join(root, 'ab12cd34.work');
    // The agent treats any process with "firefox" in its command line as Firefox.
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

  test('deletes nothing if a profiles.ini cannot be read', async () => {
    const { root, place } = computer;
    const own = await addProfileFolder(join(place.profilesDir, 'own'));
    await rm(join(root, 'profiles.ini'));
    await mkdir(join(root, 'profiles.ini'));
    await assert.rejects(deleteProfile(place, own), /EISDIR/u);
    await access(own);
  });

  test('ignores a leftover lock if its process ID now belongs to a child process of another Firefox', async () => {
    const profile = join(computer.root, 'ab12cd34.work');
    const args = ['-e', 'setInterval(() => {}, 1000)', 'firefox', '-contentproc', 'tab'];
    const page = spawn(process.execPath, args, { stdio: 'ignore' });
    try {
      await symlink(`127.0.0.1:+${page.pid}`, join(profile, 'lock'));
      assert.equal(await holderOf(profile), null);
    } finally {
      page.kill('SIGKILL');
      await once(page, 'exit');
    }
  });

  test('ignores a leftover lock if its process ID now belongs to a Firefox that started later', async () => {
    const profile = join(computer.root, 'ab12cd34.work');
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'firefox'], { stdio: 'ignore' });
    try {
      await symlink(`127.0.0.1:+${other.pid}`, join(profile, 'lock'));
      const hourAgo = Date.now() / 1000 - 3600;
      await lutimes(join(profile, 'lock'), hourAgo, hourAgo);
      assert.equal(await holderOf(profile), null);
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
  });

  test('refuses invalid names and names that are taken', async () => {
    const { place } = computer;
    await assert.rejects(createProfile(place, '/nowhere', { name: 'two words', isDefault: false }), /letters, digits/u);
    await assert.rejects(createProfile(place, '/nowhere', { name: 'Work', isDefault: false }), /already/u);
  });

  test('does not delete the profile that is marked `Default=1`', async () => {
    const { root, place } = computer;
    await writeFile(join(root, 'profiles.ini'), ini.replace('Path=ab12cd34.work', 'Path=ab12cd34.work\nDefault=1'));
    await assert.rejects(deleteProfile(place, join(root, 'ab12cd34.work')), /starts with/u);
  });

  /** Writes a program that adds a profile to `profiles.ini`, as `firefox -CreateProfile` does. */
  const maker = async (): Promise<string> => {
    const { folder, root } = computer;
    const file = join(folder.path, 'firefox');
    const entry = '\\n[Profile2]\\nName=fresh\\nIsRelative=1\\nPath=zz.fresh\\n';
    const script = `#!/bin/sh\nmkdir "${root}/zz.fresh"\necho {} > "${root}/zz.fresh/times.json"\nprintf '${entry}' >> "${root}/profiles.ini"\n`;
    await writeFile(file, script, { mode: 0o700 });
    return file;
  };

  test('stores a new default profile in both files that Firefox reads it from', async () => {
    const { machine, root, profilesDir, place } = computer;
    await writeFile(join(root, 'installs.ini'), '[3B6073811A6ABF12]\nDefault=xy98zw76.default-esr\nLocked=1\n');
    await createProfile(place, await maker(), { name: 'fresh', isDefault: true });
    const listed = await listProfiles(machine, profilesDir);
    assert.deepEqual(
      listed.filter((profile) => profile.isDefault || profile.isFallback).map((profile) => profile.name),
      ['fresh'],
    );
    assert.match(await readFile(join(root, 'installs.ini'), 'utf8'), /^Default=zz\.fresh\nLocked=1$/mu);
  });

  test('does not create a default profile while Firefox is running', async () => {
    const { root, place } = computer;
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'firefox'], { stdio: 'ignore' });
    try {
      await symlink(`127.0.0.1:+${holder.pid}`, join(root, 'ab12cd34.work', 'lock'));
      const made = createProfile(place, await maker(), { name: 'fresh', isDefault: true });
      await assert.rejects(made, /Firefox is running/u);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    await assert.rejects(access(join(root, 'zz.fresh')));
  });
});
