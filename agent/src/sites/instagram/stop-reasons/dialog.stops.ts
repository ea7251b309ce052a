import { stepFor } from '../page/dialogs.ts';
import type { DialogView, PageView } from '../page/page.view.ts';
import type { SiteTexts } from '../page/texts/site.texts.ts';
import { failed, quote, stopped, type Ended, type Stop } from '../report.ts';
import { stopInWords, stopOnPage, unknownLanguage } from './page.stops.ts';

export function stopInDialog(dialog: DialogView, texts: SiteTexts): Stop | null {
  const reason = stopInWords(dialog.text, texts) ?? (stepFor(dialog, texts) === 'limit' ? 'rate_limited' : null);
  return reason === null ? null : { reason, detail: quote(dialog.text) };
}

/** Why the account must stop, from the page and its dialogs. */
export function stopOn(view: PageView): Stop | null {
  const inDialogs = view.dialogs.map((dialog) => stopInDialog(dialog, view.texts));
  return stopOnPage(view) ?? inDialogs.find((stop) => stop !== null) ?? null;
}

/** Fails the attempt without stopping the account, because the dialog may belong to this person's page. */
export function unexpectedDialog(dialog: DialogView, view: PageView): Ended {
  return view.isLanguageKnown ? failed('unexpected_dialog', quote(dialog.text)) : stopped(unknownLanguage(view));
}
