import type { SessionUser } from '@sandpiper/contract/auth';
import { mustSetUpTwoFactor } from '../../platform/access/access.service.ts';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError, nameTaken } from '../../platform/http/app-error.ts';
import { networkOf } from '../../platform/http/network.ts';
import { hashPassword, isPasswordCorrect } from '../../platform/secrets/passwords.ts';
import { recordActOf, recordAudit } from '../audit/audit.service.ts';
import type { AuditSource } from '../audit/audit.service.ts';
import { notifyNewSignIn } from '../notices/notices.service.ts';
import { admit, requireOpenFor } from '../registration/registration.service.ts';
import { findUserByName, insertUser } from './auth.store.ts';
import { hasNeverSignedIn, rememberSignIn } from './known-sign-ins.store.ts';
import { isRemembered, openChallenge } from '../two-factor/second-factor.service.ts';
import { endOwnSession, openSession, wrongCredentials } from './sessions.service.ts';
import type { Checked, Origin, SessionCaller } from './sessions.service.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

type Credentials = { username: string; password: string };
type Registration = Credentials & { invitation?: string | undefined };
type SignIn = Credentials & { remembered_browser?: string | undefined };

export function sessionUserOf(config: App['config'], person: Person): SessionUser {
  const { id, username, role, pack, subscription_end_date, created_at, last_login, timezone, deletion_due_at } = person;
  const must_set_up_two_factor = mustSetUpTwoFactor(config, person);
  const dates = { subscription_end_date, created_at, last_login, timezone };
  const user = { id, username, role, pack, ...dates, must_set_up_two_factor };
  return deletion_due_at === null ? user : { ...user, deletion_due_at };
}

/**
 * Opens a session. If a two-factor code is needed, throws an error with a challenge instead. Failed attempts count against the sign-in
 * limits, unless a deactivated user entered the right password. If a code is needed, an attempt counts until the correct code is entered.
 */
export async function signIn(app: App, limits: SignInLimits, origin: Origin, credentials: SignIn) {
  const { username, password, remembered_browser } = credentials;
  const { address, browser } = origin;
  const attempt = await limits.begin(address, username);
  const found = await findUserByName(app.db, username);
  if (!(await isPasswordCorrect(password, found?.password_hash ?? null)) || found === undefined) {
    await recordFailure(app, origin, { found, reason: 'wrong password', is_blocked: attempt.isLast });
    throw wrongCredentials();
  }
  if (!found.is_active) {
    await recordFailure(app, origin, { found, reason: 'deactivated', is_blocked: false });
    await attempt.succeeded();
    throw new AppError('account_disabled', 'Your user account was deactivated. Ask an administrator for help.');
  }
  const opened = await change(app, async (change) => {
    const needsCode =
      found.two_factor_since !== null &&
      !(await isRemembered(change, found.id, { token: remembered_browser, address, browser }));
    return needsCode ? challengeOf(change, found) : beginSession(change, found, origin);
  });
  if (opened instanceof AppError) throw opened;
  await attempt.succeeded();
  return { token: opened.token, user: sessionUserOf(app.config, opened.person) };
}

/**
 * Opens a two-factor challenge. Returns the error that asks for the code. The caller must throw this error after the commit, because
 * throwing it here would roll back the challenge. Throws if the password has changed or the user was deactivated since the password was
 * checked.
 */
async function challengeOf(change: Change, user: Checked): Promise<AppError> {
  const challenge = await openChallenge(change, user);
  if (challenge === undefined) throw wrongCredentials();
  return new AppError('two_factor_required', 'Enter a code from your authenticator app.', { challenge });
}

/** Opens a session for a user who has proven their identity, notifies the user of a new browser or network, and records the sign-in. */
export async function beginSession(change: Change, user: Checked, origin: Origin) {
  const isFirst = await hasNeverSignedIn(change.transaction, user.id);
  const opened = await openSession(change, user, origin);
  await announceNewPlace(change, user.id, { isFirst, origin });
  const by = { user: opened.person, request: sourceOf(origin) };
  await recordActOf(change, by, { action: 'signed_in', detail: { browser: origin.browser } });
  return opened;
}

export function sourceOf({ address, requestId }: Origin): AuditSource {
  return { ip: address, id: requestId };
}

type Failure = { found: Person | undefined; reason: 'wrong password' | 'deactivated'; is_blocked: boolean };

/** Records a failed sign-in. Stores only the names of existing users, because people sometimes type a password into the username field. */
async function recordFailure(app: App, origin: Origin, { found, ...detail }: Failure): Promise<void> {
  const event = {
    action: 'sign_in_failed',
    userId: found?.id ?? null,
    by: { kind: 'visitor' },
    request: sourceOf(origin),
    detail,
  } as const;
  await change(app, (change) => recordAudit(change, event));
}

type NewSession = { isFirst: boolean; origin: Origin };

/** Notifies a user of a sign-in if they haven't used this browser from this network recently. A user's first sign-in is never reported. */
async function announceNewPlace(change: Change, userId: number, { isFirst, origin }: NewSession): Promise<void> {
  const place = { userId, browser: origin.browser ?? '', network: networkOf(origin.address) };
  const isKnown = await rememberSignIn(change.transaction, place);
  if (!isKnown && !isFirst) await notifyNewSignIn(change, userId, origin);
}

/**
 * Creates a user with the starter pack and, unless the operator has turned trials off, a trial subscription. Requires open registration or
 * an invitation.
 */
export async function register(
  app: App,
  request: AuditSource,
  { username, password, invitation }: Registration,
): Promise<SessionUser> {
  await requireOpenFor(app, invitation);
  const password_hash = await hashPassword(password);
  const subscription_end_date = trialEnd(app.config.trialDays);
  try {
    return await change(app, async (change) => {
      const user = await insertUser(change.transaction, { username, password_hash, subscription_end_date });
      const invitationId = await admit(change, invitation);
      const detail = invitationId === null ? {} : { invitation: invitationId };
      await recordActOf(change, { user, request }, { action: 'registered', detail });
      return sessionUserOf(app.config, user);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw nameTaken('username', 'This username is already taken. Choose another one.');
  }
}

export function signOut(app: App, caller: SessionCaller): Promise<void> {
  return endOwnSession(app, caller, caller.session.id);
}

function trialEnd(trialDays: number): string | null {
  if (trialDays === 0) return null;
  return new Date(Date.now() + trialDays * 86_400_000).toISOString().slice(0, 10);
}
