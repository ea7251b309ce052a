import { PageError } from '../../../browser/page.ts';
import { messageOf } from '../../../platform/errors.ts';
import {
  authorsIn,
  closeConversations,
  openConversation,
  type OpenConversation,
} from '../conversation/conversation.ts';
import { blockIn, refusalIn } from '../conversation/refusals.ts';
import { currentChat, type ChatView, type PageMessage } from '../page/page.view.ts';
import { pressEnter } from '../page/pointer.ts';
import { Ended, failed, inConversation, stopped, unknown, type SendReport } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { attemptOn, isComposerEmpty, isUnsent, settled, withStop, type Attempt } from './message.attempt.ts';
import { compose, discardDraft } from './compose.ts';
import { listenForAnswers } from '../network/page-answers.ts';
import { answersMissing, needsAnswers } from '../stop-reasons/language.stops.ts';
import { waitForOutcome, confirmDelivery, withAnswer } from './delivery-confirmation.ts';
import { requestGoAhead, type BeforeSend } from './go-ahead.ts';

export type SendJob = {
  profileId: number;
  /** The account that should be signed in, if known. */
  username: string | null;
  recipient: string;
  text: string;
  /** Whether to skip people who have written to the account. */
  skipsConversations: boolean;
  /**
   * Whether several people in a row weren't found, so that "not found" is in doubt. If this person isn't found either, the agent checks
   * whether Instagram still shows the account's own profile.
   */
  doubtsNotFound: boolean;
  beforeSend: BeforeSend;
};

function refuseConversation(authors: readonly PageMessage['author'][], { skipsConversations }: SendJob): void {
  if (!skipsConversations) return;
  if (authors.includes('their')) throw inConversation();
  if (authors.includes('unknown')) throw failed('authors_not_shown');
}

function refuse({ chat, view, authors }: OpenConversation, job: SendJob): void {
  const block = blockIn(chat, view.texts);
  if (block !== null) throw block;
  refuseConversation(authors, job);
  const refusal = refusalIn(chat.notices, view.texts);
  if (refusal !== null) throw failed(refusal);
}

/**
 * Types the text, gets the server's go-ahead, presses Enter once, and waits for the outcome. Throws an {@link Ended} if Enter wasn't
 * pressed or definitely didn't reach the composer.
 */
async function pressOnce(site: SiteContext, job: SendJob, attempt: Attempt): Promise<SendReport> {
  await compose(site, attempt, site.timing.settleMs);
  // The person may have written something while the agent was typing.
  const chat = await currentChat(site, attempt.handle);
  if (chat !== null) refuseConversation(authorsIn(chat), job);
  await requestGoAhead(site, attempt, job.beforeSend);
  const pressedAt = Date.now();
  const touch = await pressEnter(site, attempt, (attempt.goAheadAt ?? 0) + site.timing.goAheadMs);
  if (touch === 'missing' || touch === 'strayed') throw failed('not_pressed');
  attempt.isPressed = true;
  const report = await waitForOutcome(site, attempt, pressedAt);
  return report.outcome === 'sent' ? confirmDelivery(site, attempt, report) : report;
}

async function chatNow(site: SiteContext, handle: string): Promise<ChatView | null> {
  return currentChat(site, handle).catch((error: unknown) => {
    if (error instanceof PageError) return null;
    throw error;
  });
}

/** Ignores page errors, because they must not change the report. */
async function leaveNoDraft(site: SiteContext, handle: string): Promise<void> {
  await discardDraft(site, handle).catch((error: unknown) => {
    if (!(error instanceof PageError)) throw error;
  });
}

/**
 * Returns the report for an attempt in which no Enter from the agent reached the composer. The user may have pressed Enter in the window,
 * so only text that is still in the composer proves that nothing was sent. No proof is needed before the note is written. A page that
 * stops the account hides the conversation, so it can't provide any proof. In that case, the caller decides based on the note.
 */
async function endUnpressed(site: SiteContext, attempt: Attempt, report: SendReport): Promise<SendReport> {
  const chat = await chatNow(site, attempt.handle);
  if (attempt.wasTyped && chat !== null && isComposerEmpty(chat)) return waitForOutcome(site, attempt);
  const isProven = !attempt.isNoted || report.stop || (chat !== null && isUnsent(chat, attempt));
  if (!isProven) return unknown('conversation_unseen');
  await leaveNoDraft(site, attempt.handle);
  return report;
}

async function tryOnce(site: SiteContext, job: SendJob, attempt: Attempt): Promise<SendReport> {
  try {
    return await pressOnce(site, job, attempt).catch((error: unknown) => {
      if (error instanceof Ended) return endUnpressed(site, attempt, error.report);
      throw error;
    });
  } catch (error) {
    // Until the agent has noted that it is about to send, it can't have sent anything.
    if (!attempt.isNoted || !(error instanceof PageError)) throw error;
    return error.kind === 'closed' ? unknown('window_lost') : unknown('page_lost', messageOf(error));
  }
}

/** Sends one message to one person. If this throws an {@link Ended} or a page failure, the agent has sent nothing. */
export async function sendMessage(site: SiteContext, job: SendJob): Promise<SendReport> {
  const handle = job.recipient.toLowerCase();
  const answers = listenForAnswers(site, { handle, text: job.text });
  try {
    const open = await openConversation(site, handle);
    refuse(open, job);
    const seen = answers.seen();
    if (needsAnswers(open.view) && seen !== 'readable') throw stopped(answersMissing(open.view, seen));
    const attempt = attemptOn(open.chat, handle, job.text);
    const report = await withAnswer(site, attempt, await tryOnce(site, job, attempt), {
      answer: answers.toSend(),
      isNeeded: needsAnswers(open.view),
    });
    return withStop(report, await settled(site, attempt));
  } finally {
    answers.stop();
    // A failed cleanup must not change the report.
    if (!site.page.isClosed()) await closeConversations(site).catch(() => undefined);
  }
}
