import { PageError } from '../../browser/page.ts';
import { closeConversations, openConversation } from './conversation.ts';
import { compose, discardDraft } from './composing.ts';
import { lookAgain, outcomeOf, standsFirm, type AfterEnter, type Baseline, type UnclearEnd } from './outcome.ts';
import { click, isFocused, pressEnter } from './pointer.ts';
import { chatWith, look, type ChatView } from './page.view.ts';
import { blockIn, refusalIn } from './refusals.ts';
import { Ended, failed, textsFor, type SendReport } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { countFailed, tailOf } from './thread.history.ts';
import { refuseGates, clearWay } from './visiting.ts';

export type SendJob = {
  /** As whom the account should be signed in, where that is known. */
  username: string | null;
  recipient: string;
  text: string;
  /**
   * Called when the text stands in the composer and nothing has left yet: asks whether sending is still wanted, and
   * makes a note that survives a crash. `tail` stands for the newest messages before ours.
   */
  beforeSend: (tail: string[]) => Promise<{ maySend: true } | { maySend: false; reason: string; detail: string }>;
};

const lostDetail =
  'The browser window was lost at the moment of sending. The agent will look into the conversation first.';

async function refuseHopeless(site: SiteContext, chat: ChatView, handle: string): Promise<void> {
  const texts = textsFor((await look(site.page))?.language ?? 'en');
  const reason = blockIn(chat, texts, handle) ?? refusalIn(chat.notices, texts, handle);
  if (reason !== null) throw reason;
}

/** Whether the text still stands in the composer: then, and only then, Enter did nothing. */
async function stillStands(site: SiteContext, baseline: Baseline): Promise<boolean> {
  const view = await look(site.page);
  const composer = view === null ? null : (chatWith(view, baseline.handle)?.composer ?? null);
  return composer !== null && composer.trim() !== '';
}

async function focusComposer(site: SiteContext, handle: string): Promise<void> {
  const composer = { kind: 'composer', handle } as const;
  if (!(await isFocused(site.page, composer))) await click(site.page, composer);
}

async function clearAfterMiss(site: SiteContext): Promise<void> {
  const view = await look(site.page);
  if (view === null) return;
  refuseGates(view);
  await clearWay(site, view);
}

/** Presses Enter until the composer has received it, as long as it is sure that nothing has left. */
async function send(site: SiteContext, baseline: Baseline): Promise<AfterEnter> {
  let after: AfterEnter = { outcome: 'ignored' };
  let hasPressed = false;
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    // Once Enter was pressed nothing is typed again: an empty composer then means that the message has left.
    if (hasPressed && !(await stillStands(site, baseline))) return outcomeOf(site, baseline);
    if (!hasPressed) await compose(site, baseline.handle, baseline.text);
    await focusComposer(site, baseline.handle);
    if ((await pressEnter(site.page, baseline)) === 'done') {
      hasPressed = true;
      after = await outcomeOf(site, baseline);
      if (after.outcome !== 'ignored') return after;
    }
    await clearAfterMiss(site);
  }
  return after;
}

/** What is to be done when the page is lost after Enter may have been pressed: that is looked up, not guessed. */
function lostPage(error: unknown): SendReport | UnclearEnd {
  if (!(error instanceof PageError)) throw error;
  if (error.kind !== 'closed') return { outcome: 'unclear', reason: 'page_lost', detail: lostDetail };
  return { outcome: 'unknown', reason: 'window_lost', detail: lostDetail };
}

async function conclude(site: SiteContext, baseline: Baseline): Promise<SendReport> {
  let after = await send(site, baseline).catch(lostPage);
  if (after.outcome === 'sent') after = await standsFirm(site, baseline).catch(lostPage);
  if (after.outcome === 'unclear') return lookAgain(site, baseline, after);
  if (after.outcome === 'ignored') return failed('enter_ignored', 'Instagram did not take the message.', true).report;
  return after;
}

async function sendSteps(site: SiteContext, job: SendJob): Promise<SendReport> {
  const handle = job.recipient.toLowerCase();
  const chat = await openConversation(site, handle);
  await refuseHopeless(site, chat, handle);
  const baseline = { handle, text: job.text, tail: tailOf(chat), failedBefore: countFailed(chat, job.text) };
  await compose(site, handle, job.text);
  const permission = await job.beforeSend(baseline.tail);
  if (!permission.maySend) {
    await discardDraft(site, handle);
    return { outcome: 'released', reason: permission.reason, detail: permission.detail };
  }
  return conclude(site, baseline);
}

/** Sends one message to one person and says how it ended. Errors that are thrown happened before anything could leave. */
export async function sendMessage(site: SiteContext, job: SendJob): Promise<SendReport> {
  try {
    return await sendSteps(site, job);
  } catch (error) {
    if (error instanceof Ended) return error.report;
    throw error;
  } finally {
    // Tidying up must not change what is reported.
    if (!site.page.isClosed()) await closeConversations(site).catch(() => undefined);
  }
}
