import { PageError } from '../../../browser/page.ts';
import { watch } from '../page/page.view.ts';
import type { Stop } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { isVague, ownerOnlyPage } from './page.stops.ts';

/**
 * At some URLs, only the page's text shows what Instagram wants, so this function waits for the text, which may appear late. Returns the
 * reason already found if no text appears, or if the text isn't more specific. The sign-in form and the sign-up page never replace that
 * reason, because Instagram may sign an account out right after a warning.
 */
export async function settledStop(site: SiteContext, found: Stop): Promise<Stop> {
  try {
    const shown = await watch(
      site,
      (view) => (isVague(view) ? null : { stop: ownerOnlyPage(view) }),
      site.timing.wordsMs,
    );
    const stop = shown?.stop ?? found;
    return stop.reason === 'sign_up_shown' ? found : stop;
  } catch (error) {
    if (error instanceof PageError) return found;
    throw error;
  }
}
