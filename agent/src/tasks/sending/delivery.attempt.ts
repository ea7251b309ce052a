import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { acquireWindow, releaseWindow, type AccountWindow } from '../../browser/window.registry.ts';
import { JournalError } from '../../platform/journal.ts';
import { storableText } from '../../platform/storable-text.ts';
import type { SendJob } from '../../sites/instagram/instagram.ts';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';
import { within } from '../timers.ts';
import { isSignedOut, recoverSignIn } from '../sign-in.ts';
import { reportOfError, reportOfTimeout, journalFailure } from './delivery.errors.ts';
import { refusalByPages } from './daily-page-check.ts';
import { keepLease, type Lease } from './lease.ts';
import { refusalByFloor } from './send-floor.ts';
import { hasOpenNote, markOf, marksOf } from './earlier-attempts.ts';
import { closeWindow } from './window-slots.ts';
import { stopOf } from '../reporting.ts';

type Attempt = {
  agent: AgentContext;
  delivery: ClaimedDelivery;
  lease: Lease;
  /** Whether the attempt's report is final. If so, nothing more may be sent. */
  isOver: boolean;
};

const timedOut: SendReport = { outcome: 'released', reason: 'took_too_long', detail: null };

/**
 * Returns why the agent must not press Enter, or null if it may. Writes the note before asking the server, because the user could
 * press Enter in the window while the agent waits for the answer.
 */
async function refusalOf(attempt: Attempt, seen: Parameters<SendJob['beforeSend']>[0]): Promise<SendReport | null> {
  const { agent, delivery, lease } = attempt;
  const { id, claim_id, profile_id: profile, unsent_claim_ids: unsent } = delivery;
  if (attempt.isOver) return timedOut;
  const refused = refusalByFloor(agent, delivery);
  if (refused !== null) return refused;
  const note = { ...seen, ...marksOf(delivery), delivery: id, claim_id, profile, unsent, at: new Date().toISOString() };
  try {
    const isFree = await agent.journal.note(note);
    if (!isFree) return { outcome: 'unknown', reason: 'interrupted', detail: null };
  } catch (error) {
    if (error instanceof JournalError) return journalFailure(error);
    throw error;
  }
  const refusal = await lease.commit(seen.account === null ? null : storableText(seen.account, 100));
  return attempt.isOver ? timedOut : refusal;
}

async function sendOrCheck(attempt: Attempt, window: AccountWindow): Promise<SendReport> {
  const { agent, delivery } = attempt;
  const { profile_id: profileId, insta_username: username, recipient, text } = delivery;
  const page = await window.page();
  if (attempt.isOver) return timedOut;
  if (delivery.task === 'check') {
    const note = agent.journal.noteOf(markOf(delivery));
    if (note === null) return { outcome: 'unknown', reason: 'no_note', detail: null };
    const { message_id: messageId } = delivery;
    return agent.instagram.check(page, { profileId, username, recipient, text, note, messageId });
  }
  const refusal = await refusalByPages(agent, delivery, page);
  if (refusal !== null) return refusal;
  if (attempt.isOver) return timedOut;
  const report = await agent.instagram.send(page, {
    profileId,
    username,
    recipient,
    text,
    skipsConversations: delivery.skip_conversations,
    doubtsNotFound: delivery.doubts_not_found,
    beforeSend: async (seen) => {
      const report = await refusalOf(attempt, seen);
      return report === null ? { maySend: true } : { maySend: false, report };
    },
  });
  const stop = stopOf(report);
  if (report.outcome !== 'released' || stop === null || !hasOpenNote(agent, delivery)) return report;
  // The page that stops the account hides the conversation, so the agent can't tell whether the user has pressed Enter in the window.
  return { outcome: 'unknown', reason: 'objection_met', detail: null, stop };
}

/** Sends or checks the message. If the account is signed out, signs it in with the stored credentials, but only once. */
async function sendSignedIn(attempt: Attempt, window: AccountWindow): Promise<SendReport> {
  const first = await sendOrCheck(attempt, window);
  const stop = stopOf(first);
  if (stop === null || !isSignedOut(stop)) return first;
  const isUnsent = first.outcome === 'released';
  const ended = await recoverSignIn(attempt.agent, attempt.delivery, await window.page(), stop);
  if (ended.state === 'signed_in') {
    // If the message may have been sent, don't send it again. The next claim checks it.
    return isUnsent ? sendOrCheck(attempt, window) : { ...first, stop: null };
  }
  const { reason, detail } = ended;
  if (ended.state === 'unreachable')
    return isUnsent ? { outcome: 'released', reason, detail } : { ...first, stop: null };
  const after = { reason: ended.reason, detail };
  return isUnsent ? { outcome: 'released', ...after } : { ...first, stop: after };
}

async function inWindow(attempt: Attempt): Promise<SendReport> {
  const { agent, delivery } = attempt;
  const opened = await agent.windows.open(delivery, { campaignId: delivery.campaign_id, isForUser: false });
  if (!(await acquireWindow(opened, agent.timing.busyWindowMs, agent.signal))) {
    return { outcome: 'released', reason: 'window_busy', detail: null };
  }
  try {
    const report = await sendSignedIn(attempt, opened);
    opened.isWaitingForUser = stopOf(report) !== null;
    return report;
  } finally {
    releaseWindow(opened);
  }
}

const reasonsToReopen: ReadonlySet<string> = new Set(['broken_off', 'page_lost']);

/** Whether the next attempt should use a new window, because this one may not work anymore. */
function needsNewWindow(report: SendReport): boolean {
  return report.mayHang === true || ('reason' in report && reasonsToReopen.has(report.reason));
}

/** Carries out a claimed delivery and returns its report. Never throws. Gives up after `attemptMs`. */
export async function attemptDelivery(agent: AgentContext, delivery: ClaimedDelivery): Promise<SendReport> {
  const { profile_id: profileId } = delivery;
  const attempt: Attempt = { agent, delivery, lease: keepLease(agent, delivery), isOver: false };
  const end = (): void => {
    attempt.isOver = true;
    attempt.lease.release();
  };
  const work = inWindow(attempt).catch((error: unknown) => reportOfError(agent, delivery, error));
  const report = await within(agent.timing.attemptMs, work, async () => {
    end();
    await closeWindow(agent, profileId);
    return reportOfTimeout(agent, delivery);
  });
  end();
  if (!needsNewWindow(report)) return report;
  if (agent.windows.find(profileId)?.isForUser !== true) {
    await closeWindow(agent, profileId);
    return report;
  }
  // Only the user closes a window that was opened for the user, so the report has to ask for that.
  return report.mayHang === true ? { outcome: 'released', reason: 'window_stuck', detail: null } : report;
}
