import { reasonText } from '@sandpiper/contract/reasons';
import type { ClaimedRequest, RequestAccount } from '@sandpiper/contract/agent';
import { occupy, ProfileInUse, vacate, type AccountWindow } from '../../browser/window.registry.ts';
import { poll } from '../../platform/clock.ts';
import { messageOf, UserError } from '../../platform/errors.ts';
import { storableText } from '../../platform/storable-text.ts';
import type { AgentContext } from '../agent.context.ts';
import { reportStop } from '../reporting.ts';
import { signInForUser } from '../sign-in.ts';
import { checkUnread, windowInUse } from './unread.task.ts';
import type { ProfileTasks } from './profile.tasks.ts';

/** What a request answers with; throws a {@link UserError} where it cannot be done. */
export type RequestHandler = (request: ClaimedRequest) => Promise<unknown>;

const stopping = 'The agent is stopping.';

const inUsePatienceMs = 45_000;
const busyPatienceMs = 40_000;

function accountOf(request: ClaimedRequest): RequestAccount {
  const account = request.accounts[0];
  if (account === undefined) throw new UserError('This account no longer exists.');
  return account;
}

/** A profile the user has open is waited for a while: closing a window takes a moment. */
export async function openPatiently(
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
    { timeoutMs: inUsePatienceMs, intervalMs: 2000, signal: agent.signal },
  );
  if (window === null) throw refusal ?? new UserError(stopping);
  return window;
}

async function openForUser(agent: AgentContext, account: RequestAccount): Promise<AccountWindow> {
  if (!agent.maySignIn) {
    throw new UserError('The agent runs without windows on that computer. Start it there without --headless.');
  }
  return openPatiently(agent, account, true);
}

async function open(agent: AgentContext, request: ClaimedRequest): Promise<unknown> {
  const account = accountOf(request);
  const window = await openForUser(agent, account);
  const page = await window.frontPage();
  // The window is what was asked for; a page that does not load says so in it.
  await agent.instagram
    .show(page)
    .catch((error: unknown) => agent.log.warn({ problem: messageOf(error) }, 'page not shown'));
  await page.bringToFront();
  agent.terminal.say(`${account.profile_name}: opened for you`);
  return { opened: true };
}

async function signIn(agent: AgentContext, request: ClaimedRequest): Promise<unknown> {
  const account = accountOf(request);
  const window = await openForUser(agent, account);
  const page = await window.frontPage();
  if (!(await occupy(window, busyPatienceMs, agent.signal)))
    throw new UserError(agent.signal.aborted ? stopping : windowInUse);
  const ended = await signInForUser(agent, account, page).finally(() => vacate(window));
  await page.bringToFront().catch((error: unknown) => agent.log.debug({ problem: messageOf(error) }, 'not in front'));
  if (ended.state === 'signed_in') {
    agent.terminal.say(`${account.profile_name}: signed in`);
    return ended;
  }
  // An empty form is not an objection: the user has it before them.
  if (ended.state === 'needs_user' && ended.reason !== 'signed_out') {
    await reportStop(agent, account.profile_id, ended, { signal: agent.signal, about: account.profile_name });
  }
  const text = reasonText(ended.reason, ended.detail);
  agent.terminal.say(`${account.profile_name}: ${text}`);
  return { state: ended.state, reason: ended.reason, detail: storableText(text, 1000) };
}

/** A window that is sending just now is let finish first: what it does then is to stop. */
async function closeWindows(agent: AgentContext, windows: readonly AccountWindow[]): Promise<{ closed: number }> {
  for (const window of windows) {
    await poll(() => (window.isBusy ? null : true), {
      timeoutMs: busyPatienceMs,
      intervalMs: 100,
      signal: agent.signal,
    });
    await agent.windows.close(window.profileId);
  }
  return { closed: windows.length };
}

function windowsOf(agent: AgentContext, request: ClaimedRequest): AccountWindow[] {
  return request.accounts.flatMap((account) => agent.windows.find(account.profile_id) ?? []);
}

function closeOpened(agent: AgentContext): Promise<{ closed: number }> {
  return closeWindows(
    agent,
    agent.windows.list().filter((window) => !window.isBusy),
  );
}

function closeCampaign(agent: AgentContext, request: ClaimedRequest): Promise<{ closed: number }> {
  const windows = windowsOf(agent, request).filter((window) => !window.isForUser);
  return closeWindows(agent, windows);
}

export function createHandlers(
  agent: AgentContext,
  profiles: ProfileTasks,
): Record<ClaimedRequest['request_type'], RequestHandler> {
  return {
    open: (request) => open(agent, request),
    sign_in: (request) => signIn(agent, request),
    close: (request) => closeWindows(agent, windowsOf(agent, request)),
    close_all: () => closeOpened(agent),
    close_campaign: (request) => closeCampaign(agent, request),
    unread_check: (request) => checkUnread(agent, request.accounts),
    profiles_list: () => profiles.list(),
    profiles_create: (request) => profiles.create(request.profile_name ?? '', request.is_default),
    profiles_delete: (request) => profiles.remove(request.profile_path ?? ''),
    profiles_test: (request) => profiles.test(request.profile_path ?? ''),
  };
}
