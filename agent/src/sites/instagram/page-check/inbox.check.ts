import { z } from 'zod';
import { PageError } from '../../../browser/page.ts';
import type { SiteContext } from '../site.context.ts';
import { readPage } from './expected-page.ts';

const inboxSchema = z.array(z.object({ name: z.string(), isUnread: z.boolean() })).nullable();
type Inbox = z.infer<typeof inboxSchema>;

export const inboxPath = '/direct/inbox/';

/** Reads the inbox. Returns null if the page has no list of conversations, or if a navigation is in progress. */
async function readInbox({ page, pack }: SiteContext): Promise<Inbox> {
  try {
    return inboxSchema.parse(await page.read(pack.script.inbox));
  } catch (error) {
    if (error instanceof PageError && error.kind !== 'closed') return null;
    throw error;
  }
}

/**
 * Returns the names of the conversations that certainly have no unread messages, newest first. Returns null if the inbox has no
 * list of conversations.
 */
export async function readConversations(site: SiteContext): Promise<string[] | null> {
  let last = '';
  let since = performance.now();
  const rows = await readPage(site, inboxPath, async () => {
    const found = await readInbox(site);
    const state = JSON.stringify(found);
    if (state !== last) {
      last = state;
      since = performance.now();
    }
    // The rows load after the list, so wait longer while there are none.
    const waitMs = found?.length === 0 ? site.timing.settleEmptyMs : site.timing.settleMs;
    return found !== null && performance.now() - since >= waitMs ? found : null;
  });
  if (rows === null) return null;
  const unread = new Set(rows.filter(({ isUnread }) => isUnread).map(({ name }) => name));
  return [...new Set(rows.map(({ name }) => name))].filter((name) => !unread.has(name));
}
