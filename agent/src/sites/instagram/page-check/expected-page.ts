import { createAccountCheck } from '../account/account.check.ts';
import { isEmptyForLong } from '../conversation/profile.steps.ts';
import { noTriesYet } from '../conversation/profile.tries.ts';
import { openPage, pollPage } from '../page/navigation.ts';
import type { PageView } from '../page/page.view.ts';
import { failed } from '../report.ts';
import type { SiteContext } from '../site.context.ts';

const tries = 3;

/**
 * Opens one of Instagram's pages and calls `step` until it returns a result. Returns null after the timeout. If the page stays empty or
 * doesn't show which account is signed in, reopens it. Throws after three such attempts.
 */
export async function readPage<T>(
  site: SiteContext,
  path: string,
  step: (view: PageView) => Promise<T | null> | T | null,
): Promise<T | null> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    await openPage(site, path);
    const check = createAccountCheck(site);
    const since = noTriesYet();
    const found = await pollPage<{ step: T } | 'empty'>(site, async (view) => {
      const account = await check(view);
      if (account === 'unclear' || isEmptyForLong(site, view, since)) return 'empty';
      const result = account === 'ours' ? await step(view) : null;
      return result === null ? null : { step: result };
    });
    if (found !== 'empty') return found?.step ?? null;
  }
  throw failed('page_failed');
}
