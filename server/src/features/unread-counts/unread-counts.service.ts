import type { App } from '../../platform/app-context.ts';
import type { Change } from '../../platform/change.ts';
import { notifyUnreadReplies } from '../notices/notices.service.ts';
import { deleteCounts, listUnread, saveCounts } from './unread-counts.store.ts';
import type { FoundCount } from './unread-counts.store.ts';

/*
 * The number of unread conversations that the last successful check of each account found. The sidebar and the dashboard show the total,
 * even after old requests have been deleted.
 */

export { addUpUnread } from './unread-counts.store.ts';
export type { FoundCount } from './unread-counts.store.ts';

/** Stores what a check found. If the check was automatic and an account has more unread replies than before, notifies the user. */
export async function recordUnreadCounts(
  change: Change,
  userId: number,
  { counts, isAutomatic }: { counts: readonly FoundCount[]; isAutomatic: boolean },
): Promise<void> {
  if (counts.length === 0) return;
  change.afterCommit(() => announceUnreadCounts(change.app, userId));
  const hasMore = await saveCounts(change.transaction, userId, counts);
  if (isAutomatic && hasMore) await notifyUnreadReplies(change, userId, await listUnread(change.transaction, userId));
}

/** Deletes the counts of all the user's accounts or, if `profileId` is given, of that account. */
export async function forgetUnreadCounts(change: Change, userId: number, profileId?: number): Promise<void> {
  await deleteCounts(change.transaction, userId, profileId);
  change.afterCommit(() => announceUnreadCounts(change.app, userId));
}

/** Tells the user's browsers that the number of unread replies may have changed. Call this function only after the commit. */
export function announceUnreadCounts(app: App, userId: number): void {
  app.events.toUser(userId, 'notices_read');
}
