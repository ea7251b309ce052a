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

/** The first dialog that says this account is being slowed down. */
export function rateLimitIn(view: PageView): DialogView | null {
  return view.dialogs.find((dialog) => hasAny(dialog.text, textsFor(view.language).rateLimit)) ?? null;
}

export function limitGate(dialog: DialogView): Gate {
  return {
    reason: 'rate_limited',
    detail: `Instagram slows this account down and says: "${dialog.text.slice(0, 300)}" Let it rest before you go on.`,
  };
}

/**
 * Takes away what rose over the page. True when something was there, so that the page has to be looked at again.
 * `isOwn` names dialogs of the step under way.
 */
export async function clearPrompts(site: SiteContext, view: PageView, isOwn: IsOwn = () => false): Promise<boolean> {
  const texts = textsFor(view.language);
  for (const dialog of view.dialogs) {
    const gate = gateInWords(dialog.text, texts);
    if (gate !== null) throw blockedBy(gate);
    const step = stepFor(dialog, texts);
    if (step === 'block') throw blockedBy(limitGate(dialog));
    if (step === 'ours' || step === 'wait' || isOwn(dialog, texts)) continue;
    if (step === 'unexpected' && !isSupported(view.language)) throw blockedBy(unsupportedLanguage(view.language));
    if (step === 'unexpected') {
      throw blockedBy({
        reason: 'unexpected_dialog',
        detail: `Instagram shows something the agent does not know: "${dialog.text.slice(0, 300)}" Open the account and look.`,
      });
    }
    site.note(`Taken away: "${dialog.text.slice(0, 100)}"`);
    await click(site.page, { kind: 'dialog_button', dialogText: dialog.text, names: step.press });
    return true;
  }
  return false;
}
