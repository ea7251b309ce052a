import { attemptOn, withStops } from './attempt.ts';
import { closeConversations, openConversation } from './conversation.ts';
import { poll } from '../../platform/clock.ts';
import { chatWith, look, watch, type ChatView } from './page.view.ts';
import { currentChat, standsFirm } from './outcome.ts';
import { pageScript } from './page-script/page.script.ts';
import { refusalIn } from './refusals.ts';
import { Ended, failed, textsFor, type SendReport } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { holdsOwn, holdsText, messagesSince } from './thread.history.ts';

export type VerifyJob = {
  /** As whom the account should be signed in, where that is known. */
  username: string | null;
  recipient: string;
  text: string;
  /** The note made before Enter, when this computer made it. */
  intent: { tail: string[]; at: string } | null;
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

/** Loads older messages until the text is found or nothing more comes. */
async function searchHistory(site: SiteContext, handle: string, text: string, start: ChatView): Promise<boolean> {
  let chat: ChatView | null = start;
  for (let page = 0; page < pagesBack && chat !== null; page += 1) {
    if (holdsText(chat, text)) return true;
    chat = await loadOlder(site, handle, chat.messages.length);
  }
  return chat !== null && holdsText(chat, text);
}

/** Whether our message is among what came after the note; null where there is no note, or its place is not in sight. */
function isNew(job: VerifyJob, chat: ChatView): boolean | null {
  const fresh = job.intent === null ? null : messagesSince(job.intent.tail, chat);
  return fresh === null ? null : holdsOwn(fresh, job.text);
}

/** Whether enough time has gone by since Enter for the message to have arrived, or to have been refused. */
function isOld(site: SiteContext, job: VerifyJob): boolean {
  return job.intent === null || Date.now() - Date.parse(job.intent.at) >= site.timing.certainAfterMs;
}

type Answer = { isThere: boolean; chat: ChatView };

/**
 * Watches an open conversation until the message shows, or until the whole of it has stood unchanged for so long that
 * nothing more is on its way; null when neither comes.
 */
function untilCertain(site: SiteContext, handle: string, job: VerifyJob): Promise<Answer | null> {
  let last = '';
  let since = performance.now();
  return watch(
    site.page,
    (view): Answer | null => {
      const chat = chatWith(view, handle);
      if (chat !== null && (isNew(job, chat) ?? holdsText(chat, job.text))) return { isThere: true, chat };
      const state = JSON.stringify([chat?.messages, chat?.notices]);
      if (chat === null || !chat.hasList || chat.isLoading || state !== last) {
        last = state;
        since = performance.now();
        return null;
      }
      return performance.now() - since >= site.timing.certainAfterMs ? { isThere: false, chat } : null;
    },
    site.timing.certainAfterMs + site.timing.stepMs,
  );
}

/** Whether the open conversation holds the message; null: that is not to be found out now. */
async function holdsMessage(site: SiteContext, handle: string, job: VerifyJob): Promise<boolean | null> {
  const answer = await untilCertain(site, handle, job);
  if (answer === null) return null;
  if (answer.isThere || isNew(job, answer.chat) !== null) return answer.isThere;
  // Messages that were there before Enter do not vanish: this is not the whole of it.
  const isCut = answer.chat.messages.length === 0 && (job.intent?.tail.length ?? 0) > 0;
  return isCut ? null : searchHistory(site, handle, job.text, answer.chat);
}

async function reportFound(site: SiteContext, handle: string, job: VerifyJob): Promise<SendReport> {
  const sentAt = job.intent?.at ?? new Date().toISOString();
  const chat = isOld(site, job) ? null : await currentChat(site, handle);
  if (chat === null) return { outcome: 'sent', sentAt };
  const attempt = { ...attemptOn(chat, handle, job.text), tail: [] };
  const firm = await standsFirm(site, attempt);
  if (firm.outcome === 'unclear') return withStops({ ...firm, outcome: 'unknown' }, attempt);
  return withStops(firm.outcome === 'sent' ? { ...firm, sentAt } : firm, attempt);
}

async function verifySteps(site: SiteContext, job: VerifyJob): Promise<SendReport> {
  const handle = job.recipient.toLowerCase();
  for (;;) {
    // A message may arrive late: only a page that was opened after that says that it did not.
    const isLast = isOld(site, job);
    const chat = await openConversation(site, handle);
    const refusal = refusalIn(chat.notices, textsFor((await look(site.page))?.language ?? 'en'), handle);
    if (refusal !== null) return refusal.report;
    const isThere = await holdsMessage(site, handle, job);
    if (isThere === true) return reportFound(site, handle, job);
    if (isThere === null) return unsettled;
    if (isLast) break;
  }
  return failed('not_sent', 'The agent looked into the conversation: the message had not been sent.', true).report;
}

const unsettled: SendReport = {
  outcome: 'unknown',
  reason: 'history_not_shown',
  detail: 'The agent could not look into the conversation: Instagram did not show all of it.',
};

/** Finds out whether a message was sent by looking into the conversation. Sends nothing. */
export async function verifyMessage(site: SiteContext, job: VerifyJob): Promise<SendReport> {
  try {
    return await verifySteps(site, job);
  } catch (error) {
    if (error instanceof Ended) return asUnproven(error.report);
    throw error;
  } finally {
    if (!site.page.isClosed()) await closeConversations(site).catch(() => undefined);
  }
}

/** What keeps us from looking is no proof that nothing was sent. */
function asUnproven(report: SendReport): SendReport {
  if (report.outcome !== 'failed') return report;
  return {
    outcome: 'unknown',
    reason: report.reason,
    detail: `The agent could not look into the conversation: ${report.detail}`,
  };
}
