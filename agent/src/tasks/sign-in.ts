import { createHash } from 'node:crypto';
import type { Page } from '../browser/page.ts';
import type { Credentials, Gate, SignInState } from '../sites/instagram/instagram.ts';
import type { AgentContext } from './agent.context.ts';

/** An account that is signed in this often within the time, and is signed out all the same, is left to its owner. */
const mostSignIns = 2;
const withinMs = 60 * 60_000;

/** What Instagram says against the very username and password that it was given. */
const refusals = new Set(['wrong_password', 'sign_in_refused']);

type SignInAccount = { profile_id: number; profile_name: string; insta_username: string | null };

const refusedBefore: { state: 'needs_user' } & Gate = {
  state: 'needs_user',
  reason: 'signed_out',
  detail:
    'The account is signed out, and Instagram did not accept the stored username and password before. They are not tried again as they are: correct them in Accounts, or open the account and sign in yourself.',
};

const signedOutAgain: SignInState = {
  state: 'needs_user',
  reason: 'signed_out',
  detail: `Instagram signed the account out again, although the agent signed it in ${mostSignIns} times within the last hour. It does not do so once more: open the account, see what Instagram wants, and sign in yourself.`,
};

async function storedCredentials(agent: AgentContext, profileId: number): Promise<Credentials | null> {
  const stored = await agent.api('POST /api/agent/profiles/:id/credentials', { params: { id: profileId } });
  const { insta_username: username, insta_password: password } = stored;
  return username === null || password === null || username === '' || password === '' ? null : { username, password };
}

/** Stands for a pair that is not kept itself. */
function markOf({ username, password }: Credentials): string {
  return createHash('sha256')
    .update(JSON.stringify([username, password]))
    .digest('hex');
}

function wasRefused(agent: AgentContext, { profile_id }: SignInAccount, credentials: Credentials): boolean {
  return agent.state.refusedSignIns.get(profile_id) === markOf(credentials);
}

function recentSignIns(agent: AgentContext, { profile_id }: SignInAccount): number[] {
  const now = Date.now();
  return (agent.state.signInTimes.get(profile_id) ?? []).filter((at) => at > now - withinMs && at <= now);
}

async function signInWith(
  agent: AgentContext,
  account: SignInAccount,
  page: Page,
  credentials: Credentials,
): Promise<SignInState> {
  const ended = await agent.instagram.signIn(page, account.insta_username, credentials);
  if (ended.state === 'needs_user' && refusals.has(ended.reason)) {
    agent.state.refusedSignIns.set(account.profile_id, markOf(credentials));
  }
  return ended;
}

/**
 * Signs an account in that was found signed out, with what the user stored; nothing else is ever filled in. Null: nothing is
 * stored.
 */
export async function signInByItself(
  agent: AgentContext,
  account: SignInAccount,
  page: Page,
): Promise<SignInState | null> {
  const credentials = await storedCredentials(agent, account.profile_id);
  if (credentials === null) return null;
  if (wasRefused(agent, account, credentials)) return refusedBefore;
  const recent = recentSignIns(agent, account);
  if (recent.length >= mostSignIns) return signedOutAgain;
  agent.terminal.say(`${account.profile_name}: signing in with what you stored`);
  const ended = await signInWith(agent, account, page, credentials);
  if (ended.state === 'signed_in') agent.state.signInTimes.set(account.profile_id, [...recent, Date.now()]);
  return ended;
}

/** Shows the sign-in to the user who asked for it, filled in where that is of any use. */
export async function signInForUser(agent: AgentContext, account: SignInAccount, page: Page): Promise<SignInState> {
  const credentials = await storedCredentials(agent, account.profile_id);
  const isFillable = credentials !== null && !wasRefused(agent, account, credentials);
  if (isFillable) return signInWith(agent, account, page, credentials);
  const ended = await agent.instagram.signIn(page, account.insta_username, null);
  const isSignedOut = ended.state === 'needs_user' && ended.reason === refusedBefore.reason;
  return isSignedOut && credentials !== null ? refusedBefore : ended;
}
