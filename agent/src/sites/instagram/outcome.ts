import { poll } from '../../platform/clock.ts';
import { PageError } from '../../browser/page.ts';
import { hasFailed, isEmptied, isUnsent, noteObjection, traceOf, type Attempt } from './attempt.ts';
import { openConversation } from './conversation.ts';
import { doubtIn } from './doubts.ts';
import { gateInstead } from './objections.ts';
import { chatWith, look, watch, type ChatView, type PageView } from './page.view.ts';
import { refusalIn } from './refusals.ts';
import { Ended, textsFor, type OldReport, type UnclearEnd } from './report.ts';
import type { SiteContext } from './site.context.ts';

export type AfterEnter = OldReport | UnclearEnd;

const unclear: UnclearEnd = {
  outcome: 'unclear',
  reason: 'no_bubble',
  detail:
    'The message left the composer, but does not show in the conversation. The agent will look again before it does anything.',
};

/** The mark may be wrong: a connection that broke says nothing about what had arrived before. */
const markedFailed: UnclearEnd = {
  outcome: 'unclear',
  reason: 'not_delivered',
  detail:
    'Instagram marked the message "Failed to send". The agent will look into the conversation before it does anything.',
};

const gone: UnclearEnd = {
  outcome: 'unclear',
  reason: 'bubble_gone',
  detail: 'The message showed in the conversation and was gone a moment later. The agent will look again.',
};

const interrupted: UnclearEnd = {
  outcome: 'unclear',
  reason: 'computer_slept',
  detail:
    'Right after Enter the page could not be watched for a while (the computer may have slept). The agent will look into the conversation before it does anything.',
};

/** Somebody pressed Enter, or the page took the text away. */
export const emptied: UnclearEnd = {
  outcome: 'unclear',
  reason: 'composer_emptied',
  detail:
    'The message was gone from the composer before the agent pressed Enter: somebody may have sent it. The agent will look into the conversation before it does anything.',
};

/** The conversation left the window before our Enter, and with it what would say whether its user pressed it. */
export const unseen: UnclearEnd = {
  outcome: 'unclear',
  reason: 'conversation_unseen',
  detail:
    'The agent lost sight of the conversation before it pressed Enter. It will look into the conversation before it does anything.',
};

/** Something newer of ours than what was there before: it may be the message, so it is neither sent nor missing. */
export const readsDifferently = {
  reason: 'reads_differently',
  detail:
    'A newer message of this account stands in the conversation and reads differently from the one to be sent: it may be that one, as Instagram shows it. It is not sent again. Open the conversation and look.',
};

/** The composer got the key and keeps the text: most likely nothing was sent, but that is no proof. */
export const untaken: UnclearEnd = {
  outcome: 'unclear',
  reason: 'enter_ignored',
  detail:
    'The message still stands in the composer after Enter. The agent will look into the conversation before it does anything.',
};

function sentNow(): OldReport {
  return { outcome: 'sent', sentAt: new Date().toISOString() };
}

function refusalOf(view: PageView, chat: ChatView, attempt: Attempt): Ended | null {
  return refusalIn(chat.notices, textsFor(view.language), attempt.handle);
}

/** What the conversation itself says about the message so far; null: nothing yet. */
function readChat(view: PageView, chat: ChatView, attempt: Attempt): OldReport | 'failed_mark' | null {
  const refusal = refusalOf(view, chat, attempt);
  if (refusal !== null && isEmptied(chat)) return refusal.report;
  if (hasFailed(chat, attempt)) return 'failed_mark';
  return isEmptied(chat) && traceOf(chat, attempt) === 'ours' ? sentNow() : null;
}

function readOutcome(view: PageView, attempt: Attempt): AfterEnter | 'failed_mark' | null {
  noteObjection(attempt, view);
  const gate = gateInstead(view);
  if (gate !== null) return { outcome: 'unclear', ...gate };
  const chat = chatWith(view, attempt.handle);
  return chat === null ? null : readChat(view, chat, attempt);
}

/** Watches the page after Enter until it says what became of the message. */
export async function outcomeOf(site: SiteContext, attempt: Attempt): Promise<AfterEnter> {
  let last: unknown = null;
  let since = 0;
  const found = await watch(
    site.page,
    (view): AfterEnter | null => {
      const said = readOutcome(view, attempt);
      if (said !== last) since = performance.now();
      last = said;
      const ms = performance.now() - since;
      // The dialog that explains a failed bubble may follow it; it says nothing about what had arrived before.
      if (said === 'failed_mark') return attempt.objection !== null || ms > site.timing.reasonMs ? markedFailed : null;
      return said;
    },
    site.timing.outcomeMs,
  );
  if (found !== null) return found;
  const chat = await currentChat(site, attempt.handle);
  if (!attempt.hasPressed) return emptied;
  return chat !== null && isUnsent(chat, attempt) ? untaken : unclear;
}

export async function currentChat(site: SiteContext, handle: string): Promise<ChatView | null> {
  const view = await look(site.page);
  return view === null ? null : chatWith(view, handle);
}

/** A message that shows is sent once a second look, for its whole time, has found no refusal: some come late. */
export async function standsFirm(site: SiteContext, attempt: Attempt): Promise<OldReport | UnclearEnd> {
  const sent = sentNow();
  let isThere = true;
  let lookedAt = Date.now();
  const ended = await poll(
    async (): Promise<OldReport | UnclearEnd | null> => {
      const view = await look(site.page);
      const sleptMs = Date.now() - lookedAt;
      lookedAt += sleptMs;
      // A page that slept as well has not heard yet what became of the message.
      if (sleptMs > site.timing.sleepMs) return interrupted;
      if (view === null) return null;
      noteObjection(attempt, view);
      const chat = chatWith(view, attempt.handle);
      // What read as ours a moment ago and reads otherwise now is drawn otherwise.
      const trace = chat === null ? 'none' : traceOf(chat, attempt);
      isThere = trace === null ? isThere : trace !== 'none';
      if (chat === null) return null;
      if (hasFailed(chat, attempt)) return refusalOf(view, chat, attempt)?.report ?? markedFailed;
      return refusalOf(view, chat, attempt)?.report ?? doubtIn(chat, textsFor(view.language), attempt);
    },
    { timeoutMs: site.timing.secondLookMs, intervalMs: 200 },
  );
  if (ended !== null) return ended;
  return isThere ? sent : { ...gone, ...attempt.objection };
}

/** Opens the conversation anew and looks whether the message is there. Never sends. */
export async function lookAgain(site: SiteContext, attempt: Attempt, why: UnclearEnd): Promise<OldReport> {
  const unknown = ({ reason, detail }: { reason: string; detail: string }): OldReport => ({
    outcome: 'unknown',
    reason,
    detail,
  });
  try {
    const chat = await openConversation(site, attempt.handle);
    const trace = traceOf(chat, attempt);
    // Everybody after this one would be left in the same doubt.
    if (trace === 'differs') attempt.objection ??= readsDifferently;
    // That it is not there yet proves nothing: that is found out later, and with patience.
    if (trace !== 'ours') return unknown(trace === 'differs' ? readsDifferently : why);
    const firm = await standsFirm(site, attempt);
    return firm.outcome === 'unclear' ? unknown(firm) : firm;
  } catch (error) {
    if (error instanceof Ended && error.report.outcome === 'blocked') {
      const { reason, detail } = error.report;
      attempt.objection ??= { reason, detail };
      return unknown({ reason, detail });
    }
    if (error instanceof Ended || error instanceof PageError) return unknown(why);
    throw error;
  }
}
