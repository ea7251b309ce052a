import { isMissingPage } from '../page/page.view.ts';
import { pollPage, openPage } from '../page/navigation.ts';
import { Ended, stopped, type SendReport } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { accountOn } from './account.check.ts';

/**
 * Opens the account's own profile. If Instagram says that the profile doesn't exist, or if the account must stop for another reason,
 * returns a report that stops the account. Otherwise, returns null. Call this when several people in a row weren't found. These people may
 * all have left Instagram, but if even the account's own profile is missing, "not found" says nothing about a person.
 */
export async function missingOwnProfile(site: SiteContext): Promise<SendReport | null> {
  try {
    const handle = site.account ?? (await accountOn(site));
    if (handle === null) return null;
    await openPage(site, `/${handle}/`);
    const isMissing = await pollPage(site, (view) => {
      if (isMissingPage(view)) return Promise.resolve(true);
      return Promise.resolve(view.profile?.handle === handle ? false : null);
    });
    return isMissing === true ? stopped({ reason: 'own_profile_missing', detail: `@${handle}` }).report : null;
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    return error.report.stop ? error.report : null;
  }
}
