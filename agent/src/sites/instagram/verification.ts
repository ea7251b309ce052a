import { attemptOn, noteObjection, withStops, type Notes } from './attempt.ts';
import { accountOn } from './account.ts';
import { closeConversations, openConversation } from './conversation.ts';
import { poll } from '../../platform/clock.ts';
import { chatWith, look, watch, type ChatView } from './page.view.ts';
import { doubtIn } from './doubts.ts';
import { currentChat, readsDifferently, standsFirm } from './outcome.ts';
import { pageScript } from './page-script/page.script.ts';
import { refusalIn } from './refusals.ts';
import { Ended, failed, textsFor, type OldReport } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { holdsLike, holdsText, traceSince, type Trace } from './thread.history.ts';

export type VerifyJob = {
  /** The account, whoever is signed in there. */
  profileId: number;
  /** As whom the account should be signed in, where that is known. */
  username: string | null;
  recipient: string;
  text: string;
  /** The note made before Enter, when this computer made it. */
  intent: { tail: string[]; at: string; account: string | null } | null;
};

const pagesBack = 5;

/** Moves towards older messages until there are more than before; null when nothing more comes. */
async function loadOlder(site: SiteContext, handle: string, before: number): Promise<ChatView | null> {
  const canScroll = (await site.page.read(pageScript.scrollUp(handle))) === true;
  if (!canScroll) return null;
  return poll(
    async () => {
      const chat = await currentChat(site, handle);
      if (chat !== null && chat.messages.length > before) return chat;
      await site.page.read(pageScript.scrollUp(handle));
      return null;
    },
    { timeoutMs: site.timing.olderMs, intervalMs: 200 },
  );
}

/** What the conversation says about the message. `unclear`: that is not to be found out now. */
type Finding = Trace | 'unclear';

/** What shows after the note; null where there is no note, or its place is not in sight. */
function traceIn(job: VerifyJob, chat: ChatView): Trace | null {
  return job.intent === null ? null : traceSince(job.intent.tail, chat, job.text);
}

/** Where the place of the note is not in sight, the words alone decide, against a second message. */
function shows(job: VerifyJob, chat: ChatView): boolean {
  const trace = traceIn(job, chat);
  return trace === null ? holdsText(chat, job.text) : trace === 'ours';
}

/**
 * Loads older messages until the text or the place of the note is found, or nothing more comes. Only without a note are
 * missing words enough to say that nothing was sent, and then nothing of ours may come near them.
 */
async function searchHistory(site: SiteContext, { handle, job }: Question, start: ChatView): Promise<Finding> {
  let finding: Finding = job.intent === null ? 'none' : 'unclear';
  let chat: ChatView | null = start;
  for (let page = 0; chat !== null; page += 1) {
    const trace = traceIn(job, chat);
    // While older messages are in sight the newest may not be.
    if (trace !== null) return trace === 'none' ? 'unclear' : trace;
    if (holdsText(chat, job.text)) return 'ours';
    if (job.intent === null && holdsLike(chat, job.text)) finding = 'differs';
    chat = page < pagesBack ? await loadOlder(site, handle, chat.messages.length) : null;
  }
  return finding;
}

/** How much longer the message may still arrive, or be refused. */
function remainingMs(site: SiteContext, job: VerifyJob): number {
  if (job.intent === null) return 0;
  const { certainAfterMs } = site.timing;
  return Math.min(certainAfterMs, Math.max(0, certainAfterMs - (Date.now() - Date.parse(job.intent.at))));
}

/** Whether one person has got one message, and what the pages held against the account while that was looked up. */
type Question = { handle: string; job: VerifyJob; notes: Notes };
type Answer = { isThere: boolean; chat: ChatView };

/**
 * Watches an open conversation until the message shows, or until the whole of it has stood unchanged for so long that
 * nothing more is on its way; null when neither comes.
 */
function untilCertain(site: SiteContext, { handle, job, notes }: Question): Promise<Answer | null> {
  let last = '';
  let since = performance.now();
  return watch(
    site.page,
    (view): Answer | null => {
      noteObjection(notes, view);
      const chat = chatWith(view, handle);
      if (chat !== null && shows(job, chat)) return { isThere: true, chat };
      const state = JSON.stringify([chat?.messages, chat?.notices]);
      if (chat === null || !chat.hasList || chat.isLoading || isOnItsWay(chat) || state !== last) {
        last = state;
        since = performance.now();
        return null;
      }
      return performance.now() - since >= site.timing.quietMs ? { isThere: false, chat } : null;
    },
    site.timing.quietMs + site.timing.stepMs,
  );
}

/** What is being sent may be the message, whatever it reads like by now. */
function isOnItsWay(chat: ChatView): boolean {
  return chat.messages.some((message) => message.isOwn && message.isSending);
}

/** A message may arrive late: it is waited for, and the conversation opened anew after that. */
async function arrives(site: SiteContext, { handle, job, notes }: Question, ms: number): Promise<Finding> {
  const seen = await watch(
    site.page,
    (view) => {
      noteObjection(notes, view);
      const chat = chatWith(view, handle);
      return chat !== null && shows(job, chat) ? true : null;
    },
    ms,
  );
  return seen === true ? 'ours' : 'unclear';
}

async function findMessage(site: SiteContext, question: Question): Promise<Finding> {
  const answer = await untilCertain(site, question);
  if (answer === null) return 'unclear';
  if (answer.isThere) return 'ours';
  return traceIn(question.job, answer.chat) ?? searchHistory(site, question, answer.chat);
}

async function reportFound(site: SiteContext, { handle, job, notes }: Question): Promise<OldReport> {
  const sentAt = job.intent?.at ?? new Date().toISOString();
  const view = await look(site.page);
  const chat = view === null ? null : chatWith(view, handle);
  if (view === null || chat === null) return { outcome: 'sent', sentAt };
  const attempt = { ...attemptOn(chat, handle, job.text), tail: [], noticesBefore: [] };
  const doubt = doubtIn(chat, textsFor(view.language), attempt);
  const firm = remainingMs(site, job) === 0 ? doubt : await standsFirm(site, attempt);
  notes.objection ??= attempt.objection;
  if (firm === null || firm.outcome === 'sent') return { outcome: 'sent', sentAt };
  return firm.outcome === 'unclear' ? { ...firm, outcome: 'unknown' } : firm;
}

/** What one account sent does not show in the conversations of another. */
async function otherAccount(site: SiteContext, { intent }: VerifyJob): Promise<OldReport | null> {
  const found = await accountOn(site.page);
  if (intent === null || intent.account === null || found === null || found === intent.account) return null;
  const detail = `The message was to be sent as @${intent.account}, and this Firefox profile is signed in as @${found} now: its conversations do not show whether it was. Sign in as @${intent.account} and look.`;
  return { outcome: 'unknown', reason: 'other_account', detail };
}

async function answerTo(site: SiteContext, question: Question): Promise<OldReport> {
  const { handle, job } = question;
  for (let ms = remainingMs(site, job); ; ms = 0) {
    const chat = await openConversation(site, handle);
    const other = await otherAccount(site, job);
    if (other !== null) return other;
    const refusal = refusalIn(chat.notices, textsFor((await look(site.page))?.language ?? 'en'), handle);
    if (refusal !== null) return refusal.report;
    const finding = ms > 0 ? await arrives(site, question, ms) : await findMessage(site, question);
    if (finding === 'ours') return reportFound(site, question);
    if (ms === 0) return reportMissing(finding);
  }
}

function reportMissing(finding: Exclude<Finding, 'ours'>): OldReport {
  if (finding === 'unclear') return unsettled;
  if (finding === 'differs') return { outcome: 'unknown', ...readsDifferently };
  return failed('not_sent', 'The agent looked into the conversation: the message had not been sent.', true).report;
}

const unsettled: OldReport = {
  outcome: 'unknown',
  reason: 'history_not_shown',
  detail: 'The agent could not look into the conversation: Instagram did not show all of it.',
};

/** Finds out whether a message was sent by looking into the conversation. Sends nothing. */
export async function verifyMessage(site: SiteContext, job: VerifyJob): Promise<OldReport> {
  const notes: Notes = { objection: null };
  try {
    const report = await answerTo(site, { handle: job.recipient.toLowerCase(), job, notes });
    return withStops(report, notes);
  } catch (error) {
    if (error instanceof Ended) return withStops(asUnproven(error.report), notes);
    throw error;
  } finally {
    if (!site.page.isClosed()) await closeConversations(site).catch(() => undefined);
  }
}

/** What keeps us from looking is no proof that nothing was sent. */
function asUnproven(report: OldReport): OldReport {
  if (report.outcome !== 'failed' && report.outcome !== 'not_found') return report;
  return {
    outcome: 'unknown',
    reason: report.reason,
    detail: `The agent could not look into the conversation: ${report.detail}`,
  };
}
