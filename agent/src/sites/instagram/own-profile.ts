import { accountOn } from './account.ts';
import type { Gate } from './address.ts';
import { isMissingPage } from './refusals.ts';
import { Ended } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { stepThrough, visit } from './visiting.ts';

function nobodyIsThere(handle: string): Gate {
  return {
    reason: 'unexpected_page',
    detail: `Instagram says of one person after the other that the profile is not available, and says it of @${handle} itself. Open the account and look.`,
  };
}

/**
 * A list may hold one name after the other that nobody has any more; but where the account's own profile is not
 * available either, what the site says about other people is worth nothing. Null: it is there, or that is not to be found out.
 */
export async function missingOwnProfile(site: SiteContext): Promise<Gate | null> {
  try {
    const handle = site.account ?? (await accountOn(site.page));
    if (handle === null) return null;
    await visit(site, `/${handle}/`);
    const isMissing = await stepThrough(site, (view) => {
      if (isMissingPage(view)) return Promise.resolve(true);
      return Promise.resolve(view.profile === null ? null : false);
    });
    return isMissing === true ? nobodyIsThere(handle) : null;
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    const { report } = error;
    return report.outcome === 'blocked' ? { reason: report.reason, detail: report.detail } : null;
  }
}
