import { closeConversations, openConversation } from './conversation.ts';
import { poll } from '../../platform/clock.ts';
import { chatWith, look, watch, type ChatView } from './page.view.ts';
import { standsFirm } from './outcome.ts';
import { pageScript } from './page-script/page.script.ts';
import { refusalIn } from './refusals.ts';
import { Ended, failed, textsFor, type SendReport } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { countFailed, holdsOwn, holdsText, messagesSince } from './thread.history.ts';

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
      const view = await look(site.page);
      const chat = view === null ? null : chatWith(view, handle);
      if (chat !== null && chat.messages.length > before) return chat;
      await site.page.read(pageScript.scrollUp(handle));
      return null;
    },
    { timeoutMs: 3000, intervalMs: 200 },
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

function isNew(job: VerifyJob, chat: ChatView): boolean | null {
  const fresh = job.intent === null ? null : messagesSince(job.intent.tail, chat);
  return fresh === null ? null : holdsOwn(fresh, job.text);
}

async function wasSent(site: SiteContext, handle: string, job: VerifyJob, chat: ChatView): Promise<boolean> {
  return isNew(job, chat) ?? searchHistory(site, handle, job.text, chat);
}

/** How much longer the message may still turn up, or be refused. */
function remainingMs(site: SiteContext, job: VerifyJob): number {
  const { certainAfterMs } = site.timing;
  if (job.intent === null) return Math.min(certainAfterMs, 10_000);
  const ageMs = Date.now() - Date.parse(job.intent.at);
  return Math.min(certainAfterMs, Math.max(0, certainAfterMs - ageMs));
}

/** A message may show late: the conversation is watched, and then opened anew, before its absence counts. */
async function turnsUp(site: SiteContext, handle: string, job: VerifyJob): Promise<boolean> {
  const ms = remainingMs(site, job);
  if (ms === 0) return false;
  const seen = await watch(
    site.page,
    (view) => {
      const chat = chatWith(view, handle);
      return chat !== null && (isNew(job, chat) ?? holdsText(chat, job.text)) ? true : null;
    },
    ms,
  );
  return seen === true || wasSent(site, handle, job, await openConversation(site, handle));
}

async function verifySteps(site: SiteContext, job: VerifyJob): Promise<SendReport> {
  const handle = job.recipient.toLowerCase();
  const chat = await openConversation(site, handle);
  const texts = textsFor((await look(site.page))?.language ?? 'en');
  const refusal = refusalIn(chat.notices, texts, handle);
  if (refusal !== null) return refusal.report;
  if ((await wasSent(site, handle, job, chat)) || (await turnsUp(site, handle, job))) {
    const sentAt = job.intent?.at ?? new Date().toISOString();
    if (remainingMs(site, job) === 0) return { outcome: 'sent', sentAt };
    const baseline = { handle, text: job.text, tail: [], failedBefore: countFailed(chat, job.text) };
    const report = await standsFirm(site, baseline);
    return report.outcome === 'sent' ? { outcome: 'sent', sentAt } : report;
  }
  return failed('not_sent', 'The agent looked into the conversation: the message had not been sent.', true).report;
}

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
