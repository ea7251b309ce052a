import { copiesSince } from '../conversation/thread.history.ts';
import { includesAny, plain } from '../page/page-script/elements.script.ts';
import type { ChatView } from '../page/page.view.ts';
import type { SiteTexts } from '../page/pack/page-pack.schema.ts';
import { quote, unknown, type SendReport } from '../report.ts';

type Sent = { text: string; before: { tail: readonly string[]; notices: readonly string[] } };

function count(lines: readonly string[], wanted: string): number {
  return lines.filter((line) => line === wanted).length;
}

/** Matches characters of scripts in which a sentence has only about half as many characters as in English. */
const denseScripts = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Whether the line looks like a sentence. Times and words such as "Seen" are also among the notices, but can't be refusals. */
function isSentence(line: string): boolean {
  const words = plain(line);
  const length = words.length + [...words.matchAll(denseScripts)].length;
  return length >= 20 && !/\p{Nd}/u.test(line);
}

/**
 * Returns a report with the outcome `unknown` if there is an unknown line under the newest message, or an unknown icon next to the agent's
 * message. Either could mean that the message was refused. Otherwise, returns null.
 */
export function unknownNoticeIn(chat: ChatView, texts: SiteTexts, { text, before }: Sent): SendReport | null {
  const isNew = (line: string): boolean => count(chat.notices, line) > count(before.notices, line);
  const lines = chat.newestNotices.filter(
    (line) => isSentence(line) && isNew(line) && !includesAny(line, texts.invitePending),
  );
  const marks = copiesSince(before.tail, chat, text).flatMap((message) => message.marks);
  const words = [...lines, ...marks][0];
  return words === undefined ? null : unknown('unknown_notice', quote(words));
}
