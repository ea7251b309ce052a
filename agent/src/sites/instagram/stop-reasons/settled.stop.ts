import { PageError } from '../../../browser/page.ts';
import { watch } from '../page/page.view.ts';
import type { Stop } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { isVague, stopOnPage } from './page.stops.ts';

/**
 * At some URLs, only the page's text shows what Instagram wants, so this function waits for the text, which may appear late. Returns the
 * reason already found if no text appears, or if the text isn't more specific.
 */
export async function settledStop(site: SiteContext, found: Stop): Promise<Stop> {
  try {
    const settled = await watch(
      site,
      (view) => (isVague(view) ? null : (stopOnPage(view) ?? found)),
      site.timing.wordsMs,
    );
    return settled ?? found;
  } catch (error) {
    if (error instanceof PageError) return found;
    throw error;
  }
}
