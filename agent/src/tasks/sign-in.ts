import { scryptSync } from 'node:crypto';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { Page } from '../browser/page.ts';
import { ApiError } from '../platform/api-client.ts';
import { durationText } from '../platform/clock.ts';
import type { Instagram } from '../sites/instagram/instagram.ts';
import type { Stop } from '../sites/instagram/report.ts';
import type { AgentContext } from './agent.context.ts';
import { after, within } from './timers.ts';

type SignInState = Awaited<ReturnType<Instagram['signIn']>>;
type Typed = NonNullable<Parameters<Instagram['signIn']>[2]>;
type Credentials = Pick<Typed, 'username' | 'password'>;

/**
 * How many times the agent may type an account's credentials by itself within `withinMs`. After that, the account's owner has to sign
 * in.
 */
const maxTyped = 2;
const withinMs = 60 * 60_000;
/** How many times the agent may type the credentials in a sign-in that the user has asked for. */
const maxTypedForUser = 3;
/** How long to wait before typing refused credentials again. The agent does try again, because the problem may have been temporary. */
const refusedMs = 24 * 60 * 60_000;

/** Stop reasons after which the agent doesn't type the same credentials again for `refusedMs`. */
const refusals: ReadonlySet<string> = new Set(['wrong_password', 'sign_in_refused']);

/** Whether the account is signed out. Instagram then shows its sign-in form or the sign-up page. */
export function isSignedOut(stop: { reason: ReasonCode } | null): boolean {
  return stop?.reason === 'signed_out' || stop?.reason === 'sign_up_shown';
}

type SignInAccount = { profile_id: number; profile_name: string; insta_username: string | null };

const refusedBefore: SignInState = {
  state: 'needs_user',
  reason: 'wrong_password',
  detail: "The agent won't try them again for a day.",
};

const signedOutAgain: SignInState = {
  state: 'needs_user',
  reason: 'signed_out_repeatedly',
  detail: `The agent typed the password ${maxTyped} times within the last hour.`,
};

const timedOut: SignInState = { state: 'unreachable', reason: 'sign_in_unreachable', detail: null };

async function storedCredentials(agent: AgentContext, profileId: number): Promise<Credentials | null> {
  const stored = await agent
    .api('POST /api/agent/profiles/:id/credentials', { params: { id: profileId } })
    .catch((error: unknown) => {
      // The server can't decrypt the stored password, so treat the password as missing. The account's owner has to act.
      if (!(error instanceof ApiError) || error.code !== 'invalid_state') throw error;
      agent.terminal.say(error.message);
      return null;
    });
  if (stored === null) return null;
  const { insta_username: username, insta_password: password } = stored;
  return username === null || password === null || username === '' || password === '' ? null : { username, password };
}

/**
 * Hashes the credentials. The journal stores the hash, and nobody must be able to guess the password from it, so the hash function is slow.
 */
function markOf({ identity }: AgentContext, { username, password }: Credentials): string {
  return scryptSync(JSON.stringify([username, password]), identity.installation_id, 16).toString('base64url');
}

function wasRefused(agent: AgentContext, { profile_id }: SignInAccount, credentials: Credentials): boolean {
  const { refused, typed_at } = agent.journal.signInsOf(profile_id);
  return refused !== null && countWithin(refusedMs, typed_at) > 0 && refused === markOf(agent, credentials);
}

/**
 * Counts the times within the last `ms`. Uses the wall clock, because the computer may sleep. Ignores times in the future, which
 * come from a clock that was set back.
 */
function countWithin(ms: number, times: readonly string[]): number {
  const ages = times.map((at) => Date.now() - Date.parse(at));
  return ages.filter((age) => age >= 0 && age < ms).length;
}

/** Signs in, and prints a message if this takes a long time. After `attemptMs`, closes the account's window and gives up. */
async function signInBounded(
  agent: AgentContext,
  { profile_id, profile_name, insta_username }: SignInAccount,
  page: Page,
  credentials: Typed | null,
): Promise<SignInState> {
  const { attemptMs, signInNoticeMs } = agent.timing;
  const notice = after(signInNoticeMs, () => {
    agent.terminal.say(
      `${profile_name}: still signing in after ${durationText(signInNoticeMs)}. The agent gives up after ${durationText(attemptMs)}.`,
    );
  });
  try {
    return await within(attemptMs, agent.instagram.signIn(page, insta_username, credentials), async () => {
      await agent.windows.close(profile_id);
      return timedOut;
    });
  } finally {
    notice.cancel();
  }
}

async function signInWith(
  agent: AgentContext,
  account: SignInAccount,
  page: Page,
  credentials: Omit<Typed, 'beforeTyping'>,
): Promise<SignInState> {
  const { journal, log } = agent;
  const beforeTyping = () => {
    const before = journal.signInsOf(account.profile_id);
    const typed_at = [...before.typed_at, new Date().toISOString()].slice(-maxTyped);
    return journal.recordSignIns({ ...before, typed_at });
  };
  const ended = await signInBounded(agent, account, page, { ...credentials, beforeTyping });
  if (ended.state === 'needs_user' && refusals.has(ended.reason)) {
    const refused = markOf(agent, credentials);
    // The refusal must stop the account even if the disk is full, so don't throw.
    await journal
      .recordSignIns({ ...journal.signInsOf(account.profile_id), refused })
      .catch((err: unknown) => log.error({ err }, 'could not write to the journal'));
  }
  return ended;
}

/** Signs a signed-out account in with its stored credentials, if possible. */
export async function recoverSignIn(
  agent: AgentContext,
  account: SignInAccount,
  page: Page,
  found: Stop,
): Promise<SignInState> {
  const credentials = agent.maySignIn ? await storedCredentials(agent, account.profile_id) : null;
  if (credentials === null) return { state: 'needs_user', ...found };
  if (wasRefused(agent, account, credentials)) return refusedBefore;
  const { typed_at } = agent.journal.signInsOf(account.profile_id);
  const maxSubmits = maxTyped - countWithin(withinMs, typed_at);
  if (maxSubmits <= 0) return signedOutAgain;
  agent.terminal.say(`${account.profile_name}: signing in with the stored username and password`);
  return signInWith(agent, account, page, { ...credentials, maxSubmits });
}

/**
 * Signs in with the stored credentials. If there are none, or Instagram has refused them within the last day, only shows the sign-in form
 * to the user.
 */
export async function signInForUser(agent: AgentContext, account: SignInAccount, page: Page): Promise<SignInState> {
  const credentials = await storedCredentials(agent, account.profile_id);
  const isFillable = credentials !== null && !wasRefused(agent, account, credentials);
  if (isFillable) return signInWith(agent, account, page, { ...credentials, maxSubmits: maxTypedForUser });
  const ended = await signInBounded(agent, account, page, null);
  const isRefused = ended.state === 'needs_user' && isSignedOut(ended) && credentials !== null;
  return isRefused ? refusedBefore : ended;
}
