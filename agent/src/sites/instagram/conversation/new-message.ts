import { isOneOf } from '../page/page-script/elements.script.ts';
import { look, type PageView } from '../page/page.view.ts';
import { click, isFocused, withKeys } from '../page/pointer.ts';
import { pollPage, openPage } from '../page/navigation.ts';
import { failed } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { wordsFor } from '../stop-reasons/language.stops.ts';

/** The person to find, and what their profile showed. */
export type Wanted = { handle: string; isPrivate: boolean };

const box = { kind: 'query_box' } as const;

/** Whether the search results can be read: they say that nobody was found, or show handles. */
function isReadable({ isEmpty, handles }: NonNullable<PageView['search']>): boolean {
  return isEmpty || (handles.length > 0 && handles.every((handle) => /^[a-z0-9._]{1,30}$/u.test(handle)));
}

async function typeHandle(site: SiteContext, handle: string): Promise<void> {
  await click(site, box);
  if (!(await isFocused(site, box))) return;
  await withKeys(site, box, async () => {
    await site.page.selectAll();
    await site.page.press('Backspace');
    await site.page.type(handle);
  });
}

type SearchTries = { typedAt: number; chosen: boolean; foundNothingSince: number; hasTypedAgain: boolean };

async function inDialog(site: SiteContext, view: PageView, wanted: Wanted, tries: SearchTries): Promise<void> {
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
  if (tries.chosen) {
    const dialog = view.dialogs.find((each) => each.isNewMessage);
    const names = view.texts.openChat;
    const hasConfirm = dialog?.buttons.some((name) => isOneOf(name, names)) === true;
    if (dialog !== undefined && hasConfirm)
      await click(site, { kind: 'dialog_button', dialogText: dialog.text, names });
    return;
  }
  if (search.handles.includes(handle)) {
    tries.chosen = (await click(site, { kind: 'search_result', handle })) === 'done';
    return;
  }
  if (tries.foundNothingSince === 0) tries.foundNothingSince = performance.now();
  const ms = performance.now() - tries.foundNothingSince;
  if (ms > site.timing.searchMs) {
    if (!isReadable(search)) throw failed('search_unclear');
    throw failed(wanted.isPrivate ? 'recipient_private' : 'not_in_search');
  }
  if (ms > site.timing.searchMs / 2 && !tries.hasTypedAgain) {
    tries.hasTypedAgain = true;
    await typeHandle(site, handle);
  }
}

/** Opens a conversation through the new-message dialog, from a result with exactly this handle. */
export async function findPerson(
  site: SiteContext,
  wanted: Wanted,
  isOpen: (view: PageView) => boolean,
): Promise<void> {
  await openPage(site, '/direct/new/');
  const tries: SearchTries = { typedAt: -10_000, chosen: false, foundNothingSince: 0, hasTypedAgain: false };
  let askedAt = 0;
  const done = await pollPage(site, async (view) => {
    if (isOpen(view)) return true;
    if (view.search !== null) {
      await inDialog(site, view, wanted, tries);
    } else if (!tries.chosen && performance.now() - askedAt > 2500) {
      askedAt = performance.now();
      await click(site, { kind: 'page_button', names: wordsFor(view, 'newMessage', 'sendMessage') });
    }
    return null;
  });
  if (done !== null) return;
  const last = await look(site);
  if (last !== null && tries.chosen) wordsFor(last, 'openChat');
  throw failed('chat_did_not_open');
}
