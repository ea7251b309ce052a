import { PageError } from '../../browser/page.ts';
import { attemptOn, isEmptied, isUnsent, withStops, type Attempt } from './attempt.ts';
import type { Gate } from './address.ts';
import { closeConversations, openConversation } from './conversation.ts';
import { compose, discardDraft } from './composing.ts';
import { currentChat, emptied, lookAgain, outcomeOf, standsFirm, unseen, untaken, type AfterEnter } from './outcome.ts';
import { askAgain, type BeforeSend } from './permission.ts';
import { click, isFocused, pressEnter } from './pointer.ts';
import { look, type ChatView } from './page.view.ts';
import { blockIn, refusalIn } from './refusals.ts';
import { Ended, failed, textsFor, type OldReport, type UnclearEnd } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { refuseGates, clearWay } from './visiting.ts';

export type SendJob = {
  /** The account, whoever is signed in there. */
  profileId: number;
  /** As whom the account should be signed in, where that is known. */
  username: string | null;
  recipient: string;
  text: string;
  beforeSend: BeforeSend;
};

const lostDetail =
  'The browser window was lost at the moment of sending. The agent will look into the conversation first.';

async function refuseHopeless(site: SiteContext, chat: ChatView, handle: string): Promise<void> {
  const texts = textsFor((await look(site.page))?.language ?? 'en');
  const reason = blockIn(chat, texts, handle) ?? refusalIn(chat.notices, texts, handle);
  if (reason !== null) throw reason;
}

/**
 * Whether the message is gone from the composer, or may be. It has stood there whole, so that one found empty before our own
 * Enter may have been sent by its user.
 */
async function isGone(site: SiteContext, attempt: Attempt): Promise<boolean> {
  const chat = await currentChat(site, attempt.handle);
  if (attempt.hasPressed) return chat === null || !isUnsent(chat, attempt);
  return chat !== null && isEmptied(chat);
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

/**
 * Presses Enter until the composer gets it: a key that was kept from something else is pressed again, any other never is,
 * whatever the page shows after it.
 */
async function send(site: SiteContext, attempt: Attempt, ask: BeforeSend): Promise<AfterEnter> {
  for (let round = 1; round <= 5; round += 1) {
    if (await isGone(site, attempt)) return outcomeOf(site, attempt);
    // Once a key was pressed nothing is typed again: an empty composer then means that the message has left.
    if (!attempt.hasPressed) await compose(site, attempt.handle, attempt.text, true);
    await focusComposer(site, attempt.handle);
    const refusal = await askAgain(site, attempt, ask);
    if (refusal !== null) throw new Ended(refusal);
    const touch = await pressEnter(site.page, attempt, (attempt.allowedAt ?? 0) + site.timing.permissionMs);
    attempt.hasPressed ||= touch !== 'missing';
    // One that got lost may yet arrive.
    if (touch === 'done' || touch === 'lost') return outcomeOf(site, attempt);
    await clearAfterMiss(site);
  }
  throw failed(untaken.reason, 'Instagram did not take the message.', true);
}

function objected(attempt: Attempt, { reason, detail }: Gate): UnclearEnd {
  attempt.objection ??= { reason, detail };
  return { outcome: 'unclear', reason, detail };
}

/** An end after our own Enter, which may have sent the message. */
function endedAfterEnter(attempt: Attempt, report: OldReport): OldReport | UnclearEnd {
  if (report.outcome === 'blocked') return objected(attempt, report);
  return report.outcome === 'released' ? { ...report, outcome: 'unknown' } : untaken;
}

/**
 * An end before our own Enter. The window's user may have pressed it meanwhile: only a text that still stands there was
 * surely not sent. Behind a gate nothing can be seen; the account stops there, and the person is another's.
 */
async function endedBeforeEnter(
  site: SiteContext,
  attempt: Attempt,
  report: OldReport,
): Promise<OldReport | UnclearEnd> {
  const chat = await currentChat(site, attempt.handle).catch((error: unknown) => {
    if (error instanceof PageError) return null;
    throw error;
  });
  const hasLeft = chat !== null && isEmptied(chat);
  if (report.outcome === 'blocked') return hasLeft ? objected(attempt, report) : report;
  if (hasLeft) return emptied;
  return chat !== null && isUnsent(chat, attempt) ? report : unseen;
}

/** What is to be done when sending broke off once the text had stood in the composer: it is looked up, not guessed. */
async function brokenOff(site: SiteContext, error: unknown, attempt: Attempt): Promise<OldReport | UnclearEnd> {
  if (error instanceof Ended) {
    const { report } = error;
    return attempt.hasPressed ? endedAfterEnter(attempt, report) : endedBeforeEnter(site, attempt, report);
  }
  if (!(error instanceof PageError)) throw error;
  if (error.kind !== 'closed') return { outcome: 'unclear', reason: 'page_lost', detail: lostDetail };
  return { outcome: 'unknown', reason: 'window_lost', detail: lostDetail };
}

/** The report stands, whatever becomes of the page meanwhile. */
async function leaveNoDraft(site: SiteContext, handle: string): Promise<void> {
  await discardDraft(site, handle).catch((error: unknown) => {
    if (!(error instanceof PageError)) throw error;
  });
}

async function conclude(site: SiteContext, attempt: Attempt, first: AfterEnter): Promise<OldReport> {
  const after =
    first.outcome === 'sent'
      ? await standsFirm(site, attempt).catch((error: unknown) => brokenOff(site, error, attempt))
      : first;
  const report = after.outcome === 'unclear' ? await lookAgain(site, attempt, after) : after;
  if (report.outcome === 'released') await leaveNoDraft(site, attempt.handle);
  return withStops(report, attempt);
}

async function sendSteps(site: SiteContext, { recipient, text, beforeSend }: SendJob): Promise<OldReport> {
  const handle = recipient.toLowerCase();
  const chat = await openConversation(site, handle);
  await refuseHopeless(site, chat, handle);
  const attempt = attemptOn(chat, handle, text);
  await compose(site, handle, text);
  // What breaks off up to the note breaks off before anything could leave.
  const refusal = await askAgain(site, attempt, beforeSend);
  const first =
    refusal === null
      ? await send(site, attempt, beforeSend).catch((error: unknown) => brokenOff(site, error, attempt))
      : await endedBeforeEnter(site, attempt, refusal);
  return conclude(site, attempt, first);
}

/** Sends one message to one person and says how it ended. Errors that are thrown happened before anything could leave. */
export async function sendMessage(site: SiteContext, job: SendJob): Promise<OldReport> {
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
