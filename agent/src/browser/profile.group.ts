import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { unlessMissing } from '../platform/errors.ts';

const rowSchema = z.object({ path: z.string(), name: z.string() });
export type GroupProfile = z.infer<typeof rowSchema>;

/** Returns an empty array if the file isn't a profile database. */
function profilesIn(file: string): GroupProfile[] {
  try {
    const database = new DatabaseSync(file);
    try {
      return z.array(rowSchema).parse(database.prepare('SELECT path, name FROM Profiles').all());
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}

/**
 * Reads a profile group from a copy of its database and write-ahead log, because Firefox may be writing to the originals. Throws if they
 * can't be copied, because the group's profiles would otherwise seem to be gone, or not to belong to a group.
 */
async function readCopy(folder: string, file: string): Promise<GroupProfile[]> {
  const temporary = await mkdtemp(join(tmpdir(), 'sandpiper-group-'));
  try {
    const copy = join(temporary, 'group.sqlite');
    await copyFile(join(folder, file), copy);
    await unlessMissing(copyFile(join(folder, `${file}-wal`), `${copy}-wal`), undefined);
    return profilesIn(copy);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Returns the profiles of each of Firefox's profile groups, with paths relative to `root`. `profiles.ini` lists only one profile of a group.
 * Firefox may also create a group without profiles, or with only one. Throws if one of the groups can't be copied.
 */
export async function profileGroups(root: string): Promise<GroupProfile[][]> {
  const folder = join(root, 'Profile Groups');
  const files = await unlessMissing(readdir(folder), []);
  return Promise.all(files.filter((file) => file.endsWith('.sqlite')).map((file) => readCopy(folder, file)));
}
