import { join } from 'node:path';
import { isNewerPagePack, type PagePackOffer, type PagePackReport } from '@sandpiper/contract/page-pack';
import { pagePackRefusalTexts, type PagePackRefusal } from '@sandpiper/contract/page-pack-refusals';
import pLimit from 'p-limit';
import { loadSettings } from '../../../../platform/saved-settings.ts';
import { builtInPack } from './built-in.pack.ts';
import type { PagePack } from './page-pack.ts';
import { PackRefused } from './signed-pack.ts';
import { freshState, loadPacks, openPack, savePacks, type PackState } from './stored-packs.ts';

/** The page packs on this computer: the built-in one, and those downloaded from the server. */
export type PagePacks = {
  /** Returns the current pack. Call this at the start of each task. */
  inUse: () => PagePack;
  /** Returns what the agent tells the server about its pack. */
  report: () => PagePackReport;
  /** Returns the version that {@link PagePacks.goBack} would switch to, or null if the built-in pack is in use. */
  previous: () => string | null;
  /**
   * Downloads the pack that the server offers, if it's newer, and starts using it. If the agent refuses the pack, records why. If
   * the download or writing to disk fails, throws and keeps the pack in use.
   */
  update: (offer: PagePackOffer | undefined, download: () => Promise<unknown>) => Promise<void>;
  /** Switches to the previous pack. Returns the version that was in use until then, or null if that was the built-in pack. */
  goBack: () => Promise<string | null>;
};

function versionInUse({ taken }: PackState): string {
  return (taken[0]?.pack ?? builtInPack).version;
}

/** Decides whether to switch to a version. `known`: the version is already in use, or isn't newer than the built-in one. */
function judge(state: PackState, version: string): 'newer' | 'known' | PagePackRefusal {
  const inUse = versionInUse(state);
  if (version === inUse || !isNewerPagePack(version, builtInPack.version)) return 'known';
  if (state.key === null) return 'no_key';
  if (version === state.left) return 'left';
  return [inUse, state.left ?? inUse].every((each) => isNewerPagePack(version, each)) ? 'newer' : 'older';
}

type Place = {
  dataDir: string;
  server: string;
  /** Shows a line to the user. */
  say: (text: string) => void;
};

/**
 * Returns the key that this server sent when the computer was paired, or null if it sent none. Returns undefined if the key is unknown now,
 * because the computer has since been paired with another server.
 */
async function trustedKey({ dataDir, server }: Place): Promise<string | null | undefined> {
  const settings = await loadSettings(dataDir);
  return settings.server === server ? (settings.page_pack_key ?? null) : undefined;
}

/** The state of the page packs, which a file also stores. `change` writes the file first, so that the file and the state always agree. */
type Memory = { state: () => PackState; change: (next: PackState) => Promise<void> };

function createMemory(file: string, first: PackState): Memory {
  let state = first;
  return {
    state: () => state,
    change: async (next) => {
      await savePacks(file, next);
      state = next;
    },
  };
}

/** Creates a function that records why a pack was refused, and shows each refusal to the user only once. */
function createRefusals({ say }: Place, { state, change }: Memory) {
  const said = new Set<string>();
  return async (refused: PackState['refused'], detail = ''): Promise<void> => {
    if (JSON.stringify(refused) === JSON.stringify(state().refused)) return;
    await change({ ...state(), refused });
    if (refused === null) return;
    const text = `Refused page pack ${refused.version}. ${pagePackRefusalTexts[refused.reason]}`;
    // A refusal may recur, because several servers behind one URL may take turns offering different packs.
    if (!said.has(text)) say(detail === '' ? text : `${text} (${detail})`);
    said.add(text);
  };
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>;

function createUpdate(place: Place, memory: Memory, inTurn: Turn): PagePacks['update'] {
  const { state, change } = memory;
  const noteRefusal = createRefusals(place, memory);
  /** The signature and the key of the last refused download. The agent doesn't download the same pack again with the same key. */
  let refusedDownload: string | null = null;

  const isWanted = async (offer: PagePackOffer | undefined): Promise<boolean> => {
    const key = await trustedKey(place);
    if (key !== undefined && key !== state().key) await change(freshState(key));
    const judged = offer === undefined ? 'known' : judge(state(), offer.version);
    if (judged === 'newer') return true;
    await noteRefusal(offer === undefined || judged === 'known' ? null : { version: offer.version, reason: judged });
    return false;
  };
  const take = async (data: unknown): Promise<void> => {
    const newest = openPack(data, state().key);
    // Check again, because the file's version may differ from the offered version, or the user may have switched back during the download.
    const judged = judge(state(), newest.pack.version);
    if (judged !== 'newer') throw new PackRefused(judged === 'known' ? 'older' : judged);
    await change({ ...state(), taken: [newest, ...state().taken.slice(0, 1)], refused: null });
    place.say(`Page pack ${newest.pack.version} is now in use`);
  };

  return async (offer, download) => {
    const isNeeded = await inTurn(() => isWanted(offer));
    const name = `${offer?.signature} ${state().key}`;
    if (offer === undefined || !isNeeded || name === refusedDownload) return;
    const data = await download();
    try {
      await inTurn(() => take(data));
    } catch (error) {
      if (!(error instanceof PackRefused)) throw error;
      const { reason, message } = error;
      const detail = message === pagePackRefusalTexts[reason] ? '' : message;
      await inTurn(() => noteRefusal({ version: offer.version, reason }, detail));
      refusedDownload = name;
    }
  };
}

export async function openPagePacks(place: Place): Promise<PagePacks> {
  const file = join(place.dataDir, 'page-packs.json');
  const memory = createMemory(file, await loadPacks(file, (await trustedKey(place)) ?? null, place.say));
  const { state, change } = memory;
  // Make changes one at a time, because "pages --back" may arrive during an update.
  const inTurn: Turn = pLimit(1);
  return {
    inUse: () => state().taken[0]?.pack ?? builtInPack,
    report: () => ({ version: versionInUse(state()), refused: state().refused }),
    previous: () => (state().taken.length === 0 ? null : (state().taken[1]?.pack ?? builtInPack).version),
    update: createUpdate(place, memory, inTurn),
    goBack: () =>
      inTurn(async () => {
        const { taken, left } = state();
        const [current, ...earlier] = taken;
        if (current === undefined) return null;
        const { version } = current.pack;
        const newestLeft = left !== null && isNewerPagePack(left, version) ? left : version;
        await change({ ...state(), taken: earlier, left: newestLeft });
        return version;
      }),
  };
}
