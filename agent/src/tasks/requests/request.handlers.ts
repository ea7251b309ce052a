import type { CloseResult } from '@sandpiper/contract/account-requests';
import type { ClaimedRequest, RequestAccount } from '@sandpiper/contract/agent';
import { acquireWindow, ProfileInUse, releaseWindow, type AccountWindow } from '../../browser/window.registry.ts';
import { poll } from '../../platform/clock.ts';
import { messageOf, UserError } from '../../platform/errors.ts';
import { storableText } from '../../platform/storable-text.ts';
import type { AgentContext } from '../agent.context.ts';
import { requestReasonText } from '../../sites/instagram/report.ts';
import { stopAccount } from '../sending/reporter.ts';
import { isSignedOut, signInForUser } from '../sign-in.ts';
import { findDiagnosticReport } from './diagnostic-report.task.ts';
import type { RenewRequest } from './renewal.ts';
import { checkUnread, windowInUse } from './unread.task.ts';
import type { ProfileTasks } from './profile.tasks.ts';

/** Handles a request and returns its results. Throws if the request can't be fulfilled. */
export type RequestHandler = (request: ClaimedRequest, renew: RenewRequest) => Promise<unknown>;

const stopping = 'The agent is stopping.';

const inUseTimeoutMs = 45_000;
const busyTimeoutMs = 40_000;

function accountOf(request: ClaimedRequest): RequestAccount {
  const account = request.accounts[0];
  if (account === undefined) throw new UserError('This account no longer exists.');
  return account;
}

/**
 * Opens the account's window. If the profile is open in another Firefox window, waits up to 45 seconds for the user to close that
 * window. Throws {@link ProfileInUse} if that window stays open.
 */
export async function openWhenFree(
  agent: AgentContext,
  account: RequestAccount,
  isForUser: boolean,
): Promise<AccountWindow> {
  let hasSaid = false;
  let refusal: ProfileInUse | null = null;
  const window = await poll(
    async () => {
      try {
        return await agent.windows.open(account, { campaignId: null, isForUser });
      } catch (error) {
        if (!(error instanceof ProfileInUse)) throw error;
        refusal = error;
        if (!hasSaid) agent.terminal.say(error.message);
        hasSaid = true;
        return null;
      }
    },
    { timeoutMs: inUseTimeoutMs, intervalMs: 2000, signal: agent.signal },
  );
  if (window === null) throw refusal ?? new UserError(stopping);
  return window;
}

async function openForUser(agent: AgentContext, account: RequestAccount): Promise<AccountWindow> {
  if (!agent.maySignIn) {
    throw new UserError(
      "The agent on the account's computer runs with --headless, so it can't open a window. Restart it without --headless.",
    );
  }
  return openWhenFree(agent, account, true);
}

async function open(agent: AgentContext, request: ClaimedRequest): Promise<unknown> {
  const account = accountOf(request);
  const window = await openForUser(agent, account);
  const page = await window.frontPage();
  // Older servers don't say which page to show.
  const place = request.page ?? null;
  // Keep the window even if the page fails to load. The user asked for the window, and it shows the error.
  await agent.instagram
    .show(page, place)
    .catch((error: unknown) => agent.log.warn({ problem: messageOf(error) }, 'could not show the page'));
  await page.bringToFront();
  agent.terminal.say(`${account.profile_name}: opened for you`);
  return { opened: true, page: place };
}

async function signIn(agent: AgentContext, request: ClaimedRequest): Promise<unknown> {
  const account = accountOf(request);
  const window = await openForUser(agent, account);
  const page = await window.frontPage();
  if (!(await acquireWindow(window, busyTimeoutMs, agent.signal)))
    throw new UserError(agent.signal.aborted ? stopping : windowInUse);
  const ended = await signInForUser(agent, account, page).finally(() => releaseWindow(window));
  await page
    .bringToFront()
    .catch((error: unknown) =>
      agent.log.debug({ problem: messageOf(error) }, 'could not bring the window to the front'),
    );
  if (ended.state === 'signed_in') {
    agent.terminal.say(`${account.profile_name}: signed in`);
    return ended;
  }
  // Don't report that the account is signed out, because the user already sees the sign-in form.
  if (ended.state === 'needs_user' && !isSignedOut(ended)) await stopAccount(agent, account, ended);
  const text = requestReasonText(ended.reason, ended.detail);
  agent.terminal.say(`${account.profile_name}: ${text}`);
  return { state: ended.state, reason: ended.reason, detail: storableText(text, 1000) };
}

/**
 * Closes a window. If the window is in use, for example for sending, first waits up to 40 seconds for that work to finish, and then closes
 * the window anyway. If the agent is stopping, leaves a window that is in use open: the agent closes it once the work has had time to
 * finish.
 */
async function closeWindow(agent: AgentContext, window: AccountWindow): Promise<boolean> {
  const limits = { timeoutMs: busyTimeoutMs, intervalMs: 100, signal: agent.signal };
  await poll(() => (window.isBusy ? null : true), limits);
  if (window.isBusy && agent.signal.aborted) return false;
  try {
    await agent.windows.close(window.profileId);
    return true;
  } catch (error) {
    agent.log.warn({ profile: window.profileId, err: error }, 'could not close the window');
    return false;
  }
}

async function closeWindows(agent: AgentContext, windows: readonly AccountWindow[]): Promise<CloseResult> {
  const areClosed = await Promise.all(windows.map((window) => closeWindow(agent, window)));
  const still_open = windows.filter((_, index) => areClosed[index] !== true).map((window) => window.profileName);
  return { closed: windows.length - still_open.length, still_open };
}

function windowsOf(agent: AgentContext, request: ClaimedRequest): AccountWindow[] {
  return request.accounts.flatMap((account) => agent.windows.find(account.profile_id) ?? []);
}

/** Closes all windows except those in use, for example for sending. */
async function closeUnused(agent: AgentContext): Promise<CloseResult> {
  const all = agent.windows.list();
  const inUse = all.filter((window) => window.isBusy).map((window) => window.profileName);
  const { closed, still_open } = await closeWindows(
    agent,
    all.filter((window) => !window.isBusy),
  );
  return { closed, still_open: [...inUse, ...still_open] };
}

function closeCampaign(agent: AgentContext, request: ClaimedRequest): Promise<CloseResult> {
  const windows = windowsOf(agent, request).filter((window) => !window.isForUser);
  return closeWindows(agent, windows);
}

async function deleteProfile(agent: AgentContext, profiles: ProfileTasks, path: string): Promise<unknown> {
  const { id, name, cacheProblem } = await profiles.remove(path);
  if (cacheProblem !== null)
    agent.log.warn({ problem: cacheProblem }, 'could not delete the cache of a deleted profile');
  agent.terminal.say(
    `Moved the Firefox profile "${name}" to the trash. It stays there for 30 days. To restore it, run: sandpiper-agent profiles restore ${id}`,
  );
  return { deleted: true };
}

export function createHandlers(
  agent: AgentContext,
  profiles: ProfileTasks,
): Record<ClaimedRequest['request_type'], RequestHandler> {
  return {
    open: (request) => open(agent, request),
    sign_in: (request) => signIn(agent, request),
    close: (request) => closeWindows(agent, windowsOf(agent, request)),
    close_all: () => closeUnused(agent),
    close_campaign: (request) => closeCampaign(agent, request),
    unread_check: (request, renew) => checkUnread(agent, request.accounts, renew),
    profiles_list: () => profiles.list(),
    profiles_create: (request) => profiles.create(request.profile_name ?? '', request.is_default),
    profiles_delete: (request) => deleteProfile(agent, profiles, request.profile_path ?? ''),
    profiles_test: (request) => profiles.test(request.profile_path ?? ''),
    diagnostic_report: (request) => findDiagnosticReport(agent, accountOf(request)),
  };
}
