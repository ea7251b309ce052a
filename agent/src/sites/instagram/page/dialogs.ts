import { includesAny, isOneOf } from './page-script/elements.script.ts';
import type { DialogView } from './page.view.ts';
import type { SiteTexts } from './pack/page-pack.schema.ts';

/** Whether the current step opened this dialog itself. */
export type IsOwn = (dialog: DialogView, texts: SiteTexts) => boolean;

/** What a step has to do with dialogs. `onPressed` is called after the agent has clicked a button in one. */
export type DialogOptions = { isOwn?: IsOwn; onPressed?: (dialog: DialogView, texts: SiteTexts) => void };

/**
 * What to do about a dialog. `press`: click a button with one of these names or, if null, the dialog's only button. `ours`: nothing,
 * because the agent opened the dialog. `wait`: nothing, because it disappears automatically. `escape`: press Escape. `limit`: stop the
 * account. `unexpected`: end the attempt.
 */
export type DialogStep = { press: string[] | null } | 'limit' | 'ours' | 'wait' | 'escape' | 'unexpected';

function cookieStep(dialog: DialogView, texts: SiteTexts): DialogStep {
  const decline = dialog.buttons.filter((name) => isOneOf(name, texts.declineCookies));
  if (decline.length > 0) return { press: decline };
  // The cookie dialog of 2020 and 2021 has only an "Accept" button.
  const only = dialog.buttons.filter((name) => isOneOf(name, texts.acceptCookies));
  return only.length > 0 && dialog.buttons.length === 1 ? { press: only } : 'unexpected';
}

/** Whether the dialog asks how to message a business, and an ordinary message request is one of the choices. */
export function offersRequest(dialog: DialogView, texts: SiteTexts): boolean {
  return dialog.buttons.some((name) => isOneOf(name, texts.sendRequest));
}

/**
 * Decides what to do about a dialog, based on its text and buttons. Never accepts a prompt, except a cookie dialog whose only button is
 * "Accept". Chooses the ordinary message request to a business, which only opens the conversation.
 */
export function stepFor(dialog: DialogView, texts: SiteTexts): DialogStep {
  if (includesAny(dialog.text, texts.rateLimit)) return 'limit';
  if (dialog.isNewMessage) return 'ours';
  if (offersRequest(dialog, texts)) return { press: texts.sendRequest };
  if (includesAny(dialog.text, texts.cookieTitle)) return cookieStep(dialog, texts);
  const notNow = dialog.buttons.filter((name) => isOneOf(name, texts.notNow));
  if (notNow.length > 0) return { press: notNow };
  if (dialog.isLinkList) return 'escape';
  // A dialog without buttons is a notice, such as "Link copied".
  if (dialog.buttons.length === 0) return 'wait';
  return dialog.buttons.length === 1 && includesAny(dialog.text, texts.harmless) ? { press: null } : 'unexpected';
}
