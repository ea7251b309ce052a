import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readConfig } from '../platform/config.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { openCreatedProfiles } from './created-profiles.ts';
import { deleteProfile, type ProfilePlace } from './profile.editor.ts';
import { listProfiles } from './profile.list.ts';
import { restoreProfile } from './profile.restore.ts';
import { openProfileTrash, type DeletedProfile } from './profile.trash.ts';

const ini = `[Profile0]
Name=default-esr
IsRelative=1
Path=aa.default-esr
Default=1

[Profile1]
Name=work
IsRelative=1
Path=bb.work
StoreID=4f1c

[Profile2]
Name=shop
IsRelative=1
Path=cc.shop
`;
const day = 24 * 60 * 60 * 1000;

describe('a deleted Firefox profile', () => {
  let folder: TemporaryFolder;
  let root: string;
  let place: ProfilePlace;
  let work: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    root = join(folder.path, '.mozilla', 'firefox');
    work = join(root, 'bb.work');
    for (const name of ['aa.default-esr', 'bb.work', 'cc.shop']) {
      await mkdir(join(root, name), { recursive: true });
      await writeFile(join(root, name, 'times.json'), '{}');
    }
    await writeFile(join(work, 'cookies.sqlite'), 'signed in');
    await writeFile(join(root, 'profiles.ini'), ini);
    place = openPlace();
  });
  afterEach(() => folder.remove());

  /** Opens the list of created profiles and the trash again, as the agent does after a restart. */
  const openPlace = (): ProfilePlace => {
    const dataDir = join(folder.path, 'data');
    const { machine } = readConfig([], { HOME: folder.path });
    return {
      machine,
      profilesDir: join(dataDir, 'profiles'),
      created: openCreatedProfiles(dataDir),
      trash: openProfileTrash(dataDir),
    };
  };
  const names = async (): Promise<string[]> =>
    (await listProfiles(place.machine, place.profilesDir)).map(({ name }) => name);
  const only = async (): Promise<DeletedProfile> => {
    const [profile, ...others] = await openPlace().trash.list();
    assert.ok(profile !== undefined && others.length === 0);
    return profile;
  };

  test('is kept with all its contents, and is restored unchanged', async () => {
    await place.created.add(work);
    await deleteProfile(place, work);
    assert.deepEqual(await names(), ['default-esr', 'shop']);
    await assert.rejects(access(work));
    assert.equal(await place.created.has(work), false);

    const profile = await only();
    assert.equal(await restoreProfile(openPlace(), profile, null), work);
    assert.deepEqual(await names(), ['default-esr', 'shop', 'work']);
    assert.equal(await readFile(join(work, 'cookies.sqlite'), 'utf8'), 'signed in');
    assert.match(
      await readFile(join(root, 'profiles.ini'), 'utf8'),
      /\[Profile2\]\nName=work\nIsRelative=1\nPath=bb\.work\nStoreID=4f1c\n/u,
    );
    assert.equal(await place.created.has(work), true);
    assert.deepEqual(await place.trash.list(), []);
    assert.deepEqual(await readdir(join(folder.path, 'data', 'deleted-profiles')), []);
  });

  test('from the agent’s own folder is restored there, under another name if its name is taken', async () => {
    const own = join(place.profilesDir, 'own');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'times.json'), '{}');
    await deleteProfile(place, own);
    await mkdir(own);
    const profile = await only();
    await assert.rejects(restoreProfile(place, profile, null), /another folder at .*own\..*--as new-name/u);
    await assert.rejects(restoreProfile(place, profile, '../own'), /Use only letters, digits/u);
    assert.equal(await restoreProfile(place, profile, 'own-2'), join(place.profilesDir, 'own-2'));
    assert.ok((await names()).includes('own-2'));
  });

  test('must be restored under a new name if another Firefox profile now has its name', async () => {
    await deleteProfile(place, work);
    await mkdir(join(root, 'dd.Work'));
    await writeFile(join(root, 'profiles.ini'), `${ini}\n[Profile3]\nName=Work\nIsRelative=1\nPath=dd.Work\n`);
    const profile = await only();
    await assert.rejects(restoreProfile(place, profile, null), /another profile named work\..*--as new-name/u);
    await assert.rejects(access(work));
    await restoreProfile(place, profile, 'work-2');
    assert.deepEqual((await names()).toSorted(), ['Work', 'default-esr', 'shop', 'work-2']);
    await access(join(work, 'cookies.sqlite'));
  });

  test('is not restored while Firefox is running, because Firefox would overwrite the profile list', async () => {
    await deleteProfile(place, work);
    const profile = await only();
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'firefox'], { stdio: 'ignore' });
    try {
      await symlink(`127.0.0.1:+${holder.pid}`, join(root, 'cc.shop', 'lock'));
      await assert.rejects(restoreProfile(place, profile, null), /Firefox is running/u);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    await restoreProfile(place, profile, null);
  });

  test('is never the default after it is restored', async () => {
    await writeFile(join(root, 'profiles.ini'), ini.replace('StoreID=4f1c', 'Default=1'));
    await place.created.add(work);
    await deleteProfile(place, work);
    await restoreProfile(place, await only(), null);
    const text = await readFile(join(root, 'profiles.ini'), 'utf8');
    assert.equal(text.match(/^Default=1$/gmu)?.length, 1);
    assert.match(text, /Path=aa\.default-esr\nDefault=1/u);
  });

  test('stays where it is if the profile list cannot be changed, whether the profile is being deleted or restored', async () => {
    await place.created.add(work);
    // With this folder in the way, the new profile list can't be written.
    await mkdir(join(root, 'profiles.ini.sandpiper'));
    await assert.rejects(deleteProfile(place, work));
    await access(join(work, 'cookies.sqlite'));
    assert.deepEqual(await place.trash.list(), []);
    assert.equal(await place.created.has(work), true);

    await rm(join(root, 'profiles.ini.sandpiper'), { recursive: true });
    await deleteProfile(place, work);
    await mkdir(join(root, 'profiles.ini.sandpiper'));
    await assert.rejects(restoreProfile(place, await only(), null));
    await assert.rejects(access(work));
    assert.equal((await place.trash.list()).length, 1);
  });

  test('is permanently deleted after 30 days', async () => {
    await deleteProfile(place, work);
    const { id, deleted_at, expiresAt } = await only();
    assert.equal(expiresAt.getTime() - Date.parse(deleted_at), 30 * day);
    await place.trash.removeExpired(new Date(expiresAt.getTime() - 1));
    assert.equal((await only()).id, id);
    await place.trash.removeExpired(expiresAt);
    assert.deepEqual(await place.trash.list(), []);
    assert.deepEqual(await readdir(join(folder.path, 'data', 'deleted-profiles')), []);
  });

  test('stays listed if its permanent deletion is interrupted, and is deleted at the next try', async () => {
    await deleteProfile(place, work);
    const { id, expiresAt } = await only();
    const dataDir = join(folder.path, 'data');
    /** Deletes the folder's own files, and then fails, as if a program were using a file in a subfolder. */
    const failing = openProfileTrash(dataDir, async (path) => {
      for (const entry of await readdir(path, { withFileTypes: true })) {
        if (entry.isFile()) await rm(join(path, entry.name));
      }
      throw new Error('in use');
    });
    await assert.rejects(failing.remove(id), /in use/u);
    await assert.rejects(failing.removeExpired(expiresAt), /in use/u);
    assert.equal((await only()).id, id);
    await place.trash.remove(id);
    assert.deepEqual(await readdir(join(dataDir, 'deleted-profiles')), []);
  });

  test('is permanently deleted even if a profile that expired at the same time cannot be deleted', async () => {
    await deleteProfile(place, work);
    const note = { name: 'other', path: '/other', root: null, entry: [], is_created: false };
    await mkdir((await place.trash.begin(note)).folder);
    const [newest, oldest] = await place.trash.list();
    assert.ok(newest && oldest);
    const failing = openProfileTrash(join(folder.path, 'data'), async (path) => {
      if (path === newest.folder) throw new Error('in use');
      await rm(path, { recursive: true });
    });
    await assert.rejects(failing.removeExpired(newest.expiresAt), /in use/u);
    assert.equal((await only()).id, newest.id);
  });

  test('is not listed if a crash interrupted its move to the trash, and the note about it is deleted after a day', async () => {
    const note = { name: 'work', path: work, root: null, entry: [], is_created: false };
    await place.trash.begin(note);
    assert.deepEqual(await place.trash.list(), []);
    const notes = (): Promise<string[]> => readdir(join(folder.path, 'data', 'deleted-profiles'));
    await place.trash.removeExpired();
    assert.equal((await notes()).length, 1);
    await place.trash.removeExpired(new Date(Date.now() + 2 * day));
    assert.deepEqual(await notes(), []);
    await access(work);
  });
});
