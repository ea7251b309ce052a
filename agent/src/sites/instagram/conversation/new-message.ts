import { isThreadAddress } from '../page/address.ts';
import type { IsOwn } from '../page/dialogs.ts';
import { isOneOf } from '../page/page-script/elements.script.ts';
import { look, type PageView } from '../page/page.view.ts';
import { click, isFocused, withKeys } from '../page/pointer.ts';
import { pollPage, openPage } from '../page/navigation.ts';
import { failed } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { wordsFor } from '../stop-reasons/language.stops.ts';
import { areReadable, rowsFor } from './search.rows.ts';

/** The person to search for. `isPrivate`: the profile says that the account is private. */
export type Wanted = { handle: string; isPrivate: boolean };

const box = { kind: 'query_box' } as const;

/**
 * Accepts every dialog that may be the new-message dialog, because the agent has just opened it. At other times, the agent accepts only a
 * dialog that is definitely the new-message dialog.
 */
const isOurSearch: IsOwn = (dialog) => dialog.mayBeNewMessage;

async function typeHandle(site: SiteContext, handle: string): Promise<void> {
  await click(site, box);
  if (!(await isFocused(site, box))) return;
  await withKeys(site, box, async () => {
    await site.page.selectAll();
    await site.page.press('Backspace');
    await site.page.type(handle);
  });
}

type SearchTries = {
  typedAt: number;
  chosen: string[] | null;
  foundNothingSince: number;
  hasTypedAgain: boolean;
  otherSince: number;
};

function noTriesYet(): SearchTries {
  return { typedAt: -10_000, chosen: null, foundNothingSince: 0, hasTypedAgain: false, otherSince: 0 };
}

/** `passed`: the search results to skip, because each opened someone else's conversation. */
type Search = { wanted: Wanted; passed: string[][]; tries: SearchTries };

async function confirm(site: SiteContext, view: PageView, dialogText: string): Promise<void> {
  const dialog = view.dialogs.find(({ text }) => text === dialogText);
  const names = view.texts.openChat;
  const hasConfirm = dialog?.buttons.some((name) => isOneOf(name, names)) === true;
  if (hasConfirm) await click(site, { kind: 'dialog_button', dialogText, names });
}

async function inDialog(site: SiteContext, view: PageView, { wanted, passed, tries }: Search): Promise<void> {
  const { search } = view;
  const { handle } = wanted;
  if (search === null) return;
  if (search.query.trim().toLowerCase() !== handle) {
    if (performance.now() - tries.typedAt > 1500) {
      tries.typedAt = performance.now();
      await typeHandle(site, handle);
    }
    return;
  }
  if (tries.chosen !== null) return confirm(site, view, search.dialogText);
  const isPassed = (lines: string[]): boolean => passed.some((each) => each.join('\n') === lines.join('\n'));
  const row = rowsFor(search.rows, handle).find((lines) => !isPassed(lines));
  if (row !== undefined) {
    if ((await click(site, { kind: 'search_result', lines: row })) === 'done') tries.chosen = row;
    return;
  }
  if (tries.foundNothingSince === 0) tries.foundNothingSince = performance.now();
  const ms = performance.now() - tries.foundNothingSince;
  if (ms > site.timing.searchMs) {
    if (!search.isEmpty && !areReadable(search.rows)) throw failed('search_unclear');
    throw failed(wanted.isPrivate ? 'recipient_private' : 'not_in_search');
  }
  if (ms > site.timing.searchMs / 2 && !tries.hasTypedAgain) {
    tries.hasTypedAgain = true;
    await typeHandle(site, handle);
  }
}

/** Whether the chosen search result has opened someone else's conversation, and the page has stayed there for a while. */
function isWithAnother(site: SiteContext, view: PageView, tries: SearchTries): boolean {
  const isOther =
    tries.chosen !== null && isThreadAddress(view.url) && view.chats.some((chat) => chat.handles.length > 0);
  if (!isOther) tries.otherSince = 0;
  else if (tries.otherSince === 0) tries.otherSince = performance.now();
  return tries.otherSince > 0 && performance.now() - tries.otherSince > site.timing.otherPageMs;
}

async function searchOnce(
  site: SiteContext,
  search: Search,
  isOpen: (view: PageView) => boolean,
): Promise<'open' | 'another' | null> {
  const { tries } = search;
  await openPage(site, '/direct/new/');
  let askedAt = 0;
  return pollPage(
    site,
    async (view) => {
      if (isOpen(view)) return 'open';
      if (isWithAnother(site, view, tries)) return 'another';
      if (view.search !== null) {
        await inDialog(site, view, search);
      } else if (tries.chosen === null && performance.now() - askedAt > 2500) {
        askedAt = performance.now();
        await click(site, { kind: 'page_button', names: wordsFor(view, 'newMessage', 'sendMessage') });
      }
      return null;
    },
    { isOwn: isOurSearch },
  );
}

/** Opens a conversation through the new-message dialog. Chooses only search results that show exactly this handle. */
export async function findPerson(
  site: SiteContext,
  wanted: Wanted,
  isOpen: (view: PageView) => boolean,
): Promise<void> {
  const passed: string[][] = [];
  for (;;) {
    const tries = noTriesYet();
    const end = await searchOnce(site, { wanted, passed, tries }, isOpen);
    if (end === 'open') return;
    if (end === null || tries.chosen === null) {
      const last = await look(site);
      if (last !== null && tries.chosen !== null) wordsFor(last, 'openChat');
      throw failed('chat_did_not_open');
    }
    site.note(`A search result for ${wanted.handle} opened someone else's conversation`);
    passed.push(tries.chosen);
  }
}
