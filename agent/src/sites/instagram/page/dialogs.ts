import { includesAny, isOneOf } from './page-script/elements.script.ts';
import type { DialogView } from './page.view.ts';
import type { SiteTexts } from './pack/page-pack.schema.ts';

/** Recognizes dialogs that the current step itself opened. */
export type IsOwn = (dialog: DialogView, texts: SiteTexts) => boolean;

/** What to do about a dialog. `ours`: the agent opened it. `wait`: it disappears on its own. `escape`: close it with Escape. */
export type DialogStep = { press: string[] | null } | 'limit' | 'ours' | 'wait' | 'escape' | 'unexpected';

function cookieStep(dialog: DialogView, texts: SiteTexts): DialogStep {
  const decline = dialog.buttons.filter((name) => isOneOf(name, texts.declineCookies));
  if (decline.length > 0) return { press: decline };
  // The form used in 2020 and 2021 has only "Accept".
  const only = dialog.buttons.filter((name) => isOneOf(name, texts.acceptCookies));
  return only.length > 0 && dialog.buttons.length === 1 ? { press: only } : 'unexpected';
}

/** Decides what to do from the dialog's text and buttons. Never accepts a prompt, except for cookies if that's the only button. */
export function stepFor(dialog: DialogView, texts: SiteTexts): DialogStep {
  if (includesAny(dialog.text, texts.rateLimit)) return 'limit';
  if (dialog.isNewMessage) return 'ours';
  if (dialog.buttons.some((name) => isOneOf(name, texts.sendRequest))) return 'ours';
  if (includesAny(dialog.text, texts.cookieTitle)) return cookieStep(dialog, texts);
  const notNow = dialog.buttons.filter((name) => isOneOf(name, texts.notNow));
  if (notNow.length > 0) return { press: notNow };
  if (dialog.isLinkList) return 'escape';
  // This is a notice, such as "Link copied".
  if (dialog.buttons.length === 0) return 'wait';
  return dialog.buttons.length === 1 && includesAny(dialog.text, texts.harmless) ? { press: null } : 'unexpected';
}
