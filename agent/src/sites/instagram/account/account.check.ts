import { z } from 'zod';
import { ifReadable } from '../../../browser/page.ts';
import type { PageView, SitePage } from '../page/page.view.ts';
import { stopped, type Stop } from '../report.ts';
import type { SiteContext } from '../site.context.ts';

/**
 * Returns the handle from a stored username. Returns null if there is no username, or if it isn't a handle but, for example, an email
 * address or a phone number, which pages don't show.
 */
export function handleFrom(username: string | null): string | null {
  const handle = (username ?? '').trim().replace(/^@/u, '').toLowerCase();
  return /^[a-z0-9._]{1,30}$/u.test(handle) && !/^\d{7,}$/u.test(handle) ? handle : null;
}

/** Reads the signed-in account's handle from the page. Returns null if the page doesn't show it or can't be read at the moment. */
export async function accountOn({ page, pack }: SitePage): Promise<string | null> {
  return z
    .string()
    .nullable()
    .parse(await ifReadable(page.read(pack.script.account)));
}

export const accountUnclear: Stop = { reason: 'account_unclear', detail: null };

/**
 * Checks which account is signed in. Call the check repeatedly on one page, for as long as it returns `waiting`. `ours`: the
 * expected account is signed in, or no particular account is expected. `unclear`: the page loaded but didn't show the account in time.
 */
export type AccountCheck = (view: PageView) => Promise<'ours' | 'waiting' | 'unclear'>;

/** Creates a check that must pass before the agent acts for the account. The check throws if a different account is signed in. */
export function createAccountCheck(site: SiteContext): AccountCheck {
  let silentSince = 0;
  let isOurs = site.account === null;
  return async (view) => {
    if (isOurs) return 'ours';
    const found = await accountOn(site);
    if (found !== null && found !== site.account) throw stopped({ reason: 'wrong_account', detail: `@${found}` });
    isOurs = found !== null;
    if (isOurs) return 'ours';
    if (!view.hasInboxLink) return 'waiting';
    if (silentSince === 0) silentSince = performance.now();
    return performance.now() - silentSince > site.timing.accountMs ? 'unclear' : 'waiting';
  };
}
