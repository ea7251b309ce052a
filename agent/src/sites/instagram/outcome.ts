import { poll } from '../../platform/clock.ts';
import { PageError } from '../../browser/page.ts';
import { isLoginAddress, signedOut } from './address.ts';
import { openConversation } from './conversation.ts';
import { gateOn } from './gates.ts';
import { chatWith, look, watch, type ChatView, type PageView } from './page.view.ts';
import { rateLimited, rateLimitIn } from './prompts.ts';
import { refusalIn } from './refusals.ts';
import { Ended, failed, textsFor, type SendReport } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { countFailed, holdsOwn, messagesSince } from './thread.history.ts';

/** What the conversation was before our message. */
export type Baseline = { handle: string; text: string; tail: string[]; failedBefore: number };

/** `ignored`: the text still stands in the composer. `unclear`: look again with a fresh page. */
export type UnclearEnd = { outcome: 'unclear'; reason: string; detail: string; isMarkedFailed?: boolean };
export type AfterEnter = SendReport | { outcome: 'ignored' } | UnclearEnd;

const unclear: AfterEnter = {
  outcome: 'unclear',
  reason: 'no_bubble',
  detail:
    'The message left the composer, but does not show in the conversation. The agent will look again before it does anything.',
};

/** The mark may be wrong: a connection that broke says nothing about what had arrived before. */
const markedFailed: AfterEnter = {
  outcome: 'unclear',
  reason: 'not_delivered',
  detail: 'Instagram marked the message "Failed to send".',
  isMarkedFailed: true,
};

function sentNow(): Extract<SendReport, { outcome: 'sent' }> {
  return { outcome: 'sent', sentAt: new Date().toISOString() };
}

function notDelivered(): Ended {
  return failed('not_delivered', 'Instagram marked the message "Failed to send".', true);
}

function gateReport(view: PageView): AfterEnter | null {
  const gate = gateOn(view) ?? (isLoginAddress(view.url) ? signedOut : null);
  return gate === null ? null : { outcome: 'unclear', ...gate };
}

function isEmptied(chat: ChatView): boolean {
  return chat.composer === null || chat.composer.trim() === '';
}

/** What the conversation itself says about the message so far; null: nothing yet. */
function readChat(view: PageView, chat: ChatView, baseline: Baseline): AfterEnter | 'failed_mark' | null {
  const refusal = refusalIn(chat.notices, textsFor(view.language), baseline.handle);
  if (refusal !== null && isEmptied(chat)) return refusal.report;
  if (countFailed(chat, baseline.text) > baseline.failedBefore) return 'failed_mark';
  const fresh = messagesSince(baseline.tail, chat);
  return isEmptied(chat) && fresh !== null && holdsOwn(fresh, baseline.text) ? sentNow() : null;
}

function readOutcome(view: PageView, baseline: Baseline): AfterEnter | 'failed_mark' | null {
  const gate = gateReport(view);
  if (gate !== null) return gate;
  const chat = chatWith(view, baseline.handle);
  const limit = rateLimitIn(view);
  if (chat === null) return null;
  const said = readChat(view, chat, baseline);
  if (limit !== null && (said === 'failed_mark' || !isEmptied(chat))) return rateLimited(limit).report;
  if (said !== null) return said;
  return view.dialogs.length > 0 && limit === null && !isEmptied(chat) ? { outcome: 'ignored' } : null;
}

/** Watches the page after Enter until it says what became of the message. */
export async function outcomeOf(site: SiteContext, baseline: Baseline): Promise<AfterEnter> {
  let failedSince = 0;
  const found = await watch(
    site.page,
    (view): AfterEnter | null => {
      const said = readOutcome(view, baseline);
      if (said !== 'failed_mark') return said;
      // The dialog that explains a failed bubble may follow it.
      if (failedSince === 0) failedSince = performance.now();
      return performance.now() - failedSince > site.timing.reasonMs ? markedFailed : null;
    },
    site.timing.outcomeMs,
  );
  if (found !== null) return found;
  const chat = await currentChat(site, baseline.handle);
  return chat !== null && !isEmptied(chat) ? { outcome: 'ignored' } : unclear;
}

async function currentChat(site: SiteContext, handle: string): Promise<ChatView | null> {
  const view = await look(site.page);
  return view === null ? null : chatWith(view, handle);
}

/** A message that shows is sent once a second look has found no refusal. */
export async function standsFirm(site: SiteContext, baseline: Baseline): Promise<SendReport> {
  const sent = sentNow();
  return (await secondLook(site, baseline))?.report ?? sent;
}

/** Watches a sent message for its whole time: some refusals come late. */
async function secondLook(site: SiteContext, baseline: Baseline): Promise<Ended | null> {
  return poll(
    async () => {
      const view = await look(site.page);
      const chat = view === null ? null : chatWith(view, baseline.handle);
      if (view === null || chat === null) return null;
      const refusal = refusalIn(chat.notices, textsFor(view.language), baseline.handle);
      return refusal ?? (countFailed(chat, baseline.text) > baseline.failedBefore ? notDelivered() : null);
    },
    { timeoutMs: site.timing.secondLookMs, intervalMs: 200 },
  );
}

/** Opens the conversation anew and looks whether the message is there. Never sends. */
export async function lookAgain(
  site: SiteContext,
  baseline: Baseline,
  why: { reason: string; detail: string; isMarkedFailed?: boolean },
): Promise<SendReport> {
  const unknown: SendReport = { outcome: 'unknown', reason: why.reason, detail: why.detail };
  try {
    const chat = await openConversation(site, baseline.handle);
    const fresh = messagesSince(baseline.tail, chat);
    if (fresh !== null && holdsOwn(fresh, baseline.text)) return await standsFirm(site, baseline);
    const isFailed = why.isMarkedFailed === true || countFailed(chat, baseline.text) > baseline.failedBefore;
    return isFailed ? notDelivered().report : unknown;
  } catch (error) {
    if (error instanceof Ended && error.report.outcome === 'blocked') {
      return { outcome: 'unknown', reason: error.report.reason, detail: error.report.detail };
    }
    if (error instanceof Ended || error instanceof PageError) return unknown;
    throw error;
  }
}
