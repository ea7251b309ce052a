import type { AccountRequest } from '@sandpiper/contract/account-requests';
import type { Account } from '@sandpiper/contract/accounts';
import type { BrowserProfile, BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { isReservedProfileName } from '@sandpiper/contract/default-profiles';
import { browserProfileNameMaxLength } from '@sandpiper/contract/limits';
import type { StopReason } from '@sandpiper/contract/reasons';
import { isUnderWay } from '../../platform/agent-requests.ts';
import { call } from '../../platform/api.ts';
import { isOnProfile } from '../../platform/browser-profiles.ts';
import { failureText } from '../../platform/failure.ts';
import { accountCreationTexts as texts } from './account-creation.texts.ts';
import type { AccountInput } from './accounts.queries.ts';

/** The three steps, in order: create the Firefox profile, add the account, open Instagram's sign-in page in the profile. */
export type CreationStage = 'profile' | 'account' | 'window';

/**
 * What an unfinished attempt has created so far. The Firefox profile might not exist yet, because its name is saved before the agent
 * creates the profile.
 */
export type Unfinished = {
  profileName: string;
  computerId: string | undefined;
  account: { id: number; name: string } | null;
};

/**
 * `window`: the Firefox window is open, so that the user can sign in. `problem`: the account isn't signed in, for the reason in `detail`.
 * `unreachable`: Instagram's sign-in page couldn't be loaded.
 */
export type SignInOutcome = { state: 'signed_in' | 'window' | 'unreachable' } | { state: 'problem'; detail: string };

export class CreationFailure extends Error {
  readonly stage: CreationStage;
  constructor(stage: CreationStage, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.stage = stage;
  }
}

/** Thrown when a step fails because of the agent. The error's message is shown to the user. */
class AgentProblem extends Error {}

export type CreationContext = {
  /** The computer that gets the Firefox profile. Undefined means the first computer whose agent picks up the request. */
  computerId: string | undefined;
  unfinished: Unfinished | null;
  /** Saves the progress, so that a reload or a retry can continue where this attempt stopped. Null clears the saved progress. */
  keep: (unfinished: Unfinished | null) => void;
  onStage: (stage: CreationStage) => void;
  /** Resolves when it is time to poll the request again. Rejects after the user has left the screen. */
  pause: () => Promise<void>;
};

/** How long to wait for an agent to pick up a request, or for a server that can't be reached. */
const answerWithinMs = 60_000;

type Request = { id: number; status: string };
type Wait<Found extends Request> = { id: number; read: () => Promise<Found[]>; pause: CreationContext['pause'] };

/**
 * Polls until the request has finished. Throws an AgentProblem if no agent starts the request within a minute, or the server's error if
 * all polls have failed for a minute. Once an agent has started the request, there is no time limit.
 */
async function untilEnded<Found extends Request>({ id, read, pause }: Wait<Found>): Promise<Found> {
  let since = Date.now();
  let failure: { error: unknown } | null = null;
  let found: Found | undefined;
  for (;;) {
    const before = failure;
    try {
      found = (await read()).find((request) => request.id === id) ?? found;
      failure = null;
    } catch (error) {
      failure = { error };
    }
    if (found !== undefined && !isUnderWay(found)) return found;
    // While the server can't be reached, no agent can answer. So the minute starts again when the polls begin to fail or to succeed.
    if ((before === null) !== (failure === null)) since = Date.now();
    if (found?.status !== 'running' && Date.now() - since > answerWithinMs) {
      throw failure === null ? new AgentProblem(texts.noAnswer) : failure.error;
    }
    await pause();
  }
}

const readProfileRequests = async () => (await call('GET /api/firefox-profiles/requests')).requests;
const readAccountRequests = async () => (await call('GET /api/profiles/requests')).requests;

async function ended<Found extends BrowserProfileRequest | AccountRequest>(wait: Wait<Found>): Promise<Found> {
  const request = await untilEnded(wait);
  if (request.status === 'failed') throw new AgentProblem(request.error_message ?? texts.unknownReason);
  return request;
}

async function listProfiles({ computerId, pause }: CreationContext): Promise<BrowserProfile[]> {
  const { request_id: id } = await call('GET /api/firefox-profiles', { query: { computer_id: computerId } });
  const request = await ended({ id, read: readProfileRequests, pause });
  const list = request.request_type === 'list' ? request.results : null;
  if (list === null || !list.detected) throw new AgentProblem(list?.error ?? texts.noFirefox);
  return list.profiles;
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Derives a Firefox profile name from the account's name. The result is valid in Firefox, isn't in `taken`, and isn't a name that Firefox
 * uses for its own profiles, such as "default" or "nightly".
 */
export function profileNameFor(accountName: string, taken: readonly string[]): string {
  const tidy = accountName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('default', ' ')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .slice(0, browserProfileNameMaxLength - 4)
    .replaceAll(/^-+|-+$/g, '');
  const base = tidy === '' || isReservedProfileName(tidy) ? 'instagram' : tidy;
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!taken.some((each) => sameName(each, name))) return name;
  }
}

/** Returns the account that uses the Firefox profile at this path, or undefined if there is none. */
async function accountOn(path: string, computerId: string | undefined): Promise<Account | undefined> {
  const { profiles } = await call('GET /api/profiles');
  return profiles.find((account) => isOnProfile(account, path, computerId));
}

type MadeProfile = { path: string; account?: Account };

/**
 * Creates a Firefox profile. Reuses the profile that an earlier attempt created on the same computer, unless another account now uses it.
 * If the earlier attempt also added this account, but the server's response was lost, also returns the account, so that the caller can
 * update the account with what the user has typed since then.
 */
async function makeProfile(accountName: string, context: CreationContext): Promise<MadeProfile> {
  const { computerId, unfinished, keep, pause } = context;
  const before = await listProfiles(context);
  // On another computer, a profile with this name would be a different profile.
  const earlier = unfinished?.computerId === computerId ? unfinished : null;
  const known = before.find(({ name }) => earlier !== null && sameName(name, earlier.profileName));
  if (known !== undefined) {
    const account = await accountOn(known.path, computerId);
    if (account === undefined) return known;
    if (account.profile_name === accountName.trim()) return { path: known.path, account };
  }
  const taken = before.map((profile) => profile.name);
  const name = profileNameFor(accountName, taken);
  keep({ profileName: name, computerId, account: null });
  const { request_id: id } = await call('POST /api/firefox-profiles', {
    body: { profile_name: name, is_default: false, computer_id: computerId },
  });
  const request = await untilEnded({ id, read: readProfileRequests, pause });
  if (request.status === 'failed') {
    keep(null);
    throw new AgentProblem(request.error_message ?? texts.unknownReason);
  }
  const made = (await listProfiles(context)).find((profile) => sameName(profile.name, name));
  if (made === undefined) throw new AgentProblem(texts.notFound);
  return made;
}

/** The stop reasons that only mean that Instagram shows its sign-in form or sign-up page. */
const signInShown: ReadonlySet<string> = new Set(['signed_out', 'sign_up_shown'] satisfies StopReason[]);

async function openSignIn(id: number, { pause }: CreationContext): Promise<SignInOutcome> {
  const { request_id } = await call('POST /api/profiles/:id/sign-in', { params: { id } });
  const { results } = await ended({ id: request_id, read: readAccountRequests, pause });
  if (results === null || !('state' in results)) return { state: 'window' };
  if (results.state !== 'needs_user') return { state: results.state };
  return signInShown.has(results.reason) ? { state: 'window' } : { state: 'problem', detail: results.detail };
}

/**
 * Creates a Firefox profile, adds an account that uses it, and opens the account's sign-in page. Skips the steps that an earlier attempt
 * completed. Throws a CreationFailure if a step fails.
 */
export async function createAccount(input: Omit<AccountInput, 'profile_path'>, context: CreationContext) {
  let stage: CreationStage = 'profile';
  const enter = (next: CreationStage) => context.onStage((stage = next));
  let made = context.unfinished;
  const keep = (unfinished: Unfinished | null) => context.keep((made = unfinished));
  try {
    let account = made?.account ?? null;
    if (account === null) {
      enter('profile');
      const { path, account: added } = await makeProfile(input.profile_name, { ...context, keep });
      enter('account');
      const body = { ...input, profile_path: path, computer_id: context.computerId };
      const { profile } = await (added === undefined
        ? call('POST /api/profiles', { body })
        : call('PUT /api/profiles/:id', { params: { id: added.id }, body }));
      account = { id: profile.id, name: profile.profile_name };
      keep({ profileName: made?.profileName ?? account.name, computerId: context.computerId, account });
    }
    enter('window');
    const outcome = await openSignIn(account.id, context);
    context.keep(null);
    return { account, outcome };
  } catch (error) {
    const reason = error instanceof AgentProblem ? error.message : failureText(error, texts.serverFailed);
    throw new CreationFailure(stage, reason, { cause: error });
  }
}
