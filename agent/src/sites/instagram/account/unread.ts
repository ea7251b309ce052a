import { poll } from '../../../platform/clock.ts';
import { isSaveLoginAddress } from '../page/address.ts';
import { createBrokenPageReload, openPage } from '../page/navigation.ts';
import { look } from '../page/page.view.ts';
import { createStillTimer } from '../page/still-timer.ts';
import { failed, stopped } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { stopOn } from '../stop-reasons/dialog.stops.ts';
import { settledStop } from '../stop-reasons/settled.stop.ts';
import { accountUnclear, createAccountCheck } from './account.check.ts';
import { isExplicit, parseBadge, type Badge, type UnreadCount } from './badge.ts';

/**
 * Creates a function that reads the unread badge. The page fills in the badge only after loading. So the function accepts a number once it
 * has stopped changing, and an empty badge only after a longer delay.
 */
function createBadgeReader(site: SiteContext): (badge: Badge) => UnreadCount | null {
  const stillMs = createStillTimer();
  return (badge) => {
    const graceMs = isExplicit(badge) ? site.timing.settleMs * 2 : site.timing.accountMs;
    return stillMs(badge) >= graceMs ? parseBadge(badge) : null;
  };
}

/**
 * Reads the number of unread conversations from the badge. Opens no conversations, because that would mark them as read. Reads only
 * digits, so this works in every language. Ignores dialogs, except those that stop the account. Throws an `Ended` error on failure.
 */
export async function countUnread(site: SiteContext): Promise<UnreadCount> {
  await openPage(site, '/');
  const check = createAccountCheck(site);
  const read = createBadgeReader(site);
  const reloadBroken = createBrokenPageReload(site);
  const count = await poll(
    async () => {
      const view = await look(site);
      if (view === null || !view.isReady) return null;
      const stop = stopOn(view);
      if (stop !== null) throw stopped(await settledStop(site, stop));
      if (await reloadBroken(view)) return null;
      if (isSaveLoginAddress(view.url)) {
        await openPage(site, '/');
        return null;
      }
      const account = await check(view);
      if (account === 'unclear') throw stopped(accountUnclear);
      return account === 'waiting' || view.badge === null ? null : read(view.badge);
    },
    { timeoutMs: site.timing.stepMs, intervalMs: 150 },
  );
  if (count === null) throw failed('count_not_shown');
  return count;
}
