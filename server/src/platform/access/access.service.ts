import { hasActiveSubscription } from '@sandpiper/contract/plans';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { hashToken } from '../secrets/tokens.ts';
import { touchSession } from './access.store.ts';
import type { FindSession } from './access.store.ts';
import type { Person, SignedIn, SignedInAgent } from './person.ts';

export function sessionIdleSeconds({ sessionIdleHours }: Pick<Config, 'sessionIdleHours'>): number {
  return sessionIdleHours * 3600;
}

type Credentials = {
  token: string | null;
  /** The client's IP address, or null if the request doesn't count as use of the session. */
  address: string | null;
};

/** Returns the user and the session for a session token. Throws `unauthenticated` or `account_disabled`. */
export async function signedInWith(
  { db, findSession }: { db: Database; findSession: FindSession },
  { token, address }: Credentials,
): Promise<SignedIn> {
  if (token === null) throw new AppError('unauthenticated', 'Sign in first.');
  const found = await findSession(hashToken(token));
  if (found === undefined) throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
  const { isTouchDue, ...signedIn } = found;
  requireEnabled(signedIn.user);
  if (isTouchDue && address !== null) await touchSession(db, signedIn.session.tokenHash, address);
  return signedIn;
}

/** Looks up the agent by the hash of its token, using `find`. Throws `unauthenticated` or `account_disabled`. */
export async function signedInAgentWith<T extends SignedInAgent>(
  token: string | null,
  find: (tokenHash: Buffer) => Promise<T | undefined>,
): Promise<T> {
  const found = token === null ? undefined : await find(hashToken(token));
  if (found === undefined) {
    throw new AppError('unauthenticated', 'This agent token is invalid or was revoked. Pair the agent again.');
  }
  requireEnabled(found.user);
  return found;
}

export function requireAdmin(user: Person): void {
  if (user.role !== 'admin') throw new AppError('forbidden', 'Only an administrator can do this.');
}

const subscriptionEnded = 'Your subscription has expired. Renew it to continue.';

/** Throws `subscription_required` with this text if the user has no active subscription. */
export function requireSubscription(user: Person, text = subscriptionEnded): void {
  if (!hasActiveSubscription(user, new Date())) throw new AppError('subscription_required', text);
}

/** Throws `recent_sign_in_required` if the user entered the password too long ago. */
export function requireRecentSignIn({ session }: Pick<SignedIn, 'session'>): void {
  if (session.isRecent) return;
  throw new AppError('recent_sign_in_required', 'Enter your password again to do this.');
}

/** Throws `deletion_pending` if the user's deletion is scheduled. */
export function requireKept(user: Person): void {
  if (user.deletion_due_at === null) return;
  throw new AppError(
    'deletion_pending',
    'Your user account is scheduled to be deleted. Choose "Keep my user account" first.',
  );
}

type AdminRule = Pick<Config, 'requireAdminTwoFactor'>;

/** Checks whether this user still has to set up two-factor sign-in, which an operator can require of administrators. */
export function mustSetUpTwoFactor(config: AdminRule, user: Pick<Person, 'role' | 'two_factor_since'>): boolean {
  return config.requireAdminTwoFactor && user.role === 'admin' && user.two_factor_since === null;
}

/** Throws `two_factor_setup_required` if this user still has to set up two-factor sign-in. */
export function requireTwoFactor(config: AdminRule, user: Person): void {
  if (!mustSetUpTwoFactor(config, user)) return;
  const text = 'Set up two-factor sign-in first. This server requires it for administrators.';
  throw new AppError('two_factor_setup_required', text);
}

/** Throws `account_disabled` if the user was deactivated. */
export function requireEnabled(user: Person): void {
  if (!user.is_active)
    throw new AppError('account_disabled', 'Your user account was deactivated. Ask an administrator for help.');
}
