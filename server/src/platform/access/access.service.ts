import { hasActiveSubscription } from '@sandpiper/contract/plans';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { hashToken } from '../secrets/tokens.ts';
import { findAgentByToken, findPersonBySession } from './access.store.ts';
import type { Person, SignedIn, SignedInAgent } from './person.ts';

/** The user of a session token; throws `unauthenticated` or `account_disabled`. */
export async function signedInWith(db: Database, token: string | null): Promise<SignedIn> {
  if (token === null) throw new AppError('unauthenticated', 'Sign in first.');
  const tokenHash = hashToken(token);
  const user = await findPersonBySession(db, tokenHash);
  if (user === undefined) throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
  requireEnabled(user);
  return { user, tokenHash };
}

/** The user and agent of an agent token; throws `unauthenticated` or `account_disabled`. */
export async function signedInAgentWith(db: Database, token: string | null): Promise<SignedInAgent> {
  const found = token === null ? undefined : await findAgentByToken(db, hashToken(token));
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

/** Throws `subscription_required` with this text after the user's subscription has expired. */
export function requireSubscription(user: Person, text = subscriptionEnded): void {
  if (!hasActiveSubscription(user, new Date())) throw new AppError('subscription_required', text);
}

/** Throws `account_disabled` when the user was deactivated. */
export function requireEnabled(user: Person): void {
  if (!user.is_active)
    throw new AppError('account_disabled', 'Your user account was deactivated. Ask an administrator for help.');
}
