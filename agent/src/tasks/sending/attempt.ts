import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { occupy, vacate, type AccountWindow } from '../../browser/window.registry.ts';
import { messageOf } from '../../platform/errors.ts';
import { JournalError } from '../../platform/journal.ts';
import { storableText } from '../../platform/storable-text.ts';
import type { SendJob } from '../../sites/instagram/instagram.ts';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';
import { within } from '../timers.ts';
import { recoverSignIn } from '../sign-in.ts';
import { reportOfError, reportOfOverdue, unnoted } from './attempt.errors.ts';
import { keepLease, type Lease } from './lease.ts';
import { hasOpenNote, markOf, marksOf } from './prior-notes.ts';
import { stopOf } from '../reporting.ts';

type Attempt = {
  agent: AgentContext;
  delivery: ClaimedDelivery;
  lease: Lease;
  /** Its report was given already: nothing may leave any more. */
  isOver: boolean;
};

const overdue: SendReport = { outcome: 'released', reason: 'took_too_long', detail: null };

/** The note comes before the question: while the server is asked, the window's user may press Enter. */
async function refusalOf(attempt: Attempt, seen: Parameters<SendJob['beforeSend']>[0]): Promise<SendReport | null> {
  const { agent, delivery, lease } = attempt;
  const { id, claim_id, profile_id: profile } = delivery;
  if (attempt.isOver) return overdue;
  const note = { ...seen, ...marksOf(delivery), delivery: id, claim_id, profile, at: new Date().toISOString() };
  try {
    const isFree = await agent.journal.note(note);
    if (!isFree) return { outcome: 'unknown', reason: 'interrupted', detail: null };
  } catch (error) {
    if (error instanceof JournalError) return unnoted(error);
    throw error;
  }
  const refusal = await lease.commit(seen.account === null ? null : storableText(seen.account, 100));
  return attempt.isOver ? overdue : refusal;
}

async function sendOrCheck(attempt: Attempt, window: AccountWindow): Promise<SendReport> {
  const { agent, delivery } = attempt;
  const { profile_id: profileId, insta_username: username, recipient, text } = delivery;
  const page = await window.page();
  if (attempt.isOver) return overdue;
  if (delivery.task === 'check') {
    const note = agent.journal.noteOf(markOf(delivery));
    if (note === null) return { outcome: 'unknown', reason: 'no_note', detail: null };
    return agent.instagram.check(page, { profileId, username, recipient, text, note });
  }
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
  // An objection hides the conversation, in which the window's user may have pressed Enter.
  return { outcome: 'unknown', reason: 'objection_met', detail: null, stop };
}

/** A signed-out account is signed in with what the user stored, once. */
async function sendSignedIn(attempt: Attempt, window: AccountWindow): Promise<SendReport> {
  const first = await sendOrCheck(attempt, window);
  const stop = stopOf(first);
  if (stop?.reason !== 'signed_out') return first;
  const isUnsent = first.outcome === 'released';
  const ended = await recoverSignIn(attempt.agent, attempt.delivery, await window.page(), stop);
  if (ended.state === 'signed_in') {
    // What may have left is looked for under this claim's next turn.
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
  if (!(await occupy(opened, agent.timing.busyWindowMs, agent.signal))) {
    return { outcome: 'released', reason: 'window_busy', detail: null };
  }
  try {
    const report = await sendSignedIn(attempt, opened);
    opened.isWaitingForUser = stopOf(report) !== null;
    return report;
  } finally {
    vacate(opened);
  }
}

/** A window that broke off is not used again: the next person gets a new one. */
async function closeWindow(agent: AgentContext, profileId: number): Promise<void> {
  await agent.windows.close(profileId).catch((error: unknown) => {
    agent.log.warn({ problem: messageOf(error) }, 'window not closed');
  });
}

const brokenOff: ReadonlySet<string> = new Set(['broken_off', 'page_lost']);

/** Works on a claimed delivery up to its report. Never throws, and always ends. */
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
    return reportOfOverdue(agent, delivery);
  });
  end();
  const isUsers = agent.windows.find(profileId)?.isForUser === true;
  if ('reason' in report && brokenOff.has(report.reason) && !isUsers) await closeWindow(agent, profileId);
  return report;
}
