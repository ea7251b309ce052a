import { z } from 'zod';
import { PageError } from '../../../browser/page.ts';
import type { PageView, SitePage } from '../page/page.view.ts';
import { stopped, type Stop } from '../report.ts';
import type { SiteContext } from '../site.context.ts';

/** Returns the handle for a stored username. Returns null for an email address or phone number, which the page doesn't show. */
export function handleFrom(username: string | null): string | null {
  const handle = (username ?? '').trim().replace(/^@/u, '').toLowerCase();
  return /^[a-z0-9._]{1,30}$/u.test(handle) && !/^\d{7,}$/u.test(handle) ? handle : null;
}

/** Reads the handle of the signed-in account. Returns null while the page doesn't show it. */
export async function accountOn({ page, pack }: SitePage): Promise<string | null> {
  try {
    return z
      .string()
      .nullable()
      .parse(await page.read(pack.script.account));
  } catch (error) {
    if (error instanceof PageError && error.kind !== 'closed') return null;
    throw error;
  }
}

export const accountUnclear: Stop = { reason: 'account_unclear', detail: null };

/** Call it repeatedly on one page until it stops returning `waiting`. `unclear`: the page loaded without showing the account. */
export type AccountCheck = (view: PageView) => Promise<'ours' | 'waiting' | 'unclear'>;

/** Verifies the signed-in account before the agent acts on its behalf. The check throws if it's a different account. */
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
