import { readFile } from 'node:fs/promises';
import {
  isNewerPagePack,
  pagePackReportSchema,
  type PagePackReport,
  type SignedPagePack,
} from '@sandpiper/contract/page-pack';
import { z } from 'zod';
import { messageOf, unlessMissing } from '../../../../platform/errors.ts';
import { writePrivateFile } from '../../../../platform/private-file.ts';
import { builtInPack } from './built-in.pack.ts';
import { readPack, type PagePack } from './page-pack.ts';
import { PackRefused, readContent, readSignature } from './signed-pack.ts';

type Taken = { signed: SignedPagePack; pack: PagePack };

export type PackState = {
  /** The public key that packs must be signed with. If the key or the server changes, the agent starts over with the built-in pack. */
  key: string | null;
  /** The downloaded packs, all of them newer than the built-in pack: the pack in use, then the previous pack. */
  taken: readonly Taken[];
  /** The newest version that the user has switched back from, or null if there is none. */
  left: string | null;
  refused: PagePackReport['refused'];
};

const storedSchema = z.object({
  key: z.string().nullable(),
  taken: z.array(z.unknown()),
  left: z.string().nullable(),
  refused: pagePackReportSchema.shape.refused.catch(null),
});

export const freshState = (key: string | null): PackState => ({ key, taken: [], left: null, refused: null });

/** Opens a downloaded or stored pack. Throws {@link PackRefused} if the pack isn't valid or isn't signed with this key. */
export function openPack(data: unknown, key: string | null): Taken {
  const signed = readSignature(data);
  if (signed.public_key !== key) throw new PackRefused('other_key');
  return { signed, pack: readPack(readContent(signed)) };
}

/**
 * Loads the stored packs. Skips packs that are damaged or not newer than the built-in pack, so that the agent uses the previous or
 * the built-in pack instead.
 */
export async function loadPacks(file: string, key: string | null, say: (text: string) => void): Promise<PackState> {
  const tryOpen = (data: unknown): Taken[] => {
    try {
      const each = openPack(data, key);
      return isNewerPagePack(each.pack.version, builtInPack.version) ? [each] : [];
    } catch (error) {
      say(`A stored page pack can't be used. ${messageOf(error)}`);
      return [];
    }
  };
  try {
    const text = await unlessMissing(readFile(file, 'utf8'), '');
    if (text === '') return freshState(key);
    const stored = storedSchema.parse(JSON.parse(text));
    return stored.key === key ? { ...stored, taken: stored.taken.flatMap(tryOpen) } : freshState(key);
  } catch {
    say(`Couldn't read the page packs in ${file}. The agent uses the built-in one.`);
    return freshState(key);
  }
}

export async function savePacks(file: string, state: PackState): Promise<void> {
  const stored = { ...state, taken: state.taken.map(({ signed }) => signed) };
  await writePrivateFile(file, `${JSON.stringify(stored)}\n`);
}
