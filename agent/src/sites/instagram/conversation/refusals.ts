import type { FailReason } from '@sandpiper/contract/reasons';
import { includesAny } from '../page/page-script/elements.script.ts';
import type { ChatView } from '../page/page.view.ts';
import type { SiteTexts } from '../page/pack/page-pack.schema.ts';
import { failed, inConversation, type Ended } from '../report.ts';

/**
 * Returns why the person can't receive the message, based on lines from the conversation. Returns null if no line contains a known refusal.
 */
export function refusalIn(lines: readonly string[], texts: SiteTexts): FailReason | null {
  const says = (words: readonly string[]): boolean => lines.some((line) => includesAny(line, words));
  if (says(texts.refusesRequests)) return 'recipient_refuses_requests';
  if (says(texts.limited)) return 'recipient_limits_messages';
  return says(texts.cannotMessage) ? 'recipient_cannot_be_messaged' : null;
}

/** Returns why a conversation has no composer. Returns null if it has a composer, or if the agent doesn't recognize the reason. */
export function blockIn(chat: ChatView, texts: SiteTexts): Ended | null {
  if (chat.composer !== null) return null;
  const lines = [chat.rest, ...chat.notices];
  const says = (words: readonly string[]): boolean => lines.some((line) => includesAny(line, words));
  if (says(texts.wroteFirst)) return inConversation();
  if (chat.isRequestPending || says(texts.invitePending)) return failed('invite_pending');
  if (chat.handles.length === 0 && says(texts.goneUser)) return failed('recipient_gone');
  const refusal = refusalIn(lines, texts);
  return refusal === null ? null : failed(refusal);
}
