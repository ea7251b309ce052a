import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'node:test';
import { openCreatedProfiles } from '../browser/created-profiles.ts';
import type { ProfilePlace } from '../browser/profile.editor.ts';
import { openProfileTrash } from '../browser/profile.trash.ts';
import type { Machine } from '../platform/config.ts';
import { temporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

/** The content of the profiles.ini file in {@link testComputer}. */
export const ini = `[Profile1]
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

/** Creates a folder that the agent recognizes as a Firefox profile. */
export async function addProfileFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'times.json'), '{}');
  return path;
}

/** Creates a Firefox profile group with these profiles. `paths` are relative to `root`, and are the profiles' names too. */
export async function addProfileGroup(root: string, storeId: string, paths: readonly string[]): Promise<void> {
  await mkdir(join(root, 'Profile Groups'));
  const database = new DatabaseSync(join(root, 'Profile Groups', `${storeId}.sqlite`));
  database.exec('CREATE TABLE Profiles (id INTEGER PRIMARY KEY, path TEXT, name TEXT, avatar TEXT)');
  const insert = database.prepare('INSERT INTO Profiles (path, name) VALUES (?, ?)');
  for (const path of paths) insert.run(path, path);
  database.close();
}

/** Gives each test in the calling suite a computer whose Firefox has the profiles in `ini`. */
export function testComputer() {
  let folder: TemporaryFolder;
  const rootOf = () => join(folder.path, '.mozilla', 'firefox');
  const dataDirOf = () => join(folder.path, 'agent');
  const profilesDirOf = () => join(dataDirOf(), 'profiles');
  const machineOf = (): Machine => ({
    platform: 'linux',
    home: folder.path,
    path: [],
    appData: '',
    localAppData: '',
    programFolders: [],
    configHome: join(folder.path, '.config'),
    legacyFirefoxHome: false,
    hasDisplay: false,
  });
  beforeEach(async () => {
    folder = await temporaryFolder();
    await mkdir(rootOf(), { recursive: true });
    await writeFile(join(rootOf(), 'profiles.ini'), ini);
    await addProfileFolder(join(rootOf(), 'ab12cd34.work'));
    await addProfileFolder(join(rootOf(), 'xy98zw76.default-esr'));
  });
  afterEach(() => folder.remove());
  return {
    get folder() {
      return folder;
    },
    get machine() {
      return machineOf();
    },
    /** Firefox's own folder. */
    get root() {
      return rootOf();
    },
    /** The agent's own folder for profiles. */
    get profilesDir() {
      return profilesDirOf();
    },
    /** The profile lists and the trash, opened again as if the agent had restarted. */
    get place(): ProfilePlace {
      return {
        machine: machineOf(),
        profilesDir: profilesDirOf(),
        created: openCreatedProfiles(dataDirOf()),
        trash: openProfileTrash(dataDirOf()),
      };
    },
  };
}
