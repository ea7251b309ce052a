import type { UnknownReason } from '@sandpiper/contract/reasons';
import { refusalIn } from '../conversation/refusals.ts';
import { chatWith, currentChat, look, watch, type ChatView, type PageView } from '../page/page.view.ts';
import { poll } from '../../../platform/clock.ts';
import { failed, unknown, type SendReport } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { stopOnPage } from '../stop-reasons/page.stops.ts';
import { hasFailed, isEmptied, noteStop, traceOf, type Attempt } from './attempt.ts';
import { unknownNoticeIn } from './unknown-notice.ts';

function refusalOf(view: PageView, chat: ChatView): SendReport | null {
  const refusal = refusalIn(chat.notices, view.texts);
  return refusal === null ? null : failed(refusal).report;
}

/** What the conversation itself says about the message so far; null: nothing yet. */
function readChat(view: PageView, chat: ChatView, attempt: Attempt): SendReport | 'failed_mark' | null {
  const refusal = isEmptied(chat) ? refusalOf(view, chat) : null;
  if (refusal !== null) return refusal;
  if (hasFailed(chat, attempt)) return 'failed_mark';
  const isSent = isEmptied(chat) && traceOf(chat, attempt) === 'ours';
  return isSent ? { outcome: 'sent', sentAt: new Date().toISOString() } : null;
}

function readOutcome(view: PageView, attempt: Attempt): SendReport | 'failed_mark' | null {
  noteStop(attempt, view);
  if (stopOnPage(view) !== null) return unknown('objection_met');
  const chat = chatWith(view, attempt.handle);
  return chat === null ? null : readChat(view, chat, attempt);
}

/** Why nothing is known when the page has said nothing for the whole time. */
function unclear(chat: ChatView | null, attempt: Attempt): UnknownReason {
  if (chat === null) return 'conversation_unseen';
  if (!attempt.isPressed) return 'composer_emptied';
  if (!isEmptied(chat)) return 'enter_ignored';
  return traceOf(chat, attempt) === 'differs' ? 'reads_differently' : 'no_bubble';
}

/** Watches the page until it says what became of the message. */
export async function outcomeOf(site: SiteContext, attempt: Attempt): Promise<SendReport> {
  let markedSince = 0;
  const found = await watch(
    site.page,
    (view): SendReport | null => {
      const said = readOutcome(view, attempt);
      if (said !== 'failed_mark') {
        markedSince = 0;
        return said;
      }
      if (markedSince === 0) markedSince = performance.now();
      // The dialog that explains a failed bubble may follow it. The mark itself is no proof: where a connection broke, the
      // message may have arrived all the same.
      const isExplained = attempt.stop !== null || performance.now() - markedSince > site.timing.reasonMs;
      return isExplained ? unknown('not_delivered') : null;
    },
    site.timing.outcomeMs,
  );
  return found ?? unknown(unclear(await currentChat(site.page, attempt.handle), attempt));
}

/** Some refusals come late, so a message that shows counts as sent only after a second look has lasted its whole time. */
export async function standsFirm(site: SiteContext, attempt: Attempt, sent: SendReport): Promise<SendReport> {
  let isThere = true;
  let lookedAt = Date.now();
  const ended = await poll(
    async (): Promise<SendReport | null> => {
      const view = await look(site.page);
      const sleptMs = Date.now() - lookedAt;
      lookedAt += sleptMs;
      // A page that slept as well has not heard yet what became of the message.
      if (sleptMs > site.timing.sleepMs) return unknown('computer_slept');
      if (view === null) return null;
      noteStop(attempt, view);
      const chat = chatWith(view, attempt.handle);
      if (chat === null) {
        isThere = false;
        return null;
      }
      const trace = traceOf(chat, attempt);
      // The page may draw a bubble otherwise that read as ours a moment ago.
      isThere = trace === null ? isThere : trace !== 'none';
      const refusal = refusalOf(view, chat);
      if (refusal !== null) return refusal;
      return hasFailed(chat, attempt) ? unknown('not_delivered') : unknownNoticeIn(chat, view.texts, attempt);
    },
    { timeoutMs: site.timing.secondLookMs, intervalMs: 200 },
  );
  if (ended !== null) return ended;
  if (isThere) return sent;
  return unknown(attempt.stop === null ? 'bubble_gone' : 'objection_met');
}
