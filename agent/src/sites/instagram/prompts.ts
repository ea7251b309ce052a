import type { Gate } from './address.ts';
import { gateInWords, unsupportedLanguage } from './gates.ts';
import { click } from './pointer.ts';
import { blockedBy, hasAny, isOneOf, isSupported, textsFor } from './report.ts';
import type { DialogView, PageView } from './page.view.ts';
import type { SiteContext } from './site.context.ts';
import type { SiteTexts } from './texts/site.texts.ts';

/** Names the dialogs of the step under way. */
export type IsOwn = (dialog: DialogView, texts: SiteTexts) => boolean;

/** What to do about a dialog. `ours`: it belongs to a step we are in. */
export type PromptStep = { press: string[] | null } | 'block' | 'ours' | 'wait' | 'unexpected';

function cookieStep(dialog: DialogView, texts: SiteTexts): PromptStep {
  const decline = dialog.buttons.filter((name) => isOneOf(name, texts.declineCookies));
  if (decline.length > 0) return { press: decline };
  // The oldest form leaves no choice.
  const only = dialog.buttons.filter((name) => isOneOf(name, texts.acceptCookies));
  return only.length > 0 && dialog.buttons.length === 1 ? { press: only } : 'unexpected';
}

/** Decides by the dialog's own words; prompts are never accepted. */
export function stepFor(dialog: DialogView, texts: SiteTexts): PromptStep {
  if (hasAny(dialog.text, texts.rateLimit)) return 'block';
  if (dialog.isNewMessage) return 'ours';
  if (dialog.buttons.some((name) => isOneOf(name, texts.sendRequest))) return 'ours';
  if (hasAny(dialog.text, texts.cookieTitle)) return cookieStep(dialog, texts);
  const notNow = dialog.buttons.filter((name) => isOneOf(name, texts.notNow));
  if (notNow.length > 0) return { press: notNow };
  // A line such as "Link copied" passes by itself.
  if (dialog.buttons.length === 0) return 'wait';
  return dialog.buttons.length === 1 && hasAny(dialog.text, texts.harmless) ? { press: null } : 'unexpected';
}

export function limitGate(dialog: DialogView): Gate {
  return {
    reason: 'rate_limited',
    detail: `Instagram slows this account down and says: "${dialog.text.slice(0, 300)}" Let it rest before you go on.`,
  };
}

function unexpectedDialog(dialog: DialogView, language: string): Gate {
  if (!isSupported(language)) return unsupportedLanguage(language);
  return {
    reason: 'unexpected_dialog',
    detail: `Instagram shows something the agent does not know: "${dialog.text.slice(0, 300)}" Open the account and look.`,
  };
}

/** What a dialog holds against the account; null: it may be taken away, passes by itself or belongs to the step under way. */
export function objectionOf(dialog: DialogView, language: string, isOwn: IsOwn = () => false): Gate | null {
  const texts = textsFor(language);
  const gate = gateInWords(dialog.text, texts);
  if (gate !== null) return gate;
  const step = stepFor(dialog, texts);
  if (step === 'block') return limitGate(dialog);
  return step === 'unexpected' && !isOwn(dialog, texts) ? unexpectedDialog(dialog, language) : null;
}

/**
 * Takes away what rose over the page. True when something was there, so that the page has to be looked at again.
 * `isOwn` names dialogs of the step under way.
 */
export async function clearPrompts(site: SiteContext, view: PageView, isOwn: IsOwn = () => false): Promise<boolean> {
  const texts = textsFor(view.language);
  for (const dialog of view.dialogs) {
    const objection = objectionOf(dialog, view.language, isOwn);
    if (objection !== null) throw blockedBy(objection);
    const step = stepFor(dialog, texts);
    if (typeof step === 'string' || isOwn(dialog, texts)) continue;
    site.note(`Taken away: "${dialog.text.slice(0, 100)}"`);
    await click(site.page, { kind: 'dialog_button', dialogText: dialog.text, names: step.press });
    return true;
  }
  return false;
}
