import { openConversation } from './conversation.ts';
import { look, watch, type ChatView } from './page.view.ts';
import { chatWith } from './conversation.ts';
import { pageScript } from './page-script/page.script.ts';
import { refusalIn } from './refusals.ts';
import { Ended, failed, textsFor, type SendReport } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { holdsOwn, holdsText, messagesSince } from './thread.history.ts';

export type VerifyJob = {
  recipient: string;
  text: string;
  /** The note made before Enter, when this computer made it. */
  intent: { tail: string[]; at: string } | null;
};

const pagesBack = 5;

/** Loads older messages until the text is found or nothing more comes. */
async function searchHistory(site: SiteContext, handle: string, text: string, start: ChatView): Promise<boolean> {
  let chat = start;
  for (let page = 0; page < pagesBack; page += 1) {
    if (holdsText(chat, text)) return true;
    const before = chat.messages.length;
    if ((await site.page.read(pageScript.scrollUp(handle))) !== true) return false;
    const more = await watch(
      site.page,
      (view) => {
        const now = chatWith(view, handle);
        return now !== null && now.messages.length > before ? now : null;
      },
      3000,
    );
    if (more === null) return false;
    chat = more;
  }
  return holdsText(chat, text);
}

async function wasSent(site: SiteContext, handle: string, job: VerifyJob, chat: ChatView): Promise<boolean> {
  const fresh = job.intent === null ? null : messagesSince(job.intent.tail, chat);
  return fresh === null ? searchHistory(site, handle, job.text, chat) : holdsOwn(fresh, job.text);
}

async function verifySteps(site: SiteContext, job: VerifyJob): Promise<SendReport> {
  const handle = job.recipient.toLowerCase();
  const chat = await openConversation(site, handle);
  const texts = textsFor((await look(site.page))?.language ?? 'en');
  const refusal = refusalIn(chat.notices, texts, handle);
  if (refusal !== null) return refusal.report;
  if (await wasSent(site, handle, job, chat)) {
    return { outcome: 'sent', sentAt: job.intent?.at ?? new Date().toISOString() };
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
