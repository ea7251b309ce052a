import { isSitePage } from '@sandpiper/contract/usernames';
import { accountUnclear, createAccountCheck } from '../account/account.check.ts';
import { includesAny } from '../page/page-script/elements.script.ts';
import { chatWith, look, outlineOf, watch, type ChatView, type PageView } from '../page/page.view.ts';
import { click } from '../page/pointer.ts';
import { stepThrough, visit } from '../page/visiting.ts';
import { Ended, failed, stopped } from '../report.ts';
import type { SiteContext, SiteTiming } from '../site.context.ts';
import { unexpectedPage } from '../stop-reasons/page.stops.ts';
import { findPerson } from './new-message.ts';
import {
  isEmptyForLong,
  isOurMenu,
  noTriesYet,
  onProfile,
  type ProfileEnd,
  type ProfileTries,
} from './profile.steps.ts';
import { blockIn } from './refusals.ts';

export type OpenConversation = { chat: ChatView; view: PageView };

/** Where nothing can be typed, the reason stands in the messages' place. */
function isWhole(view: PageView, chat: ChatView): boolean {
  return chat.composer === null ? blockIn(chat, view.texts) !== null : !chat.isLoading;
}

/** An empty conversation may still be loading its messages, the more so where there is not even a place for them. */
function standingMs(timing: SiteTiming, chat: ChatView): number {
  if (chat.composer !== null && !chat.hasList) return timing.settleUnlistedMs;
  return chat.messages.length === 0 ? timing.settleEmptyMs : timing.settleMs;
}

/**
 * A conversation that shows the same for a while: its messages, with a place to type or a reason why there is none.
 */
async function settledChat(site: SiteContext, handle: string): Promise<OpenConversation> {
  let last = '';
  let since = performance.now();
  const settled = await stepThrough(site, (view) => {
    const chat = chatWith(view, handle);
    const isThere = chat !== null && isWhole(view, chat);
    const state = JSON.stringify([chat?.hasList, chat?.messages, chat?.notices, chat?.composer === null]);
    if (state !== last || !isThere) {
      last = state;
      since = performance.now();
    }
    const isSettled = isThere && performance.now() - since >= standingMs(site.timing, chat);
    return Promise.resolve(isSettled ? { chat, view } : null);
  });
  if (settled !== null) return settled;
  site.note(`The conversation did not load: ${outlineOf(await look(site.page))}`);
  throw failed('chat_did_not_load');
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
  return view !== null && includesAny(view.main, view.texts.privateAccount);
}

/**
 * Opens the conversation with a person: the profile's button, else its menu, else the new-message dialog. Throws when
 * the person cannot be reached or the account may not continue.
 */
export async function openConversation(site: SiteContext, handle: string): Promise<OpenConversation> {
  if (isSitePage(handle)) throw failed('not_a_person');
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
    // It is final for this person, so Instagram has to say it twice.
    if (way === 'missing') missing += 1;
    if (missing > 1) throw new Ended({ outcome: 'not_found', reason: 'not_found', detail: null });
    nameless = tries.nameless;
    site.note(`Profile of ${handle} did not load: ${outlineOf(await look(site.page))}`);
  }
  const last = await look(site.page);
  const unexpected = way === 'empty' && last !== null ? unexpectedPage(last) : null;
  if (unexpected !== null) throw unexpected;
  throw way === 'unclear' ? stopped(accountUnclear) : failed('page_failed');
}

/** Leaves nothing open that the next attempt could take for its own conversation. */
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
