import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { occupy, ProfileInUse, vacate, type AccountWindow } from '../../browser/window.registry.ts';
import { PageError } from '../../browser/page.ts';
import { timeOfDay } from '../../platform/clock.ts';
import { messageOf, UserError } from '../../platform/errors.ts';
import type { Credentials, SendReport } from '../../sites/instagram/instagram.ts';
import { whoAndWhom, type AgentContext } from '../agent.context.ts';
import { keepLease, type Lease } from './lease.ts';
import { report, resultOf } from './reporter.ts';

/** How an account's turn ended. `retreat`: nothing was begun, and asking again at once would not help. */
export type TurnEnd = 'done' | 'retreat';

function sentence(delivery: ClaimedDelivery, report: SendReport): string {
  const who = whoAndWhom(delivery);
  switch (report.outcome) {
    case 'sent':
      return `${who}: sent`;
    case 'not_found':
      return `${who}: not found`;
    case 'blocked':
      return `${delivery.profile_name} stopped: ${report.detail}`;
    case 'released':
      return report.reason === 'profile_in_use'
        ? `${delivery.profile_name} waits. ${report.detail}`
        : `${who}: put back. ${report.detail}`;
    case 'failed':
      return `${who}: ${report.isRetryable ? 'will be tried again' : 'failed'}. ${report.detail}`;
    case 'unknown':
      return `${who}: not certain. ${report.detail}`;
  }
}

export async function storedCredentials(agent: AgentContext, profileId: number): Promise<Credentials | null> {
  const stored = await agent.api('POST /api/agent/profiles/:id/credentials', { params: { id: profileId } });
  const { insta_username: username, insta_password: password } = stored;
  return username === null || password === null || username === '' || password === '' ? null : { username, password };
}

async function attempt(
  agent: AgentContext,
  delivery: ClaimedDelivery,
  window: AccountWindow,
  lease: Lease,
): Promise<SendReport> {
  const page = await window.page();
  const { recipient, text, insta_username: username } = delivery;
  if (delivery.verify_first) {
    const intent = agent.journal.intentOf(delivery.id);
    return agent.instagram.verify(page, { username, recipient, text, intent });
  }
  return agent.instagram.send(page, {
    username,
    recipient,
    text,
    beforeSend: async (tail) => {
      const permission = await lease.confirm();
      if (!permission.maySend) return permission;
      await agent.journal.intend({ delivery: delivery.id, fence: delivery.fence, at: new Date().toISOString(), tail });
      return permission;
    },
  });
}

/** A signed-out account is signed in with what the user stored, once; nothing else is ever filled in. */
async function attemptSignedIn(
  agent: AgentContext,
  delivery: ClaimedDelivery,
  window: AccountWindow,
  lease: Lease,
): Promise<SendReport> {
  const first = await attempt(agent, delivery, window, lease);
  if (first.outcome !== 'blocked' || first.reason !== 'signed_out' || !agent.maySignIn) return first;
  const credentials = await storedCredentials(agent, delivery.profile_id);
  if (credentials === null) return first;
  agent.terminal.say(`${delivery.profile_name}: signing in with what you stored`);
  const signedIn = await agent.instagram.signIn(await window.page(), delivery.insta_username, credentials);
  if (signedIn.state === 'needs_user') return { outcome: 'blocked', reason: signedIn.reason, detail: signedIn.detail };
  return attempt(agent, delivery, window, lease);
}

function hasIntent(agent: AgentContext, delivery: ClaimedDelivery): boolean {
  return agent.journal.intentOf(delivery.id)?.fence === delivery.fence;
}

/** What an error in the middle means for the person: after the note that precedes Enter, nothing is certain any more. */
function reportOfError(agent: AgentContext, delivery: ClaimedDelivery, error: unknown): SendReport {
  if (error instanceof ProfileInUse) return { outcome: 'released', reason: 'profile_in_use', detail: error.message };
  if (error instanceof UserError) return { outcome: 'blocked', reason: 'browser_failed', detail: error.message };
  agent.log.error({ delivery: delivery.id, error }, 'the attempt broke off');
  if (hasIntent(agent, delivery) || delivery.verify_first) {
    return { outcome: 'unknown', reason: 'broken_off', detail: `The attempt broke off (${messageOf(error)}).` };
  }
  if (error instanceof PageError && error.kind === 'closed') {
    return {
      outcome: 'released',
      reason: 'window_closed',
      detail: 'The browser window was closed before anything was sent.',
    };
  }
  return {
    outcome: 'failed',
    reason: 'broken_off',
    detail: `The attempt broke off (${messageOf(error)}).`,
    isRetryable: true,
  };
}

/** A check or a sign-in in the same window takes less than this. */
const busyPatienceMs = 60_000;

const windowBusy: SendReport = {
  outcome: 'released',
  reason: 'window_busy',
  detail: 'Something else is being done in the window of this account.',
};

async function perform(agent: AgentContext, delivery: ClaimedDelivery): Promise<SendReport> {
  const lease = keepLease(agent, delivery);
  let window: AccountWindow | null = null;
  try {
    const opened = await agent.windows.open(delivery, { campaignId: delivery.campaign_id, isForUser: false });
    if (!(await occupy(opened, busyPatienceMs, agent.signal))) return windowBusy;
    window = opened;
    const report = await attemptSignedIn(agent, delivery, window, lease);
    window.isWaitingForUser = report.outcome === 'blocked';
    return report;
  } catch (error) {
    return reportOfError(agent, delivery, error);
  } finally {
    lease.release();
    if (window !== null) vacate(window);
  }
}

/** Says how it ended, at the terminal and for who asks for the status. */
function tell(agent: AgentContext, delivery: ClaimedDelivery, ended: SendReport): void {
  const { state } = agent;
  const line = sentence(delivery, ended);
  // A profile that stays open elsewhere is tried again and again; that is said once.
  const isRepeated = ended.outcome === 'released' && state.lastLines.get(delivery.profile_id) === line;
  if (!isRepeated) agent.terminal.say(line);
  state.lastLines.set(delivery.profile_id, line);
  state.lastOutcome = `${timeOfDay()}  ${line}`;
  state.counts[ended.outcome] += 1;
  if (ended.outcome === 'blocked') state.stopped.set(delivery.profile_id, `${delivery.profile_name}: ${ended.detail}`);
  else state.stopped.delete(delivery.profile_id);
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
