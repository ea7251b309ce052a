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
 * whether Instagram's pages have changed, for example because it's a group. Otherwise, `missing` describes what wasn't found, and
 * `proof` is the number of conversations in which it must be missing before the check reports it.
 */
export type Found = 'readable' | 'skipped' | { missing: string; proof: number };

/** The largest number of conversations that the check opens. */
const most = 8;

/** The `proof` for a part that every ordinary conversation has. One conversation proves nothing, because some don't allow replies. */
const clearProof = 2;
/** The `proof` for a part that is missing in some ordinary conversations too, for example because they contain only pictures. */
const weakProof = 3;

async function hasManyWriters({ page, pack }: SiteContext): Promise<boolean> {
  return z.number().parse(await page.read(pack.script.writers)) > 1;
}

async function judge(site: SiteContext, view: PageView, chat: ChatView): Promise<Found> {
  const { handles, hasList, composer, messages } = chat;
  if (handles.length > 1 || blockIn(chat, view.texts) !== null) return 'skipped';
  if (handles.length === 0) {
    if (await hasManyWriters(site)) return 'skipped';
    return { missing: "The agent opened a conversation that doesn't show who it's with.", proof: weakProof };
  }
  if (!hasList) return { missing: 'The agent opened a conversation but found no list of messages.', proof: clearProof };
  if (composer === null)
    return { missing: 'The agent opened a conversation but found no message box.', proof: clearProof };
  if (messages.length === 0)
    return { missing: "The agent opened a conversation but couldn't read any message in it.", proof: weakProof };
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
 * Describes what is missing from the conversations. Returns null if a conversation has everything, or if nothing is missing in enough
 * conversations to be sure.
 */
export async function missingIn(
  names: readonly string[],
  read: (name: string) => Promise<Found>,
): Promise<string | null> {
  const counts = new Map<string, number>();
  let proven: string | null = null;
  for (const name of names.slice(0, most)) {
    const found = await read(name);
    if (found === 'readable') return null;
    if (found === 'skipped') continue;
    const count = (counts.get(found.missing) ?? 0) + 1;
    counts.set(found.missing, count);
    if (count >= found.proof) proven ??= found.missing;
  }
  return proven;
}

/** Like {@link missingIn}, but reads the conversations in the account's inbox. `names`: the names that their rows in the inbox show. */
export function missingInConversations(site: SiteContext, names: readonly string[]): Promise<string | null> {
  return missingIn(names, (name) => readConversation(site, name));
}
