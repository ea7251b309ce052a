import type { RequestAccount } from '@sandpiper/contract/agent';
import type { UnreadProgress, UnreadResult, UnreadResults } from '@sandpiper/contract/unread-checks';
import pLimit from 'p-limit';
import type { Page } from '../../browser/page.ts';
import {
  acquireWindow,
  FormerProfileInUse,
  ProfileInUse,
  releaseWindow,
  type AccountWindow,
} from '../../browser/window.registry.ts';
import { poll } from '../../platform/clock.ts';
import { UserError } from '../../platform/errors.ts';
import { storableText } from '../../platform/storable-text.ts';
import type { Instagram } from '../../sites/instagram/instagram.ts';
import { requestReasonText } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';
import { stopAccount } from '../sending/reporter.ts';
import { closeWindow, reserveSlot, type ReleaseSlot } from '../sending/window-slots.ts';
import { isSignedOut, recoverSignIn } from '../sign-in.ts';
import type { RenewRequest } from './renewal.ts';
import { requestErrorText } from './request.errors.ts';

const notStarted = 'The agent stopped before it could check this account.';
const notAwaited = 'The server is no longer waiting for this check.';
export const windowInUse = "This account's window is busy right now. Try again in a moment.";

/** How long a count waits for a window slot. Sending a message usually takes less than a minute, and then frees its slot. */
const slotTimeoutMs = 60_000;

type Counted = Awaited<ReturnType<Instagram['countUnread']>>;

/** Counts the account's unread conversations. If the account is signed out, signs it in with the stored credentials, but only once. */
async function countSignedIn(agent: AgentContext, account: RequestAccount, page: Page): Promise<Counted> {
  const first = await agent.instagram.countUnread(page, account.insta_username);
  const stop = 'error' in first ? (first.stop ?? null) : null;
  if (stop === null || !isSignedOut(stop)) return first;
  const ended = await recoverSignIn(agent, account, page, stop);
  if (ended.state === 'signed_in') return agent.instagram.countUnread(page, account.insta_username);
  const error = requestReasonText(ended.reason, ended.detail);
  return ended.state === 'unreachable' ? { error } : { error, stop: ended };
}

async function countIn(agent: AgentContext, account: RequestAccount, window: AccountWindow): Promise<Counted> {
  if (!(await acquireWindow(window, 0))) return { error: windowInUse };
  try {
    const counted = await countSignedIn(agent, account, await window.page());
    const stop = 'error' in counted ? (counted.stop ?? null) : null;
    window.isWaitingForUser = stop !== null;
    if (stop !== null) await stopAccount(agent, account, stop);
    return counted;
  } finally {
    releaseWindow(window);
  }
}

/**
 * Waits for a window slot, which counting unread messages needs just as sending does. Throws a {@link UserError} if no slot becomes
 * free in time or the agent stops.
 */
async function waitForSlot(agent: AgentContext, profileId: number): Promise<ReleaseSlot> {
  const limits = { timeoutMs: slotTimeoutMs, signal: agent.signal };
  const release = await poll(() => reserveSlot(agent, profileId), limits);
  if (release === null)
    throw new UserError(agent.signal.aborted ? notStarted : 'All windows are busy right now. Check again in a moment.');
  return release;
}

async function countOf(agent: AgentContext, account: RequestAccount): Promise<Counted> {
  const wasOpen = agent.windows.find(account.profile_id) !== null;
  let release: ReleaseSlot | null = null;
  try {
    release = await waitForSlot(agent, account.profile_id);
    return await countIn(agent, account, await agent.windows.open(account, { campaignId: null, isForUser: false }));
  } catch (error) {
    if (error instanceof FormerProfileInUse) {
      const window = `${account.profile_name} has a new Firefox profile, and the old profile's window is still in use.`;
      return { error: `${window} Check again when that window is free.` };
    }
    if (error instanceof ProfileInUse) {
      const window = `The Firefox profile for ${account.profile_name} is open in another Firefox window.`;
      return { error: `${window} Close that window, then check again.` };
    }
    return { error: requestErrorText(error) };
  } finally {
    const window = agent.windows.find(account.profile_id);
    // Keep the window if a campaign or the user started using it during the check, or if the user has to respond to Instagram in it.
    const isOurs = !wasOpen && window?.campaignId === null && !window.isForUser && !window.isWaitingForUser;
    if (isOurs) await closeWindow(agent, account.profile_id);
    release?.();
  }
}

function resultOf(account: RequestAccount, counted: Counted): UnreadResult {
  const failed = 'error' in counted;
  return {
    profile_name: account.profile_name,
    profile_path: account.profile_path,
    unread_count: failed ? null : counted.count,
    exact: failed ? true : counted.exact,
    error: failed ? storableText(counted.error, 1000) : null,
  };
}

function countText({ unread_count, exact, error }: UnreadResult): string {
  if (unread_count === null) return `couldn't count unread conversations. ${error ?? ''}`;
  return `${unread_count}${exact ? '' : ' or more'} unread ${unread_count === 1 && exact ? 'conversation' : 'conversations'}`;
}

type AccountState = UnreadProgress[number]['state'];

/** Returns a function that stores the state of an account and reports the states of all accounts. */
function createProgress(accounts: readonly RequestAccount[], renew: RenewRequest) {
  const states = new Map<number, AccountState>(accounts.map(({ profile_id }) => [profile_id, 'waiting']));
  return (account: RequestAccount, state: AccountState): Promise<boolean> => {
    states.set(account.profile_id, state);
    return renew([...states].map(([profile_id, own]) => ({ profile_id, state: own })));
  };
}

/**
 * Counts each account's unread conversations. A failure for one account doesn't affect the other accounts. Opens no more windows once the
 * server has stopped waiting for the check.
 */
export async function checkUnread(
  agent: AgentContext,
  accounts: readonly RequestAccount[],
  renew: RenewRequest,
): Promise<UnreadResults> {
  // Run only as many checks at the same time as there are window slots. Otherwise, some checks could time out while waiting for a slot.
  const limited = pLimit(agent.maxWindows);
  const report = createProgress(accounts, renew);
  const reports: Promise<boolean>[] = [];
  let started = 0;
  const checks = accounts.map((account) =>
    limited(async () => {
      const isAwaited = agent.signal.aborted || (await report(account, 'checking'));
      if (agent.signal.aborted) return resultOf(account, { error: notStarted });
      if (!isAwaited) return resultOf(account, { error: notAwaited });
      started += 1;
      const counted = await countOf(agent, account);
      reports.push(report(account, 'error' in counted ? 'failed' : 'counted'));
      return resultOf(account, counted);
    }),
  );
  const results = await Promise.all(checks);
  // A renewal after the result would be refused.
  await Promise.all(reports);
  const counted = results.filter((result) => result.unread_count !== null);
  for (const result of results) agent.terminal.say(`${result.profile_name}: ${countText(result)}`);
  return {
    profiles_checked: started,
    total_unread: counted.reduce((total, result) => total + (result.unread_count ?? 0), 0),
    results,
  };
}
