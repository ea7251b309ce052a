import type { App } from '../../platform/app-context.ts';
import type { Change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { deleteBrowsersOf, deleteExpiredBrowsers, insertBrowser, touchBrowser } from './remembered-browsers.store.ts';
import {
  deleteChallenge,
  deleteChallengesOf,
  deleteExpiredChallenges,
  findChallenged,
  insertChallenge,
  lockChallenged,
} from './sign-in-challenges.store.ts';

/* Handles the second step of signing in: the challenges between the two steps, and browsers that don't need the second step. */

/**
 * Starts the second step of a sign-in and returns the challenge token. Returns undefined if the password has changed or the user has been
 * deactivated.
 */
export async function openChallenge(
  { transaction }: Change,
  user: { id: number; password_hash: string },
): Promise<string | undefined> {
  const token = newToken('challenge');
  return (await insertChallenge(transaction, user, hashToken(token))) ? token : undefined;
}

/** Returns the user whose sign-in is waiting for a code, or undefined if the sign-in was completed or canceled or has expired. */
export function challengedUser(app: App, challenge: string) {
  return findChallenged(app.db, hashToken(challenge));
}

/** Like {@link challengedUser}, but also locks the user until the end of the transaction. */
export function lockChallengedUser(transaction: Transaction, challenge: string) {
  return lockChallenged(transaction, hashToken(challenge));
}

export function closeChallenge(transaction: Transaction, challenge: string): Promise<void> {
  return deleteChallenge(transaction, hashToken(challenge));
}

type Place = { address: string; browser: string | null };

/** Remembers a browser, so that this user can sign in with it for a while without a code. Returns the browser's token. */
export async function rememberBrowser({ transaction }: Change, userId: number, place: Place): Promise<string> {
  const token = newToken('browser');
  await insertBrowser(transaction, { user_id: userId, token_hash: hashToken(token), ...place });
  return token;
}

/** Checks whether this user may sign in without a code in the browser with this token. If so, records that the browser was used. */
export function isRemembered(
  { transaction }: Change,
  userId: number,
  { token, ...place }: Place & { token: string | undefined },
): Promise<boolean> {
  if (token === undefined) return Promise.resolve(false);
  return touchBrowser(transaction, userId, { tokenHash: hashToken(token), ...place });
}

/** Cancels a user's sign-ins that are waiting for a code, and forgets all the user's remembered browsers. */
export async function endSecondFactorOf(transaction: Transaction, userId: number): Promise<void> {
  await deleteChallengesOf(transaction, userId);
  await deleteBrowsersOf(transaction, userId);
}

/** Deletes expired challenges and remembered browsers, which no longer work anyway. */
export async function dropExpiredSecondFactors(app: App): Promise<void> {
  await deleteExpiredChallenges(app.db);
  await deleteExpiredBrowsers(app.db);
}
