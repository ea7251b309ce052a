import { z } from 'zod';
import { clickPauseMs } from '../conversation/profile.tries.ts';
import { blockIn } from '../conversation/refusals.ts';
import { isAt } from '../page/address.ts';
import type { ChatView, PageView } from '../page/page.view.ts';
import { click } from '../page/pointer.ts';
import { createStillTimer } from '../page/still-timer.ts';
import type { SiteContext } from '../site.context.ts';
import { readPage } from './expected-page.ts';
import { inboxPath } from './inbox.check.ts';

/**
 * What the check found in one conversation. `readable`: everything that the agent needs is there. `skipped`: the conversation can't show
 * whether Instagram's pages have changed, for example because it's a group. Otherwise, `missing` describes what wasn't found. `isSure`:
 * whether every ordinary conversation has that part.
 */
type Found = 'readable' | 'skipped' | { missing: string; isSure: boolean };

const most = 3;

async function hasManyWriters({ page, pack }: SiteContext): Promise<boolean> {
  return z.number().parse(await page.read(pack.script.writers)) > 1;
}

async function judge(site: SiteContext, view: PageView, chat: ChatView): Promise<Found> {
  const { handles, hasList, composer, messages } = chat;
  if (handles.length > 1 || blockIn(chat, view.texts) !== null) return 'skipped';
  if (handles.length === 0) {
    if (await hasManyWriters(site)) return 'skipped';
    return { missing: 'The agent opened a conversation that does not show who it is with.', isSure: false };
  }
  if (!hasList) return { missing: 'The agent opened a conversation but found no list of messages.', isSure: true };
  if (composer === null) return { missing: 'The agent opened a conversation but found no message box.', isSure: true };
  // `isSure` is false, because the conversation may contain only pictures.
  if (messages.length === 0)
    return { missing: "The agent opened a conversation but couldn't read any message in it.", isSure: false };
  return 'readable';
}

/** Opens a conversation from the inbox and checks it. Reports a part as missing only once the conversation has stopped changing. */
async function readConversation(site: SiteContext, name: string): Promise<Found> {
  let clickedAt = -clickPauseMs;
  const stillMs = createStillTimer();
  const found = await readPage(site, inboxPath, async (view) => {
    if (!isAt(view.url, /^\/direct\/t\//u)) {
      if (performance.now() - clickedAt < clickPauseMs) return null;
      if ((await click(site, { kind: 'read_conversation', name })) === 'done') clickedAt = performance.now();
      return null;
    }
    const chat = view.chats.find(({ canClose }) => !canClose) ?? view.chats[0];
    const judged = chat === undefined ? 'skipped' : await judge(site, view, chat);
    if (judged === 'readable') return judged;
    const ms = stillMs([judged, chat?.messages.length, chat?.notices.length], chat?.isLoading === true);
    return ms >= site.timing.settleUnlistedMs ? judged : null;
  });
  return found ?? 'skipped';
}

/**
 * Describes what is missing from the account's conversations. Returns null if a conversation has everything, or if too few
 * conversations were checked to be sure.
 */
export async function missingInConversations(site: SiteContext, names: readonly string[]): Promise<string | null> {
  const missing: { missing: string; isSure: boolean }[] = [];
  for (const name of names.slice(0, most)) {
    const found = await readConversation(site, name);
    if (found === 'readable') return null;
    if (found !== 'skipped') missing.push(found);
  }
  const sure = missing.find(({ isSure }) => isSure) ?? (missing.length < most ? undefined : missing[0]);
  return sure?.missing ?? null;
}
