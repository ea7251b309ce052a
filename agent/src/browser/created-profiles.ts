import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessMissing } from '../platform/errors.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { canonicalPath } from '../platform/canonical-path.ts';

/**
 * The list of profiles that the agent created for accounts. Once a computer has two profiles, Firefox marks the first profile as the
 * default, even if the agent created it for an account.
 */
export type CreatedProfiles = {
  add: (folder: string) => Promise<void>;
  remove: (folder: string) => Promise<void>;
  has: (folder: string) => Promise<boolean>;
};

export function openCreatedProfiles(dataDir: string): CreatedProfiles {
  const file = join(dataDir, 'created-profiles.json');
  const read = async (): Promise<string[]> => {
    const text = await unlessMissing(readFile(file, 'utf8'), '');
    return text === '' ? [] : z.array(z.string()).parse(JSON.parse(text));
  };
  const write = (paths: readonly string[]): Promise<void> => writePrivateFile(file, `${JSON.stringify(paths)}\n`);
  return {
    add: async (folder) => write([...new Set([...(await read()), await canonicalPath(folder)])]),
    remove: async (folder) => {
      const path = await canonicalPath(folder);
      await write((await read()).filter((each) => each !== path));
    },
    has: async (folder) => (await read()).includes(await canonicalPath(folder)),
  };
}
