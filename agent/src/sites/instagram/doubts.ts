import type { ChatView } from './page.view.ts';
import { hasAny, plainText, type UnclearEnd } from './report.ts';
import type { SiteTexts } from './texts/site.texts.ts';
import { ownSince } from './thread.history.ts';

/** What stands under a message that was sent and is in no table may say that it was not. */
const unknownNotice = 'unknown_notice';

type Sent = { tail: readonly string[]; text: string; noticesBefore: readonly string[] };

function count(lines: readonly string[], wanted: string): number {
  return lines.filter((line) => line === wanted).length;
}

/** Times and words like "Seen" stand there too: only a sentence can be a refusal. */
function isSentence(line: string): boolean {
  return plainText(line).length >= 20 && !/\d/u.test(line);
}

/** A line or a mark under the newest message that nobody has described, in whatever language; null: none. */
export function doubtIn(chat: ChatView, texts: SiteTexts, sent: Sent): UnclearEnd | null {
  const isNew = (line: string): boolean => count(chat.notices, line) > count(sent.noticesBefore, line);
  const lines = chat.newestNotices.filter(
    (line) => isSentence(line) && isNew(line) && !hasAny(line, texts.invitePending),
  );
  const marks = ownSince(sent.tail, chat, sent.text).flatMap((message) => message.marks);
  const words = [...lines, ...marks][0];
  if (words === undefined) return null;
  return {
    outcome: 'unclear',
    reason: unknownNotice,
    detail: `Instagram shows something under the message that the agent does not know: "${plainText(words).slice(0, 120)}". It may have been refused. It is not sent again. Open the conversation and look.`,
  };
}
