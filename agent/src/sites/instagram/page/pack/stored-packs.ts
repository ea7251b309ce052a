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

/** What this computer remembers about page packs. */
export type PackState = {
  /** The key that signs the packs. With a different key or server, the agent starts over with the built-in pack. */
  key: string | null;
  /** The pack in use, then the previous one. Both are newer than the built-in one. */
  taken: readonly Taken[];
  /** The newest version that the user went back from. */
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

/** Checks a downloaded or stored pack. Throws {@link PackRefused}. */
export function openPack(data: unknown, key: string | null): Taken {
  const signed = readSignature(data);
  if (signed.public_key !== key) throw new PackRefused('other_key');
  return { signed, pack: readPack(readContent(signed)) };
}

/** Loads the packs. Ignores damaged ones, so that the previous or the built-in pack is used instead. */
export async function loadPacks(file: string, key: string | null, say: (text: string) => void): Promise<PackState> {
  const text = await unlessMissing(readFile(file, 'utf8'), '');
  if (text === '') return freshState(key);
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
