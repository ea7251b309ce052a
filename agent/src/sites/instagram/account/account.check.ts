import { z } from 'zod';
import { PageError, type Page } from '../../../browser/page.ts';
import { pageScript } from '../page/page-script/page.script.ts';
import type { PageView } from '../page/page.view.ts';
import { stopped, type Stop } from '../report.ts';
import type { SiteContext } from '../site.context.ts';

/**
 * The handle a stored username stands for; null where it cannot be compared: people also sign in with a mail address or
 * a telephone number.
 */
export function handleFrom(username: string | null): string | null {
  const handle = (username ?? '').trim().replace(/^@/u, '').toLowerCase();
  return /^[a-z0-9._]{1,30}$/u.test(handle) && !/^\d{7,}$/u.test(handle) ? handle : null;
}

/** Who is signed in on the page; null while it does not say. */
export async function accountOn(page: Page): Promise<string | null> {
  try {
    return z
      .string()
      .nullable()
      .parse(await page.read(pageScript.account));
  } catch (error) {
    if (error instanceof PageError && error.kind !== 'closed') return null;
    throw error;
  }
}

export const accountUnclear: Stop = { reason: 'account_unclear', detail: null };

/** Asked again and again on one page until it is `ours`; `unclear` once the page has loaded and does not say. */
export type AccountCheck = (view: PageView) => Promise<'ours' | 'waiting' | 'unclear'>;

/** Nothing is done for an account before the page has said that it is this account's. Throws when it is another's. */
export function createAccountCheck(site: SiteContext): AccountCheck {
  let silentSince = 0;
  let isOurs = site.account === null;
  return async (view) => {
    if (isOurs) return 'ours';
    const found = await accountOn(site.page);
    if (found !== null && found !== site.account) throw stopped({ reason: 'wrong_account', detail: `@${found}` });
    isOurs = found !== null;
    if (isOurs) return 'ours';
    if (!view.hasInboxLink) return 'waiting';
    if (silentSince === 0) silentSince = performance.now();
    return performance.now() - silentSince > site.timing.accountMs ? 'unclear' : 'waiting';
  };
}
