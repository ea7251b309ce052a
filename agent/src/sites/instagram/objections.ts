import { isLoginAddress, signedOut, type Gate } from './address.ts';
import { gateInWords, gateOn } from './gates.ts';
import type { PageView } from './page.view.ts';
import { limitGate, rateLimitIn } from './prompts.ts';
import { textsFor } from './report.ts';

/** The gate that has taken the page's place. */
export function gateInstead(view: PageView): Gate | null {
  return gateOn(view) ?? (isLoginAddress(view.url) ? signedOut : null);
}

/** What the page holds against the account, in its own place or in a dialog over the conversation. */
export function objectionIn(view: PageView): Gate | null {
  const gate = gateInstead(view);
  if (gate !== null) return gate;
  for (const dialog of view.dialogs) {
    const said = gateInWords(dialog.text, textsFor(view.language));
    if (said !== null) return said;
  }
  const limit = rateLimitIn(view);
  return limit === null ? null : limitGate(limit);
}
