import { isStoriesAddress } from '../page/address.ts';
import { offersRequest, type DialogOptions, type IsOwn } from '../page/dialogs.ts';
import { isOneOf } from '../page/page-script/elements.script.ts';
import { chatWith, isMissingPage, watch, type ChatView, type DialogView, type PageView } from '../page/page.view.ts';
import { click } from '../page/pointer.ts';
import { failed } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { isBare } from '../stop-reasons/page.stops.ts';
import { leaveStray } from './profile.address.ts';
import { clickPauseMs, countClick, type ProfileEnd, type ProfileTries } from './profile.tries.ts';
import { blockIn } from './refusals.ts';

const maxClicks = 4;

/** Whether the page shows nothing that the agent recognizes. The story viewer doesn't count as empty. */
function isEmpty(view: PageView): boolean {
  return isBare(view) && !isStoriesAddress(view.url);
}

/** Whether the page has been empty for so long that the agent should reopen it. */
export function isEmptyForLong(site: SiteContext, view: PageView, tries: ProfileTries): boolean {
  if (!isEmpty(view)) tries.emptySince = 0;
  else if (tries.emptySince === 0) tries.emptySince = performance.now();
  return tries.emptySince > 0 && performance.now() - tries.emptySince > site.timing.emptyMs;
}

/** Whether the dialog contains more than three buttons, and no text other than their labels. A warning would contain more text. */
function hasOnlyButtons({ text, buttons }: DialogView): boolean {
  const letters = (words: string): string => words.replaceAll(/\s/gu, '');
  return buttons.length > 3 && letters(text) === letters(buttons.join(''));
}

/**
 * Creates a function that recognizes the "…" menu that the agent has opened. The function accepts a dialog with at least three buttons if
 * one of them has a known label or, for languages that the agent can't read, a dialog that contains only buttons.
 */
export function isOurMenu(tries: ProfileTries): IsOwn {
  return (dialog, texts) =>
    tries.menuAt > 0 &&
    dialog.buttons.length >= 3 &&
    (hasOnlyButtons(dialog) ||
      dialog.buttons.some((name) => isOneOf(name, [...texts.profileMenu, ...texts.sendMessage])));
}

/** Creates a function that notes that the agent has chosen a message request, so that it gives the conversation time to open. */
export function onRequestChosen(tries: ProfileTries): Required<DialogOptions>['onPressed'] {
  return (dialog, texts) => {
    if (offersRequest(dialog, texts)) tries.clickedAt = performance.now();
  };
}

/** Closes a leftover chat with a different person or a group. Returns whether there was one. */
async function closeOthers(site: SiteContext, view: PageView, handle: string): Promise<boolean> {
  const isOther = ({ handles }: ChatView): boolean =>
    handles.length > 1 || (handles.length === 1 && handles[0] !== handle);
  const other = view.chats.find((chat) => chat.canClose && isOther(chat));
  if (other === undefined) return false;
  await click(site, { kind: 'close_chat', handle: other.handles[0] ?? null });
  return true;
}

/** The person whose profile is open, and what the agent has tried there. */
type Aim = { handle: string; tries: ProfileTries };

/** How many times the agent may press Escape to close whatever covers a profile. */
const maxEscapes = 2;

/** If something that isn't a dialog covers the profile, such as the story viewer, presses Escape. Returns `stray` if that didn't help. */
async function uncover(site: SiteContext, tries: ProfileTries): Promise<'stray' | null> {
  if (tries.coveredSince === 0) tries.coveredSince = performance.now();
  if (performance.now() - tries.coveredSince < site.timing.otherPageMs) return null;
  if (tries.escapes >= maxEscapes) return 'stray';
  site.note('Something is covering the profile');
  await site.page.press('Escape');
  Object.assign(tries, { escapes: tries.escapes + 1, coveredSince: 0 });
  return null;
}

/**
 * Clicks a button on the profile. `done`: the click succeeded, and the caller must wait for its effect. `stray`: something still
 * covers the profile. Null: the caller may try again.
 */
async function pressOnProfile(
  site: SiteContext,
  names: readonly string[],
  { handle, tries }: Aim,
): Promise<'done' | 'stray' | null> {
  const touch = await click(site, { kind: 'profile_button', handle, names });
  if (touch === 'covered') return uncover(site, tries);
  tries.coveredSince = 0;
  return touch === 'done' ? 'done' : null;
}

/** Clicks "…" and then "Send message" on a profile without a Message button. `search`: there is no such menu or item. */
async function throughMenu(site: SiteContext, view: PageView, aim: Aim): Promise<'search' | 'stray' | null> {
  const { texts } = view;
  const { tries } = aim;
  const isOurs = isOurMenu(tries);
  const menu = view.dialogs.find((dialog) => isOurs(dialog, texts));
  if (menu !== undefined) {
    if (menu.buttons.some((name) => isOneOf(name, texts.sendMessage))) {
      const touch = await click(site, { kind: 'dialog_button', dialogText: menu.text, names: texts.sendMessage });
      if (touch !== 'done') return null;
      countClick(tries);
      // Keep `menuAt` set, so that the menu isn't mistaken for an unexpected dialog while it closes.
      tries.menuAt = performance.now();
      return null;
    }
    await site.page.press('Escape');
    return 'search';
  }
  const hasWaited = performance.now() - tries.withoutButtonSince > site.timing.buttonMs;
  const isMenuComing = tries.menuAt > 0 && performance.now() - tries.menuAt < clickPauseMs;
  if (!hasWaited || isMenuComing) return null;
  if (view.profile?.hasOptions !== true || tries.menuAt > 0) return 'search';
  const touch = await pressOnProfile(site, texts.options, aim);
  if (touch === 'done') tries.menuAt = performance.now();
  return touch === 'stray' ? touch : null;
}

async function pressMessage(site: SiteContext, view: PageView, aim: Aim): Promise<'search' | 'stray' | null> {
  const { texts } = view;
  const { tries } = aim;
  if (performance.now() - tries.clickedAt < clickPauseMs) return null;
  if (view.profile?.hasMessage !== true) {
    if (tries.withoutButtonSince === 0) tries.withoutButtonSince = performance.now();
    return throughMenu(site, view, aim);
  }
  if (tries.clicks >= maxClicks) throw failed('chat_did_not_open');
  const touch = await pressOnProfile(site, texts.message, aim);
  if (touch === 'done') countClick(tries);
  return touch === 'stray' ? touch : null;
}

/**
 * Closes an open conversation that doesn't show who it's with. It may be a leftover conversation with someone else, or this person's
 * account may no longer exist. The agent treats it as the conversation with this person only if "Message" opens it again. If it then still
 * has no composer, throws an error with the reason. Returns true if the page must be read again.
 */
async function closeUnnamedChat(site: SiteContext, view: PageView, tries: ProfileTries): Promise<boolean> {
  const nameless = view.chats.find((chat) => chat.handles.length === 0);
  if (nameless === undefined) return false;
  const block = blockIn(nameless, view.texts);
  if (block !== null && (tries.nameless > 0 || !nameless.canClose)) {
    if (tries.clicks > 0) throw block;
    return false;
  }
  // If "Message" has just opened this chat, its name may still be loading, so keep the chat open. Also keep it open if the agent has
  // already closed it twice.
  const mayBeOurs = tries.clicks > 0 && (tries.nameless > 1 || performance.now() - tries.clickedAt < clickPauseMs);
  if (!nameless.canClose || (block === null && mayBeOurs)) return false;
  if ((await click(site, { kind: 'close_chat', handle: null })) !== 'done') return true;
  await watch(site, (now) => (now.chats.some((chat) => chat.handles.length === 0) ? null : true), 3000);
  Object.assign(tries, { nameless: tries.nameless + 1, clicks: 0, clickedAt: -clickPauseMs });
  return true;
}

/** Takes one step from a person's profile toward the conversation. Returns null if more steps are needed. */
export async function onProfile(
  site: SiteContext,
  view: PageView,
  handle: string,
  tries: ProfileTries,
): Promise<ProfileEnd | null> {
  if (chatWith(view, handle) !== null) return 'open';
  if (isEmptyForLong(site, view, tries)) return 'empty';
  const stray = isEmpty(view) ? null : await leaveStray(site, view, handle, tries);
  if (stray !== null) return stray === 'wait' ? null : stray;
  if (isMissingPage(view)) return 'missing';
  if (await closeOthers(site, view, handle)) return null;
  if (await closeUnnamedChat(site, view, tries)) return null;
  return view.profile === null ? null : pressMessage(site, view, { handle, tries });
}
