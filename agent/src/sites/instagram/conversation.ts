import { click } from './pointer.ts';
import { blockIn, isMissingPage } from './refusals.ts';
import { look, watch, type ChatView, type DialogView, type PageView } from './page.view.ts';
import { Ended, failed, isOneOf, textsFor } from './report.ts';
import { findPerson } from './new-message.ts';
import type { SiteContext } from './site.context.ts';
import { stepThrough, visit } from './visiting.ts';

/** The conversation with one person among those open on the page. */
export function chatWith(view: PageView, handle: string): ChatView | null {
  return view.chats.find((chat) => chat.handles.length === 1 && chat.handles[0] === handle) ?? null;
}

/** What was tried on a profile so far; times are when, in milliseconds of the process's own clock. */
type ProfileTries = {
  clicks: number;
  clickedAt: number;
  menuAt: number;
  withoutButtonSince: number;
  emptySince: number;
  nameless: number;
};

const clickPauseMs = 4000;
const buttonPatienceMs = 1200;
/** Whether a page shows nothing of the site for so long that it is better opened anew. */
function isEmptyForLong(site: SiteContext, view: PageView, tries: ProfileTries): boolean {
  const isEmpty = !view.hasInboxLink && view.profile === null && view.chats.length === 0;
  if (!isEmpty) tries.emptySince = 0;
  else if (tries.emptySince === 0) tries.emptySince = performance.now();
  return tries.emptySince > 0 && performance.now() - tries.emptySince > site.timing.stepMs / 3;
}

function isOurMenu(tries: ProfileTries) {
  return (dialog: DialogView): boolean => tries.menuAt > 0 && dialog.buttons.length >= 3;
}

/** A chat left open from an earlier visit belongs to somebody else. */
async function closeOthers(site: SiteContext, view: PageView, handle: string): Promise<boolean> {
  const other = view.chats.find((chat) => chat.canClose && chat.handles.length > 0 && !chat.handles.includes(handle));
  if (other === undefined) return false;
  await click(site.page, { kind: 'close_chat', handle: other.handles[0] ?? null });
  return true;
}

/** "…" → "Send message", where the profile has no button of its own. Answers `search` when that is not there either. */
async function throughMenu(site: SiteContext, view: PageView, tries: ProfileTries): Promise<'search' | null> {
  const texts = textsFor(view.language);
  const menu = view.dialogs.find(isOurMenu(tries));
  if (menu !== undefined) {
    if (menu.buttons.some((name) => isOneOf(name, texts.sendMessage))) {
      const touch = await click(site.page, { kind: 'dialog_button', dialogText: menu.text, names: texts.sendMessage });
      if (touch === 'done') Object.assign(tries, { clickedAt: performance.now(), menuAt: 0 });
      return null;
    }
    await site.page.press('Escape');
    return 'search';
  }
  const hasWaited = performance.now() - tries.withoutButtonSince > buttonPatienceMs;
  if (!hasWaited) return null;
  if (view.profile?.hasOptions !== true || tries.menuAt > 0) return 'search';
  if ((await click(site.page, { kind: 'profile_button', names: texts.options })) === 'done')
    tries.menuAt = performance.now();
  return null;
}

async function pressMessage(site: SiteContext, view: PageView, tries: ProfileTries): Promise<'search' | null> {
  const texts = textsFor(view.language);
  const interstitial = view.dialogs.find((dialog) => dialog.buttons.some((name) => isOneOf(name, texts.sendRequest)));
  if (interstitial !== undefined) {
    await click(site.page, { kind: 'dialog_button', dialogText: interstitial.text, names: texts.sendRequest });
    return null;
  }
  if (performance.now() - tries.clickedAt < clickPauseMs) return null;
  if (view.profile?.hasMessage !== true) {
    if (tries.withoutButtonSince === 0) tries.withoutButtonSince = performance.now();
    return throughMenu(site, view, tries);
  }
  if (tries.clicks >= 4)
    throw failed('chat_did_not_open', 'The conversation did not open after "Message" was pressed.', true);
  const touch = await click(site.page, { kind: 'profile_button', names: texts.message });
  if (touch === 'done') Object.assign(tries, { clicks: tries.clicks + 1, clickedAt: performance.now() });
  return null;
}

/**
 * A conversation without a link to its owner: somebody else's, left open, or that of a person who is gone. It is closed
 * once, and counts as this person's only when "Message" opens it again. True when the page must be looked at again.
 */
async function refuseNameless(
  site: SiteContext,
  view: PageView,
  handle: string,
  tries: ProfileTries,
): Promise<boolean> {
  const nameless = view.chats.find((chat) => chat.handles.length === 0);
  if (nameless === undefined) return false;
  const block = blockIn(nameless, textsFor(view.language), handle);
  if (block !== null && (tries.nameless > 0 || !nameless.canClose)) {
    if (tries.clicks > 0) throw block;
    return false;
  }
  if (!nameless.canClose || (block === null && tries.clicks > 0)) return false;
  if ((await click(site.page, { kind: 'close_chat', handle: null })) !== 'done') return true;
  await watch(site.page, (now) => (now.chats.some((chat) => chat.handles.length === 0) ? null : true), 3000);
  Object.assign(tries, { nameless: tries.nameless + 1, clicks: 0, clickedAt: -clickPauseMs });
  return true;
}

async function onProfile(
  site: SiteContext,
  view: PageView,
  handle: string,
  tries: ProfileTries,
): Promise<'open' | 'search' | 'empty' | null> {
  if (chatWith(view, handle) !== null) return 'open';
  if (isEmptyForLong(site, view, tries)) return 'empty';
  if (isMissingPage(view)) {
    throw new Ended({
      outcome: 'not_found',
      reason: 'not_found',
      detail: `There is no Instagram account named ${handle}.`,
    });
  }
  if (await closeOthers(site, view, handle)) return null;
  if (await refuseNameless(site, view, handle, tries)) return null;
  return view.profile === null ? null : pressMessage(site, view, tries);
}

/** A conversation that shows the same for a while, with a place to type or a reason why there is none. */
async function settledChat(site: SiteContext, handle: string): Promise<ChatView> {
  let last = '';
  let since = performance.now();
  const chat = await stepThrough(site, (view) => {
    const found = chatWith(view, handle);
    const isWhole =
      found !== null && (found.composer !== null || blockIn(found, textsFor(view.language), handle) !== null);
    const state = JSON.stringify([found?.messages, found?.notices, found?.composer === null]);
    if (state !== last || !isWhole) {
      last = state;
      since = performance.now();
    }
    return Promise.resolve(isWhole && performance.now() - since >= site.timing.settleMs ? found : null);
  });
  if (chat !== null) return chat;
  const view = await look(site.page);
  site.note(`No conversation with a place to type: ${JSON.stringify(view).slice(0, 2000)}`);
  throw failed('chat_did_not_load', `The conversation with ${handle} did not load.`, true);
}

/**
 * Opens the conversation with a person: the profile's button, else its menu, else the new-message dialog. Throws when
 * the person cannot be reached or the account may not go on.
 */
export async function openConversation(site: SiteContext, handle: string): Promise<ChatView> {
  const tries: ProfileTries = {
    clicks: 0,
    clickedAt: -clickPauseMs,
    menuAt: 0,
    withoutButtonSince: 0,
    emptySince: 0,
    nameless: 0,
  };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await visit(site, `/${encodeURIComponent(handle)}/`);
    const way = await stepThrough(site, (view) => onProfile(site, view, handle, tries), { isOwn: isOurMenu(tries) });
    if (way === 'search') await findPerson(site, handle, (view) => chatWith(view, handle) !== null);
    if (way === 'open' || way === 'search') return settledChat(site, handle);
    Object.assign(tries, { clicks: 0, clickedAt: -clickPauseMs, menuAt: 0, withoutButtonSince: 0, emptySince: 0 });
    site.note(`Profile of ${handle} did not load: ${JSON.stringify(await look(site.page)).slice(0, 2000)}`);
  }
  throw failed('page_failed', `The profile of ${handle} did not load.`, true);
}

/** Leaves nothing open that could be taken for another person's conversation. */
export async function closeConversations(site: SiteContext): Promise<void> {
  for (let chats = 0; chats < 3; chats += 1) {
    const view = await look(site.page);
    const open = view?.chats.find((chat) => chat.canClose);
    if (view === null || open === undefined || view.dialogs.length > 0) return;
    const handle = open.handles[0] ?? null;
    await click(site.page, { kind: 'close_chat', handle });
    await watch(
      site.page,
      (now) => (now.chats.some((chat) => (chat.handles[0] ?? null) === handle) ? null : true),
      3000,
    );
  }
}
