import type { ChatView, PageView } from './page.view.ts';
import { failed, hasAny, textsFor, type Ended } from './report.ts';
import type { SiteTexts } from './texts/site.texts.ts';

/** Whether a line in the thread says that the person does not get the message. */
export function refusalIn(lines: readonly string[], texts: SiteTexts, recipient: string): Ended | null {
  if (lines.some((line) => hasAny(line, texts.refusesRequests))) {
    return failed(
      'recipient_refuses_requests',
      `${recipient} does not accept message requests from people they do not know.`,
    );
  }
  if (lines.some((line) => hasAny(line, texts.limited))) {
    return failed('recipient_limits_messages', `${recipient} lets only some people write to them.`);
  }
  if (lines.some((line) => hasAny(line, texts.cannotMessage))) {
    return failed('recipient_cannot_be_messaged', `Instagram does not let this account write to ${recipient}.`);
  }
  return null;
}

/** Why a conversation has no place to type; null when nothing known stands there. */
export function blockIn(chat: ChatView, texts: SiteTexts, recipient: string): Ended | null {
  const lines = [chat.rest, ...chat.notices];
  if (chat.composer !== null) return null;
  if (lines.some((line) => hasAny(line, texts.wroteFirst))) {
    return failed('wrote_first', `${recipient} wrote to this account first. Open the account and answer there.`);
  }
  if (lines.some((line) => hasAny(line, texts.invitePending))) {
    return failed(
      'invite_pending',
      `${recipient} has not answered an earlier message request; Instagram allows one until then.`,
    );
  }
  if (chat.handles.length === 0 && lines.some((line) => hasAny(line, texts.goneUser))) {
    return failed('recipient_gone', `${recipient} has deleted the account or has blocked this one.`);
  }
  return refusalIn(lines, texts, recipient);
}

export function isMissingPage(view: PageView): boolean {
  return view.profile === null && hasAny(view.main, textsFor(view.language).missingPage);
}
