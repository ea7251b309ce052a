import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessMissing } from '../platform/errors.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { exists } from './profile.folder.ts';

const day = 24 * 60 * 60 * 1000;
const keptMs = 30 * day;

const noteSchema = z.object({
  name: z.string(),
  path: z.string(),
  deleted_at: z.iso.datetime(),
  /** The root of the Firefox profile list that contained the profile, or null if the profile was only in the agent's own folder. */
  root: z.object({ folder: z.string(), cache: z.string() }).nullable(),
  /** The profile's entry in `profiles.ini`, as key-value pairs. */
  entry: z.array(z.tuple([z.string(), z.string()])),
  /** Whether the agent created the profile. */
  is_created: z.boolean(),
});
type Note = z.infer<typeof noteSchema>;

/** A Firefox profile that was deleted in the web app and can still be restored. `folder` is where the profile is now. */
export type DeletedProfile = Note & { id: string; folder: string; expiresAt: Date };

/**
 * The trash for deleted Firefox profiles. The web app can only move profiles into it. Until a profile expires, restoring or permanently
 * deleting it requires access to this computer, so a stolen web app session can't destroy a profile immediately.
 */
export type ProfileTrash = {
  /** Lists the deleted profiles, newest first. */
  list: () => Promise<DeletedProfile[]>;
  /** Writes a note, which is a file that describes the profile. The caller must then move the profile to the returned `folder`. */
  begin: (note: Omit<Note, 'deleted_at'>) => Promise<DeletedProfile>;
  /** Permanently deletes a profile. Until nothing of the profile is left, it stays in the list, so that its deletion can be repeated. */
  remove: (id: string) => Promise<void>;
  /**
   * Permanently deletes profiles that were moved to the trash at least 30 days ago. If a crash left a note without a profile,
   * deletes the note after one day. If something can't be deleted, still deletes the rest, and then throws.
   */
  removeExpired: (now?: Date) => Promise<void>;
};

function deleteFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** `deleteAll` deletes a folder with its content. Tests pass one that fails. */
export function openProfileTrash(dataDir: string, deleteAll = deleteFolder): ProfileTrash {
  const place = join(dataDir, 'deleted-profiles');
  const noteOf = (id: string): string => join(place, id, 'profile.json');
  const folderOf = (id: string): string => join(place, id, 'profile');
  const describe = (id: string, note: Note): DeletedProfile => ({
    ...note,
    id,
    folder: folderOf(id),
    expiresAt: new Date(Date.parse(note.deleted_at) + keptMs),
  });
  const read = async (id: string): Promise<DeletedProfile | null> => {
    const text = await unlessMissing(readFile(noteOf(id), 'utf8'), null);
    return text === null ? null : describe(id, noteSchema.parse(JSON.parse(text)));
  };
  const all = async (): Promise<DeletedProfile[]> => {
    const ids = (await unlessMissing(readdir(place), [])).filter((name) => /^[0-9a-f]{8}$/u.test(name));
    const found = (await Promise.all(ids.map(read))).filter((profile) => profile !== null);
    return found.toSorted((one, other) => other.deleted_at.localeCompare(one.deleted_at));
  };
  const remove = async (id: string): Promise<void> => {
    // The note comes last, because the agent no longer finds a profile without a note.
    await deleteAll(folderOf(id));
    await deleteAll(join(place, id));
  };
  return {
    list: async () => {
      const profiles = await all();
      const present = await Promise.all(profiles.map(({ folder }) => exists(folder)));
      return profiles.filter((_, index) => present[index] === true);
    },
    begin: async (given) => {
      const id = randomBytes(4).toString('hex');
      const note = { ...given, deleted_at: new Date().toISOString() };
      await writePrivateFile(noteOf(id), `${JSON.stringify(note)}\n`);
      return describe(id, note);
    },
    remove,
    removeExpired: async (now = new Date()) => {
      const problems: unknown[] = [];
      for (const { id, folder, deleted_at, expiresAt } of await all()) {
        // A recent note without a folder may belong to a profile that is still being moved.
        const isLeftover = now.getTime() - Date.parse(deleted_at) > day && !(await exists(folder));
        if (isLeftover || expiresAt <= now) await remove(id).catch((error: unknown) => problems.push(error));
      }
      if (problems.length > 0) throw problems[0];
    },
  };
}
