import { PageError } from '../../../browser/page.ts';
import { watch } from '../page/page.view.ts';
import type { Stop } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { isVague, stopOnPage } from './page.stops.ts';

/**
 * Waits for the page's words, because at some addresses only the words say what Instagram wants, and they may appear late.
 * Returns the reason already found if they don't appear or aren't more specific.
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
