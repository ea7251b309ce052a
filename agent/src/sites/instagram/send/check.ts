import { reasonOf } from '@sandpiper/contract/reasons';
import { accountOn } from '../account/account.check.ts';
import { closeConversations, openConversation } from '../conversation/conversation.ts';
import { refusalIn } from '../conversation/refusals.ts';
import { mayHide, traceSince, type Trace } from '../conversation/thread.history.ts';
import { listenForAnswers, type PageAnswers } from '../network/page-answers.ts';
import { chatWith, currentChat, look, watch, type ChatView, type PageView } from '../page/page.view.ts';
import { createStillTimer } from '../page/still-timer.ts';
import { poll } from '../../../platform/clock.ts';
import { Ended, failed, unknown, type SendReport } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { needsAnswers } from '../stop-reasons/language.stops.ts';
import { attemptOn, noteStop, settled, withStop, type Watched } from './message.attempt.ts';
import { confirmDelivery } from './delivery-confirmation.ts';
import { unknownNoticeIn } from './unknown-notice.ts';

export type CheckJob = {
  profileId: number;
  /** The account that should be signed in, if known. */
  username: string | null;
  recipient: string;
  text: string;
  /** The journal note that this computer wrote during the attempt to send the message. */
  note: { tail: string[]; at: string; account: string | null };
  /** Instagram's ID for the message, or null if the agent didn't see it. */
  messageId: string | null;
};

/** The message to check, and what the agent has found out about it so far. */
type Question = Watched & { handle: string; job: CheckJob; answers: PageAnswers };

/** What the conversation shows about the message. `unclear`: the page doesn't show the relevant part of the conversation. */
type Finding = Trace | 'unclear';

const pagesBack = 5;

/** Like {@link traceSince}, but also returns null if the page may not show the agent's message. */
function traceIn({ job }: Question, chat: ChatView): Trace | null {
  const { tail } = job.note;
  const trace = traceSince(tail, chat, job.text);
  return trace === 'none' && mayHide(tail, chat, job.text) ? null : trace;
}

/** Scrolls up until older messages have loaded. Returns null if the conversation can't be scrolled, or if none load in time. */
async function loadOlder(site: SiteContext, handle: string, before: number): Promise<ChatView | null> {
  const canScroll = (await site.page.read(site.pack.script.scrollUp(handle))) === true;
  if (!canScroll) return null;
  return poll(
    async () => {
      const chat = await currentChat(site, handle);
      if (chat !== null && chat.messages.length > before) return chat;
      await site.page.read(site.pack.script.scrollUp(handle));
      return null;
    },
    { timeoutMs: site.timing.olderMs, intervalMs: 200 },
  );
}

/**
 * Loads older messages, up to five times, until those in the note are visible, then returns what follows them. The text alone proves
 * nothing, because an earlier message may have the same text.
 */
async function searchHistory(site: SiteContext, question: Question, start: ChatView): Promise<Finding> {
  let chat: ChatView | null = start;
  for (let page = 0; chat !== null; page += 1) {
    const trace = traceIn(question, chat);
    // After scrolling up, the newest messages may be out of view, so a missing message proves nothing.
    if (trace !== null) return trace === 'none' ? 'unclear' : trace;
    chat = page < pagesBack ? await loadOlder(site, question.handle, chat.messages.length) : null;
  }
  return 'unclear';
}

/** Returns how many milliseconds are left for the message to appear or be refused. */
function remainingMs(site: SiteContext, { note }: CheckJob): number {
  const { certainAfterMs } = site.timing;
  return Math.min(certainAfterMs, Math.max(0, certainAfterMs - (Date.now() - Date.parse(note.at))));
}

/** Waits until the message appears, or until the conversation hasn't changed for `quietMs`. Returns null after the timeout. */
function settledChat(site: SiteContext, question: Question): Promise<ChatView | null> {
  const stillMs = createStillTimer();
  return watch(
    site,
    (view): ChatView | null => {
      noteStop(question, view);
      const chat = chatWith(view, question.handle);
      if (chat !== null && traceIn(question, chat) === 'ours') return chat;
      // A message that is still being sent may be the agent's, even if it's displayed differently.
      const isComing = chat?.isLoading === true || chat?.messages.some((message) => message.isSending) === true;
      const isChanging = chat?.hasList !== true || isComing;
      return stillMs([chat?.messages, chat?.notices], isChanging) >= site.timing.quietMs ? chat : null;
    },
    site.timing.quietMs + site.timing.stepMs,
  );
}

async function findMessage(site: SiteContext, question: Question): Promise<Finding> {
  const chat = await settledChat(site, question);
  if (chat === null) return 'unclear';
  return traceIn(question, chat) ?? searchHistory(site, question, chat);
}

/** Waits up to `ms` for the message to appear. Returns whether it did. */
async function arrives(site: SiteContext, question: Question, ms: number): Promise<boolean> {
  const seen = await watch(
    site,
    (view) => {
      noteStop(question, view);
      const chat = chatWith(view, question.handle);
      return chat !== null && traceIn(question, chat) === 'ours' ? true : null;
    },
    ms,
  );
  return seen === true;
}

async function reportFound(site: SiteContext, question: Question): Promise<SendReport> {
  const { handle, job } = question;
  const sent: SendReport = { outcome: 'sent', sentAt: job.note.at };
  const view = await look(site);
  const chat = view === null ? null : chatWith(view, handle);
  if (view === null || chat === null) return sent;
  const attempt = attemptOn(chat, handle, job.text);
  attempt.before = { ...attempt.before, tail: job.note.tail, notices: [] };
  if (remainingMs(site, job) === 0) return unknownNoticeIn(chat, view.texts, attempt) ?? sent;
  const report = await confirmDelivery(site, attempt, sent);
  question.stop ??= attempt.stop;
  return report;
}

/** Whether a different account may be signed in now. That account's conversations wouldn't contain the message. */
async function isOtherAccount(site: SiteContext, { note }: CheckJob): Promise<boolean> {
  const found = await accountOn(site);
  return found !== null && found !== (note.account ?? site.account);
}

/** Turns a finding into a report. Also considers what Instagram's server has said about the message. */
async function judge(site: SiteContext, question: Question, finding: Finding, view: PageView): Promise<SendReport> {
  const { answers } = question;
  const { messageId, note } = question.job;
  if (finding === 'ours') {
    return needsAnswers(view) && messageId === null ? unknown('unconfirmed') : reportFound(site, question);
  }
  const isListed = messageId === null ? null : answers.lists(messageId);
  // The server lists the message, or has accepted it and nothing contradicts that.
  const isSent = isListed === true || (messageId !== null && isListed === null && finding !== 'none');
  if (isSent) return { outcome: 'sent', sentAt: note.at };
  if (finding === 'none') return messageId === null ? failed('not_sent').report : unknown('accepted_not_shown');
  if (finding === 'author_unclear') return unknown(finding);
  return unknown(finding === 'unclear' ? 'history_not_shown' : 'reads_differently');
}

async function answerTo(site: SiteContext, question: Question): Promise<SendReport> {
  // The message may appear late, so wait for it first. If it doesn't appear, open the conversation again and search it.
  for (let ms = remainingMs(site, question.job); ; ms = 0) {
    const { chat, view } = await openConversation(site, question.handle);
    if (await isOtherAccount(site, question.job)) return unknown('other_account');
    const refusal = refusalIn(chat.notices, view.texts);
    if (refusal !== null) return failed(refusal).report;
    // Instagram may soon hide all but the newest message, so look for the agent's message as soon as the conversation has loaded.
    if (traceIn(question, chat) === 'ours') return judge(site, question, 'ours', view);
    if (ms > 0 && !(await arrives(site, question, ms))) continue;
    return judge(site, question, ms > 0 ? 'ours' : await findMessage(site, question), view);
  }
}

/**
 * Replaces the outcomes `failed`, `not_found` and `skipped` with `unknown`. If a check couldn't read the conversation, the message may
 * still have been sent.
 */
function asUnproven(report: SendReport): SendReport {
  const isAboutPerson = report.outcome !== 'sent' && report.outcome !== 'released' && report.outcome !== 'unknown';
  if (!isAboutPerson) return report;
  const { text, isUnexpectedPage } = reasonOf(report.reason);
  const detail = report.detail === null ? text : `${text} ${report.detail}`;
  return unknown(isUnexpectedPage === true ? 'check_failed' : 'history_not_shown', detail);
}

/** Checks whether the conversation shows that a message was sent. Sends nothing. */
export async function checkMessage(site: SiteContext, job: CheckJob): Promise<SendReport> {
  const handle = job.recipient.toLowerCase();
  const answers = listenForAnswers(site, { handle, text: job.text });
  const question: Question = { handle, job, answers, stop: null };
  try {
    const report = await answerTo(site, question);
    return withStop(report, await settled(site, question));
  } catch (error) {
    if (error instanceof Ended) return withStop(asUnproven(error.report), await settled(site, question));
    throw error;
  } finally {
    answers.stop();
    if (!site.page.isClosed()) await closeConversations(site).catch(() => undefined);
  }
}
