import type { IsOwn } from '../page/dialogs.ts';
import { isOneOf } from '../page/page-script/elements.script.ts';
import { chatWith, isMissingPage, watch, type ChatView, type PageView } from '../page/page.view.ts';
import { click } from '../page/pointer.ts';
import { failed } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { blockIn } from './refusals.ts';

/** What was tried on a profile so far. Times are from `performance.now()`. */
export type ProfileTries = {
  clicks: number;
  clickedAt: number;
  menuAt: number;
  withoutButtonSince: number;
  emptySince: number;
  nameless: number;
};

/**
 * `search`: only the new-message dialog is left to try. `empty`, `unclear` and `missing`: open the page again. `missing`: the
 * page says that there is no such person.
 */
export type ProfileEnd = 'open' | 'search' | 'empty' | 'unclear' | 'missing';

const clickPauseMs = 4000;

export function noTriesYet(): ProfileTries {
  return {
    clicks: 0,
    clickedAt: -clickPauseMs,
    menuAt: 0,
    withoutButtonSince: 0,
    emptySince: 0,
    nameless: 0,
  };
}

/** Whether a page has been empty for so long that it should be opened again. */
export function isEmptyForLong(site: SiteContext, view: PageView, tries: ProfileTries): boolean {
  const isEmpty = !view.hasInboxLink && view.profile === null && view.chats.length === 0;
  if (!isEmpty) tries.emptySince = 0;
  else if (tries.emptySince === 0) tries.emptySince = performance.now();
  return tries.emptySince > 0 && performance.now() - tries.emptySince > site.timing.emptyMs;
}

/** Recognizes the "…" menu that the agent opened, by its items. */
export function isOurMenu(tries: ProfileTries): IsOwn {
  return (dialog, texts) =>
    tries.menuAt > 0 &&
    dialog.buttons.length >= 3 &&
    dialog.buttons.some((name) => isOneOf(name, [...texts.profileMenu, ...texts.sendMessage]));
}

/** A chat left open from an earlier page may be with another person or a group. */
async function closeOthers(site: SiteContext, view: PageView, handle: string): Promise<boolean> {
  const isOther = ({ handles }: ChatView): boolean =>
    handles.length > 1 || (handles.length === 1 && handles[0] !== handle);
  const other = view.chats.find((chat) => chat.canClose && isOther(chat));
  if (other === undefined) return false;
  await click(site, { kind: 'close_chat', handle: other.handles[0] ?? null });
  return true;
}

/** Uses "…" → "Send message" on a profile without a Message button. `search`: the menu has no such item. */
async function throughMenu(site: SiteContext, view: PageView, tries: ProfileTries): Promise<'search' | null> {
  const { texts } = view;
  const isOurs = isOurMenu(tries);
  const menu = view.dialogs.find((dialog) => isOurs(dialog, texts));
  if (menu !== undefined) {
    if (menu.buttons.some((name) => isOneOf(name, texts.sendMessage))) {
      const touch = await click(site, { kind: 'dialog_button', dialogText: menu.text, names: texts.sendMessage });
      // Keep recognizing the menu while it closes; it is not an unexpected dialog.
      if (touch === 'done') Object.assign(tries, { clickedAt: performance.now(), menuAt: performance.now() });
      return null;
    }
    await site.page.press('Escape');
    return 'search';
  }
  const hasWaited = performance.now() - tries.withoutButtonSince > site.timing.buttonMs;
  const isMenuComing = tries.menuAt > 0 && performance.now() - tries.menuAt < clickPauseMs;
  if (!hasWaited || isMenuComing) return null;
  if (view.profile?.hasOptions !== true || tries.menuAt > 0) return 'search';
  if ((await click(site, { kind: 'profile_button', names: texts.options })) === 'done')
    tries.menuAt = performance.now();
  return null;
}

async function pressMessage(site: SiteContext, view: PageView, tries: ProfileTries): Promise<'search' | null> {
  const { texts } = view;
  const interstitial = view.dialogs.find((dialog) => dialog.buttons.some((name) => isOneOf(name, texts.sendRequest)));
  if (interstitial !== undefined) {
    await click(site, { kind: 'dialog_button', dialogText: interstitial.text, names: texts.sendRequest });
    return null;
  }
  if (performance.now() - tries.clickedAt < clickPauseMs) return null;
  if (view.profile?.hasMessage !== true) {
    if (tries.withoutButtonSince === 0) tries.withoutButtonSince = performance.now();
    return throughMenu(site, view, tries);
  }
  if (tries.clicks >= 4) throw failed('chat_did_not_open');
  const touch = await click(site, { kind: 'profile_button', names: texts.message });
  if (touch === 'done') Object.assign(tries, { clicks: tries.clicks + 1, clickedAt: performance.now() });
  return null;
}

/**
 * A conversation without a name may be a leftover with another person, or with a person who is gone. It is closed once, and
 * counts as this person's only when "Message" opens it again. True when the page must be read again.
 */
async function closeUnnamedChat(site: SiteContext, view: PageView, tries: ProfileTries): Promise<boolean> {
  const nameless = view.chats.find((chat) => chat.handles.length === 0);
  if (nameless === undefined) return false;
  const block = blockIn(nameless, view.texts);
  if (block !== null && (tries.nameless > 0 || !nameless.canClose)) {
    if (tries.clicks > 0) throw block;
    return false;
  }
  // A conversation that "Message" opened shows its name by now, or never. One that was open before may load it late.
  const mayBeOurs = tries.clicks > 0 && (tries.nameless > 1 || performance.now() - tries.clickedAt < clickPauseMs);
  if (!nameless.canClose || (block === null && mayBeOurs)) return false;
  if ((await click(site, { kind: 'close_chat', handle: null })) !== 'done') return true;
  await watch(site, (now) => (now.chats.some((chat) => chat.handles.length === 0) ? null : true), 3000);
  Object.assign(tries, { nameless: tries.nameless + 1, clicks: 0, clickedAt: -clickPauseMs });
  return true;
}

/** Takes one step from a profile toward its conversation. */
export async function onProfile(
  site: SiteContext,
  view: PageView,
  handle: string,
  tries: ProfileTries,
): Promise<ProfileEnd | null> {
  if (chatWith(view, handle) !== null) return 'open';
  if (isEmptyForLong(site, view, tries)) return 'empty';
  if (isMissingPage(view)) return 'missing';
  if (await closeOthers(site, view, handle)) return null;
  if (await closeUnnamedChat(site, view, tries)) return null;
  return view.profile === null ? null : pressMessage(site, view, tries);
}
