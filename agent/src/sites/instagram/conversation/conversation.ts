import { isSitePage } from '@sandpiper/contract/usernames';
import { accountUnclear, createAccountCheck } from '../account/account.check.ts';
import { includesAny } from '../page/page-script/elements.script.ts';
import { chatWith, look, outlineOf, watch, type ChatView, type PageMessage, type PageView } from '../page/page.view.ts';
import { click } from '../page/pointer.ts';
import { createStillTimer } from '../page/still-timer.ts';
import { pollPage, openPage } from '../page/navigation.ts';
import { Ended, failed, stopped } from '../report.ts';
import type { SiteContext, SiteTiming } from '../site.context.ts';
import { unexpectedPage } from '../stop-reasons/page.stops.ts';
import { findPerson } from './new-message.ts';
import { isEmptyForLong, isOurMenu, onProfile, onRequestChosen } from './profile.steps.ts';
import { noTriesYet, type ProfileEnd, type ProfileTries } from './profile.tries.ts';
import { blockIn } from './refusals.ts';

type Author = PageMessage['author'];
/** `authors`: who has written the messages that the page has shown since the conversation opened. */
export type OpenConversation = { chat: ChatView; view: PageView; authors: Author[] };

/** Whether the conversation has loaded. A conversation without a composer has loaded once it shows why it has none. */
function isWhole(view: PageView, chat: ChatView): boolean {
  return chat.composer === null ? blockIn(chat, view.texts) !== null : !chat.isLoading;
}

/**
 * Returns how many milliseconds the conversation must stay unchanged before the agent reads it. An empty conversation needs longer,
 * because it may still be loading. A conversation with a composer but no message list needs the longest time.
 */
function standingMs(timing: SiteTiming, chat: ChatView): number {
  if (chat.composer !== null && !chat.hasList) return timing.settleUnlistedMs;
  return chat.messages.length === 0 ? timing.settleEmptyMs : timing.settleMs;
}

export function authorsIn({ messages }: ChatView): Author[] {
  return messages.map(({ author }) => author);
}

/**
 * Notes who wrote each message, by the message's text. A message that looked like the other person's once is theirs, and an unknown author
 * may still become known.
 */
function noteAuthors(authors: Map<string, Author>, { messages }: ChatView): void {
  for (const { text, author } of messages) {
    const known = authors.get(text) ?? 'unknown';
    authors.set(text, known === 'their' || author === 'unknown' ? known : author);
  }
}

/** Waits until the conversation has loaded and hasn't changed for a while. */
async function settledChat(site: SiteContext, handle: string): Promise<OpenConversation> {
  const stillMs = createStillTimer();
  const authors = new Map<string, Author>();
  const settled = await pollPage(site, (view) => {
    const chat = chatWith(view, handle);
    if (chat !== null) noteAuthors(authors, chat);
    const isThere = chat !== null && isWhole(view, chat);
    const ms = stillMs([chat?.hasList, chat?.messages, chat?.notices, chat?.composer === null], !isThere);
    const isSettled = isThere && ms >= standingMs(site.timing, chat);
    return Promise.resolve(isSettled ? { chat, view, authors: [...authors.values(), ...authorsIn(chat)] } : null);
  });
  if (settled !== null) return settled;
  site.note(`The conversation did not load: ${outlineOf(await look(site))}`);
  throw failed('chat_did_not_load');
}

/** Opens the profile and tries to open the conversation from there. */
async function throughProfile(site: SiteContext, handle: string, tries: ProfileTries): Promise<ProfileEnd | null> {
  await openPage(site, `/${encodeURIComponent(handle)}/`);
  const check = createAccountCheck(site);
  const step = async (view: PageView): Promise<ProfileEnd | null> => {
    const account = await check(view);
    if (account === 'ours') return onProfile(site, view, handle, tries);
    if (account === 'unclear') return 'unclear';
    return isEmptyForLong(site, view, tries) ? 'empty' : null;
  };
  return pollPage(site, step, { isOwn: isOurMenu(tries), onPressed: onRequestChosen(tries) });
}

async function isPrivateProfile(site: SiteContext): Promise<boolean> {
  const view = await look(site);
  return view !== null && includesAny(view.main, view.texts.privateAccount);
}

async function throughSearch(site: SiteContext, handle: string): Promise<OpenConversation> {
  const isPrivate = await isPrivateProfile(site);
  await findPerson(site, { handle, isPrivate }, (view) => chatWith(view, handle) !== null);
  return settledChat(site, handle);
}

/**
 * Opens the conversation with a person through the profile's button or menu, or through the new-message dialog. Throws if the
 * person can't be reached or the account must stop.
 */
export async function openConversation(site: SiteContext, handle: string): Promise<OpenConversation> {
  if (isSitePage(handle)) throw failed('not_a_person');
  const ends: (ProfileEnd | null)[] = [];
  let nameless = 0;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const tries = { ...noTriesYet(), nameless };
    const end = await throughProfile(site, handle, tries);
    ends.push(end);
    const isAgain = ends.filter((each) => each === end).length > 1;
    if (end === 'open') return settledChat(site, handle);
    if (end === 'search' || (end === 'other_chat' && isAgain)) return throughSearch(site, handle);
    // "Not found" is final for a person, so the agent looks for a missing profile a second time before reporting it.
    if (end === 'missing' && isAgain) throw new Ended({ outcome: 'not_found', reason: 'not_found', detail: null });
    if (end === 'stray' && isAgain) throw failed('profile_not_shown');
    nameless = tries.nameless;
    site.note(`The profile of ${handle} did not lead to the conversation: ${outlineOf(await look(site))}`);
  }
  const way = ends.at(-1) ?? null;
  const last = await look(site);
  const unexpected = way === 'empty' && last !== null ? unexpectedPage(last) : null;
  if (unexpected !== null) throw unexpected;
  throw way === 'unclear' ? stopped(accountUnclear) : failed('page_failed');
}

/**
 * Closes up to three open chats, so that the next attempt doesn't mistake one of them for the conversation that it opens. Stops if there is
 * a dialog.
 */
export async function closeConversations(site: SiteContext): Promise<void> {
  for (let chats = 0; chats < 3; chats += 1) {
    const view = await look(site);
    const open = view?.chats.find((chat) => chat.canClose);
    if (view === null || open === undefined || view.dialogs.length > 0) return;
    const handle = open.handles[0] ?? null;
    await click(site, { kind: 'close_chat', handle });
    await watch(site, (now) => (now.chats.some((chat) => (chat.handles[0] ?? null) === handle) ? null : true), 3000);
  }
}
