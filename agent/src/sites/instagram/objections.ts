import { isLoginAddress, signedOut, type Gate } from './address.ts';
import { gateOn } from './gates.ts';
import type { PageView } from './page.view.ts';
import { objectionOf } from './prompts.ts';

/** The gate that has taken the page's place. */
export function gateInstead(view: PageView): Gate | null {
  return gateOn(view) ?? (isLoginAddress(view.url) ? signedOut : null);
}

/**
 * What the page holds against the account, in its own place or in a dialog over the conversation. A dialog that nobody
 * described counts: Instagram warns in words that change.
 */
export function objectionIn(view: PageView): Gate | null {
  const gate = gateInstead(view);
  if (gate !== null) return gate;
  for (const dialog of view.dialogs) {
    const objection = objectionOf(dialog, view.language);
    if (objection !== null) return objection;
  }
  return null;
}
