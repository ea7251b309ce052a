import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { occupy, vacate, type AccountWindow } from '../../browser/window.registry.ts';
import { JournalError } from '../../platform/journal.ts';
import type { SendReport } from '../../sites/instagram/instagram.ts';
import type { AgentContext } from '../agent.context.ts';
import { signInByItself } from '../sign-in.ts';
import { hasIntent, notNoted, reportOfError } from './attempt.errors.ts';
import { reportOfDelivered } from './delivered.ts';
import { stopOf, tell } from './delivery.words.ts';
import { keepLease, type Lease } from './lease.ts';
import { reportOfObjection } from './objections.ts';
import { report, resultOf } from './reporter.ts';

/** How an account's turn ended. `retreat`: nothing was begun, and asking again at once would not help. */
export type TurnEnd = 'done' | 'retreat';

type Attempt = {
  agent: AgentContext;
  delivery: ClaimedDelivery;
  /** Nothing can have been sent to this person yet. */
  isFresh: boolean;
  window: AccountWindow;
  lease: Lease;
};

/** The note that survives a crash; answers what keeps it from being written. */
async function noteIntent(
  agent: AgentContext,
  { id, fence }: ClaimedDelivery,
  seen: { tail: string[]; account: string | null },
): Promise<{ reason: string; detail: string } | null> {
  try {
    await agent.journal.intend({ ...seen, delivery: id, fence, at: new Date().toISOString() });
    return null;
  } catch (error) {
    if (error instanceof JournalError) return notNoted(error);
    throw error;
  }
}

async function attempt({ agent, delivery, isFresh, window, lease }: Attempt): Promise<SendReport> {
  const page = await window.page();
  const { profile_id: profileId, recipient, text, insta_username: username } = delivery;
  if (!isFresh) {
    const intent = agent.journal.intentOf(delivery.id);
    return agent.instagram.verify(page, { profileId, username, recipient, text, intent });
  }
  return agent.instagram.send(page, {
    profileId,
    username,
    recipient,
    text,
    beforeSend: async ({ tail, account }) => {
      // Before the server is asked: while the answer is waited for, the window's user may press Enter.
      const problem = await noteIntent(agent, delivery, { tail, account });
      return problem === null ? lease.confirm() : { maySend: false, ...problem };
    },
  });
}

/** A signed-out account is signed in with what the user stored, once. */
async function attemptSignedIn(given: Attempt): Promise<SendReport> {
  const { agent, delivery, window } = given;
  const first = await attempt(given);
  if (first.outcome !== 'blocked' || first.reason !== 'signed_out' || !agent.maySignIn) return first;
  const signedIn = await signInByItself(agent, delivery, await window.page());
  if (signedIn === null) return first;
  // What was noted meanwhile may have left.
  if (signedIn.state === 'signed_in')
    return attempt({ ...given, isFresh: given.isFresh && !hasIntent(agent, delivery) });
  const { reason, detail } = signedIn;
  if (signedIn.state === 'needs_user') return { outcome: 'blocked', reason, detail };
  // A site that cannot be reached asks nothing of the user: the account waits.
  return { outcome: 'released', reason: 'sign_in_unreachable', detail };
}

/** A check or a sign-in in the same window takes less than this. */
const busyPatienceMs = 60_000;

const windowBusy: SendReport = {
  outcome: 'released',
  reason: 'window_busy',
  detail: 'Something else is being done in the window of this account.',
};

/**
 * The server asks to look first whenever a claim ended without a word. Where it was ours, and broke off before the note that
 * precedes Enter, there is nothing to look for: the same words from an earlier campaign would be taken for the message.
 * A server that lost its last moments does not ask: where this computer knows of an open outcome, it looks all the same.
 */
async function begin(agent: AgentContext, { id, fence, verify_first }: ClaimedDelivery): Promise<boolean> {
  const isOpen = verify_first || agent.journal.intentOf(id) !== null;
  const isFresh = !isOpen || agent.journal.wasUntouched(id, fence - 1);
  if (isFresh) await agent.journal.take(id, fence);
  return isFresh;
}

async function perform(agent: AgentContext, delivery: ClaimedDelivery): Promise<SendReport> {
  const lease = keepLease(agent, delivery);
  let window: AccountWindow | null = null;
  try {
    const isFresh = await begin(agent, delivery);
    const known = reportOfDelivered(agent, delivery) ?? reportOfObjection(agent, delivery);
    if (known !== null) return known;
    const opened = await agent.windows.open(delivery, { campaignId: delivery.campaign_id, isForUser: false });
    agent.state.failedStarts.delete(delivery.profile_id);
    if (!(await occupy(opened, busyPatienceMs, agent.signal))) return windowBusy;
    window = opened;
    // What is done in it while the window is waited for may meet one as well.
    const report =
      reportOfObjection(agent, delivery) ?? (await attemptSignedIn({ agent, delivery, isFresh, window, lease }));
    window.isWaitingForUser = stopOf(report) !== null;
    return report;
  } catch (error) {
    return await reportOfError(agent, delivery, error);
  } finally {
    lease.release();
    if (window !== null) vacate(window);
  }
}

/** Works on one claimed delivery from the window to the acknowledged result. */
export async function runDelivery(agent: AgentContext, delivery: ClaimedDelivery): Promise<TurnEnd> {
  const ended = await perform(agent, delivery);
  tell(agent, delivery, ended);
  const result = resultOf(delivery, ended);
  agent.log.info({ ...result, profile: delivery.profile_id }, 'delivery ended');
  await report(agent, result);
  return ended.outcome === 'released' ? 'retreat' : 'done';
}
