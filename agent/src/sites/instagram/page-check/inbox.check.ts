import { z } from 'zod';
import { ifReadable } from '../../../browser/page.ts';
import { createStillTimer } from '../page/still-timer.ts';
import type { SiteContext } from '../site.context.ts';
import { readPage } from './expected-page.ts';

const inboxSchema = z.array(z.object({ name: z.string(), isUnread: z.boolean() })).nullable();

export const inboxPath = '/direct/inbox/';

/**
 * Returns the names of the conversations that definitely have no unread messages, newest first. Returns null if the inbox has no
 * list of conversations.
 */
export async function readConversations(site: SiteContext): Promise<string[] | null> {
  const stillMs = createStillTimer();
  const rows = await readPage(site, inboxPath, async () => {
    const found = inboxSchema.parse(await ifReadable(site.page.read(site.pack.script.inbox)));
    // The rows load after the list, so wait longer while there are none.
    const waitMs = found?.length === 0 ? site.timing.settleEmptyMs : site.timing.settleMs;
    return stillMs(found) >= waitMs ? found : null;
  });
  if (rows === null) return null;
  const unread = new Set(rows.filter(({ isUnread }) => isUnread).map(({ name }) => name));
  return [...new Set(rows.map(({ name }) => name))].filter((name) => !unread.has(name));
}
