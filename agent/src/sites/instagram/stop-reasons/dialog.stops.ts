import { stepFor } from '../page/dialogs.ts';
import type { DialogView, PageView } from '../page/page.view.ts';
import type { SiteTexts } from '../page/pack/page-pack.schema.ts';
import { failed, quote, stopped, type Ended, type Stop } from '../report.ts';
import { canSendIn, unsupportedLanguage } from './language.stops.ts';
import { stopInWords, stopOnPage } from './page.stops.ts';

export function stopInDialog(dialog: DialogView, texts: SiteTexts): Stop | null {
  const reason = stopInWords(dialog.text, texts) ?? (stepFor(dialog, texts) === 'limit' ? 'rate_limited' : null);
  return reason === null ? null : { reason, detail: quote(dialog.text) };
}

export function stopInDialogs({ dialogs, texts }: PageView): Stop | null {
  return dialogs.map((dialog) => stopInDialog(dialog, texts)).find((stop) => stop !== null) ?? null;
}

/** Why the account must stop, from the page and its dialogs. */
export function stopOn(view: PageView): Stop | null {
  return stopOnPage(view) ?? stopInDialogs(view);
}

/** Fails the attempt without stopping the account, because the dialog may belong to this person's page. */
export function unexpectedDialog(dialog: DialogView, view: PageView): Ended {
  return canSendIn(view) ? failed('unexpected_dialog', quote(dialog.text)) : stopped(unsupportedLanguage(view));
}
