import { stepFor } from '../page/dialogs.ts';
import type { DialogView, PageView } from '../page/page.view.ts';
import type { SiteTexts } from '../page/pack/page-pack.schema.ts';
import { failed, quote, stopped, type Ended, type Stop } from '../report.ts';
import { canSendIn, needsAnswers, unreadable, unsupportedLanguage } from './language.stops.ts';
import { ownerOnlyPage, stopInWords, stopOnPage } from './page.stops.ts';

export function stopInDialog(dialog: DialogView, texts: SiteTexts): Stop | null {
  const reason = stopInWords(dialog.text, texts) ?? (stepFor(dialog, texts) === 'limit' ? 'rate_limited' : null);
  return reason === null ? null : { reason, detail: quote(dialog.text) };
}

/** Returns why the account must stop, based on the dialogs whose text is known. Returns null if there is no reason. */
export function stopInDialogs({ dialogs, texts }: PageView): Stop | null {
  return dialogs.map((dialog) => stopInDialog(dialog, texts)).find((stop) => stop !== null) ?? null;
}

/**
 * Returns why the account must stop, based on the page and its dialogs. Returns null if there is no reason. A sign-in form is the reason only
 * if there is no other, because Instagram may sign an account out and warn it at the same time.
 */
export function stopOn(view: PageView): Stop | null {
  return ownerOnlyPage(view) ?? stopInDialogs(view) ?? stopOnPage(view);
}

/** The same as {@link stopOn}, but also returns a stop reason if the agent can't send in the page's language. */
export function stopOrLanguage(view: PageView): Stop | null {
  return stopOn(view) ?? (view.hasInboxLink && !canSendIn(view) ? unsupportedLanguage(view) : null);
}

/** The same as {@link stopOn}, for use while sending. In a language whose warnings aren't known, any unexpected dialog may be a warning. */
export function stopWhileSending(view: PageView): Stop | null {
  const known = stopOn(view);
  if (known !== null || !needsAnswers(view)) return known;
  const strange = view.dialogs.find((dialog) => stepFor(dialog, view.texts) === 'unexpected');
  return strange === undefined ? null : unreadable(view, strange.text);
}

/**
 * Returns the error that ends the attempt because of an unexpected dialog. The error doesn't stop the account if the agent can send in the
 * page's language and knows its warnings. In that case, the dialog may concern only this person's page.
 */
export function unexpectedDialog(dialog: DialogView, view: PageView): Ended {
  if (needsAnswers(view)) return stopped(unreadable(view, dialog.text));
  return canSendIn(view) ? failed('unexpected_dialog', quote(dialog.text)) : stopped(unsupportedLanguage(view));
}
