import assert from 'node:assert/strict';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../platform/config.ts';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { openCreatedProfiles } from './created-profiles.ts';
import { deleteProfile } from './profile.editor.ts';
import { describeProfile, listProfiles } from './profile.list.ts';
import { openProfileTrash } from './profile.trash.ts';

/** The `profiles.ini` that Firefox writes when the user creates a second profile. The file marks the first profile as the default. */
const ini = `[Profile1]
Name=tide-studio
IsRelative=1
Path=bb.tide-studio

[Profile0]
Name=north-pier
IsRelative=1
Path=aa.north-pier
Default=1

[General]
StartWithLastProfile=1
Version=2
`;
const installed = `${ini}
[Install3B6073811A6ABF12]
Default=aa.north-pier
Locked=1
`;

async function inFirefox(
  text: string,
  work: (at: { northPier: string; list: () => Promise<string[]>; remove: () => Promise<void> }) => Promise<void>,
  isCreated = true,
): Promise<void> {
  await inTemporaryFolder(async (home) => {
    const { machine } = readConfig([], { HOME: home });
    const root = join(home, '.mozilla', 'firefox');
    const profilesDir = join(home, 'profiles');
    for (const name of ['aa.north-pier', 'bb.tide-studio']) {
      await mkdir(join(root, name), { recursive: true });
      await writeFile(join(root, name, 'times.json'), '{}');
    }
    await writeFile(join(root, 'profiles.ini'), text);
    const northPier = join(root, 'aa.north-pier');
    if (isCreated) await openCreatedProfiles(join(home, 'data')).add(northPier);
    // Open the list again, as the agent does after a restart.
    const created = openCreatedProfiles(join(home, 'data'));
    const list = async (): Promise<string[]> => {
      const profiles = await listProfiles(machine, profilesDir);
      const described = await Promise.all(profiles.map((profile) => describeProfile(profile, created)));
      return described.filter((profile) => !profile.is_default).map((profile) => profile.name);
    };
    const trash = openProfileTrash(join(home, 'data'));
    const remove = async (): Promise<void> => {
      await deleteProfile({ machine, profilesDir, created, trash }, northPier);
    };
    await work({ northPier, list, remove });
  });
}

test('a profile that the agent created is not treated as the default just because it has `Default=1`, and can be deleted', () =>
  inFirefox(ini, async ({ northPier, list, remove }) => {
    assert.deepEqual(await list(), ['tide-studio', 'north-pier']);
    await remove();
    assert.deepEqual(await list(), ['tide-studio']);
    await assert.rejects(access(northPier));
  }));

test('a profile with `Default=1` that the agent did not create is treated as the default, and cannot be deleted', () =>
  inFirefox(
    ini,
    async ({ list, remove }) => {
      assert.deepEqual(await list(), ['tide-studio']);
      await assert.rejects(remove(), /north-pier is the profile Firefox starts with/u);
    },
    false,
  ));

test('a profile that the agent created cannot be deleted if a Firefox installation uses it as its default', () =>
  inFirefox(installed, async ({ list, remove }) => {
    assert.deepEqual(await list(), ['tide-studio', 'north-pier']);
    await assert.rejects(remove(), /north-pier is the profile Firefox starts with/u);
  }));
