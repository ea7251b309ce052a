import { isSitePage } from '@sandpiper/contract/usernames';
import { createAccountCheck, unclearAccount } from './account.ts';
import { strangePage } from './gates.ts';
import { findPerson } from './new-message.ts';
import { chatWith, look, outlineOf, watch, type ChatView, type PageView } from './page.view.ts';
import { click } from './pointer.ts';
import {
  isEmptyForLong,
  isOurMenu,
  noTriesYet,
  onProfile,
  type ProfileEnd,
  type ProfileTries,
} from './profile.steps.ts';
import { blockIn } from './refusals.ts';
import { blockedBy, Ended, failed, hasAny, textsFor } from './report.ts';
import type { SiteContext, SiteTiming } from './site.context.ts';
import { stepThrough, visit } from './visiting.ts';

/** Where nothing can be typed, the reason stands in the messages' place. */
function isWhole(view: PageView, chat: ChatView, handle: string): boolean {
  if (chat.composer !== null) return !chat.isLoading;
  return blockIn(chat, textsFor(view.language), handle) !== null;
}

/** What shows no message may have some on their way, the more so where there is not even a place for them. */
function standingMs(timing: SiteTiming, chat: ChatView): number {
  if (chat.composer !== null && !chat.hasList) return timing.settleUnlistedMs;
  return chat.messages.length === 0 ? timing.settleEmptyMs : timing.settleMs;
}

/**
 * A conversation that shows the same for a while: its messages, with a place to type or a reason why there is none.
 */
async function settledChat(site: SiteContext, handle: string): Promise<ChatView> {
  let last = '';
  let since = performance.now();
  const chat = await stepThrough(site, (view) => {
    const found = chatWith(view, handle);
    const isThere = found !== null && isWhole(view, found, handle);
    const state = JSON.stringify([found?.hasList, found?.messages, found?.notices, found?.composer === null]);
    if (state !== last || !isThere) {
      last = state;
      since = performance.now();
    }
    return Promise.resolve(isThere && performance.now() - since >= standingMs(site.timing, found) ? found : null);
  });
  if (chat !== null) return chat;
  site.note(`No conversation with a place to type: ${outlineOf(await look(site.page))}`);
  throw failed('chat_did_not_load', `The conversation with ${handle} did not load.`, true);
}

/** Opens the profile and works on it until the conversation is open, or only the new-message dialog is left. */
async function throughProfile(site: SiteContext, handle: string, tries: ProfileTries): Promise<ProfileEnd | null> {
  await visit(site, `/${encodeURIComponent(handle)}/`);
  const check = createAccountCheck(site);
  const step = async (view: PageView): Promise<ProfileEnd | null> => {
    const account = await check(view);
    if (account === 'ours') return onProfile(site, view, handle, tries);
    if (account === 'unclear') return 'unclear';
    return isEmptyForLong(site, view, tries) ? 'empty' : null;
  };
  return stepThrough(site, step, { isOwn: isOurMenu(tries) });
}

async function isPrivateProfile(site: SiteContext): Promise<boolean> {
  const view = await look(site.page);
  return view !== null && hasAny(view.main, textsFor(view.language).privateAccount);
}

function noSuchPerson(handle: string): Ended {
  const detail = `There is no Instagram account named ${handle}.`;
  return new Ended({ outcome: 'not_found', reason: 'not_found', detail });
}

/**
 * Opens the conversation with a person: the profile's button, else its menu, else the new-message dialog. Throws when
 * the person cannot be reached or the account may not go on.
 */
export async function openConversation(site: SiteContext, handle: string): Promise<ChatView> {
  if (isSitePage(handle)) throw failed('not_a_person', `${handle} is a page of Instagram, not a person.`);
  let way: ProfileEnd | null = null;
  let nameless = 0;
  let missing = 0;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const tries = { ...noTriesYet(), nameless };
    way = await throughProfile(site, handle, tries);
    if (way === 'search') {
      const isPrivate = await isPrivateProfile(site);
      await findPerson(site, { handle, isPrivate }, (view) => chatWith(view, handle) !== null);
    }
    if (way === 'open' || way === 'search') return settledChat(site, handle);
    // Final for this person: said once, it may be a slip of the site.
    if (way === 'missing') missing += 1;
    if (missing > 1) throw noSuchPerson(handle);
    nameless = tries.nameless;
    site.note(`Profile of ${handle} did not load: ${outlineOf(await look(site.page))}`);
  }
  const last = await look(site.page);
  const strange = way === 'empty' && last !== null ? strangePage(last) : null;
  if (strange !== null) throw blockedBy(strange);
  if (way === 'unclear') throw blockedBy(unclearAccount(site.account));
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
