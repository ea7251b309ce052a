import { stepFor } from '../page/dialogs.ts';
import type { DialogView, PageView } from '../page/page.view.ts';
import type { SiteTexts } from '../page/texts/site.texts.ts';
import { failed, quote, stopped, type Ended, type Stop } from '../report.ts';
import { stopInWords, stopOnPage, unknownLanguage } from './page.stops.ts';

export function stopInDialog(dialog: DialogView, texts: SiteTexts): Stop | null {
  const reason = stopInWords(dialog.text, texts) ?? (stepFor(dialog, texts) === 'limit' ? 'rate_limited' : null);
  return reason === null ? null : { reason, detail: quote(dialog.text) };
}

/** Everything on the page that says that the account may not continue. */
export function stopOn(view: PageView): Stop | null {
  const inDialogs = view.dialogs.map((dialog) => stopInDialog(dialog, view.texts));
  return stopOnPage(view) ?? inDialogs.find((stop) => stop !== null) ?? null;
}

/** Ends the attempt; it says nothing about the account, for the person's page may be what shows it. */
export function unexpectedDialog(dialog: DialogView, view: PageView): Ended {
  return view.isLanguageKnown ? failed('unexpected_dialog', quote(dialog.text)) : stopped(unknownLanguage(view));
}
