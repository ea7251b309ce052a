import { poll } from '../../../platform/clock.ts';
import { look, type PageView } from '../page/page.view.ts';
import { dismissPrompts, openPage } from '../page/navigation.ts';
import { failed, stopped } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { stopOnPage } from '../stop-reasons/page.stops.ts';
import { accountUnclear, createAccountCheck } from './account.check.ts';

type Badge = NonNullable<PageView['badge']>;
export type UnreadCount = { count: number; exact: boolean };

/** Reads "3", "1,234" or "99+" from the badge. */
export function parseBadge(badge: Badge): UnreadCount {
  const text = badge.digits ?? badge.label ?? '';
  const number = /(\d[\d.,\s]*)(\+?)/u.exec(text);
  if (number === null) return { count: 0, exact: true };
  return { count: Number.parseInt((number[1] ?? '0').replace(/\D/gu, ''), 10), exact: number[2] !== '+' };
}

function isExplicit(badge: Badge): boolean {
  return /\d/u.test(badge.digits ?? badge.label ?? '');
}

/** The badge is filled after the page has loaded. A number counts once it is stable, an empty badge only after longer. */
function createBadgeReader(site: SiteContext): (badge: Badge) => UnreadCount | null {
  let last = '';
  let since = performance.now();
  return (badge) => {
    const state = JSON.stringify(badge);
    if (state !== last) {
      last = state;
      since = performance.now();
    }
    const graceMs = isExplicit(badge) ? site.timing.settleMs * 2 : site.timing.accountMs;
    return performance.now() - since >= graceMs ? parseBadge(badge) : null;
  };
}

/** Reads the unread count from the badge: opening a conversation would mark it as read. Throws an {@link Ended} on failure. */
export async function countUnread(site: SiteContext): Promise<UnreadCount> {
  await openPage(site, '/');
  const check = createAccountCheck(site);
  const read = createBadgeReader(site);
  const count = await poll(
    async () => {
      const view = await look(site.page);
      if (view === null || !view.isReady) return null;
      const stop = stopOnPage(view);
      if (stop !== null) throw stopped(stop);
      if (await dismissPrompts(site, view)) return null;
      const account = await check(view);
      if (account === 'unclear') throw stopped(accountUnclear);
      return account === 'waiting' || view.badge === null ? null : read(view.badge);
    },
    { timeoutMs: site.timing.stepMs, intervalMs: 150 },
  );
  if (count === null) throw failed('count_not_shown');
  return count;
}
