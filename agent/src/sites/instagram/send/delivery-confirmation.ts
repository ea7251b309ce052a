import type { UnknownReason } from '@sandpiper/contract/reasons';
import { refusalIn } from '../conversation/refusals.ts';
import type { SendAnswer } from '../network/send-answer.ts';
import { chatWith, currentChat, look, type ChatView, type PageView } from '../page/page.view.ts';
import { poll } from '../../../platform/clock.ts';
import { failed, unknown, type SendReport } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { stopOnPage } from '../stop-reasons/page.stops.ts';
import { hasFailed, isComposerEmpty, noteStop, traceOf, type Attempt } from './message.attempt.ts';
import { unknownNoticeIn } from './unknown-notice.ts';

function refusalOf(view: PageView, chat: ChatView): SendReport | null {
  const refusal = refusalIn(chat.notices, view.texts);
  return refusal === null ? null : failed(refusal).report;
}

/** Reads what the conversation shows about the message so far. Returns null if it shows nothing yet. */
function readChat(view: PageView, chat: ChatView, attempt: Attempt): SendReport | 'failed_mark' | null {
  const refusal = isComposerEmpty(chat) ? refusalOf(view, chat) : null;
  if (refusal !== null) return refusal;
  if (hasFailed(chat, attempt)) return 'failed_mark';
  const isSent = isComposerEmpty(chat) && traceOf(chat, attempt) === 'ours';
  return isSent ? { outcome: 'sent', sentAt: new Date().toISOString() } : null;
}

function readOutcome(view: PageView, attempt: Attempt): SendReport | 'failed_mark' | null {
  noteStop(attempt, view);
  if (stopOnPage(view) !== null) return unknown('objection_met');
  const chat = chatWith(view, attempt.handle);
  return chat === null ? null : readChat(view, chat, attempt);
}

/** Returns the reason for an unknown outcome after the timeout. */
function unclear(chat: ChatView | null, attempt: Attempt): UnknownReason {
  if (chat === null) return 'conversation_unseen';
  if (!attempt.isPressed) return 'composer_emptied';
  if (!isComposerEmpty(chat)) return 'enter_ignored';
  const trace = traceOf(chat, attempt);
  if (trace === 'author_unclear') return trace;
  return trace === 'differs' ? 'reads_differently' : 'no_bubble';
}

/**
 * Creates a function that returns whether the computer has slept since the function was last called or, at the first call, since
 * `lookedAt`. The page sleeps along with the computer, so the page may not have received the server's response yet.
 */
function createSleepCheck({ timing }: SiteContext, lookedAt: number): () => boolean {
  return () => {
    const sleptMs = Date.now() - lookedAt;
    lookedAt += sleptMs;
    return sleptMs > timing.sleepMs;
  };
}

/**
 * Watches the page until it shows what happened to the message. After the timeout, the outcome is unknown. `since`: when Enter was
 * pressed, as wall-clock time.
 */
export async function waitForOutcome(site: SiteContext, attempt: Attempt, since = Date.now()): Promise<SendReport> {
  const sleeps = createSleepCheck(site, since);
  let hasSlept = false;
  let markedSince = 0;
  const found = await poll(
    async (): Promise<SendReport | null> => {
      const view = await look(site);
      hasSlept = sleeps() || hasSlept;
      if (view === null) return null;
      const said = readOutcome(view, attempt);
      if (said !== 'failed_mark') {
        markedSince = 0;
        return said?.outcome === 'sent' && hasSlept ? unknown('computer_slept') : said;
      }
      if (markedSince === 0) markedSince = performance.now();
      // A dialog may still appear and explain why the message is marked as failed. The mark alone doesn't prove that nothing was sent,
      // because the message may have arrived before the connection was lost.
      const isExplained = attempt.stop !== null || performance.now() - markedSince > site.timing.reasonMs;
      return isExplained ? unknown('not_delivered') : null;
    },
    { timeoutMs: site.timing.outcomeMs, intervalMs: 120 },
  );
  return found ?? unknown(unclear(await currentChat(site, attempt.handle), attempt));
}

/** Keeps watching a message for `secondLookMs` after it has appeared, because some refusals come late. */
export async function confirmDelivery(site: SiteContext, attempt: Attempt, sent: SendReport): Promise<SendReport> {
  const sleeps = createSleepCheck(site, Date.now());
  let isThere = true;
  const ended = await poll(
    async (): Promise<SendReport | null> => {
      const view = await look(site);
      if (sleeps()) return unknown('computer_slept');
      if (view === null) return null;
      noteStop(attempt, view);
      const chat = chatWith(view, attempt.handle);
      if (chat === null) {
        isThere = false;
        return null;
      }
      const trace = traceOf(chat, attempt);
      // If the page now displays the agent's message differently, the agent still treats the message as present.
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

type Seen = {
  answer: SendAnswer | null;
  /** Whether, in this language, the page alone can't prove that a message was sent, so the server's response is needed too. */
  isNeeded: boolean;
};

/**
 * Adds the response from Instagram's server to the report. The page takes precedence, so a response that contradicts "sent" doesn't change
 * the outcome, except in a language that needs the response as proof. If the server refused a message that the page shows as sent, the
 * agent watches the page once more. If the server accepted the message, the report includes the message's ID, so that a later check can
 * find the message.
 */
export async function withAnswer(
  site: SiteContext,
  attempt: Attempt,
  report: SendReport,
  { answer, isNeeded }: Seen,
): Promise<SendReport> {
  if (answer?.kind === 'sent') return { ...report, answer: 'sent', messageId: answer.messageId };
  const isAwaited = attempt.isPressed || answer !== null;
  const seen = isAwaited ? { answer: answer?.kind ?? ('none' as const) } : {};
  if (report.outcome !== 'sent') return { ...report, ...seen };
  const watched = answer?.kind === 'refused' ? await confirmDelivery(site, attempt, report) : report;
  return { ...(watched.outcome === 'sent' && isNeeded ? unknown('unconfirmed') : watched), ...seen };
}
