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

/* What signing in needs of two-factor sign-in: challenges between its two steps, and browsers that skip the second. */

/** Opens the second step of a sign-in; undefined when the password was changed or the user deactivated meanwhile. */
export async function openChallenge(
  { transaction }: Change,
  user: { id: number; password_hash: string },
): Promise<string | undefined> {
  const token = newToken('challenge');
  return (await insertChallenge(transaction, user, hashToken(token))) ? token : undefined;
}

/** Whose sign-in waits for a code; undefined when it was finished, has expired or was ended. */
export function challengedUser(app: App, challenge: string) {
  return findChallenged(app.db, hashToken(challenge));
}

/** The same, with the user locked until the end of the transaction. */
export function lockChallengedUser(transaction: Transaction, challenge: string) {
  return lockChallenged(transaction, hashToken(challenge));
}

export function closeChallenge(transaction: Transaction, challenge: string): Promise<void> {
  return deleteChallenge(transaction, hashToken(challenge));
}

type Place = { address: string; browser: string | null };

/** Lets a browser sign this user in without a code for some time. Returns its token. */
export async function rememberBrowser({ transaction }: Change, userId: number, place: Place): Promise<string> {
  const token = newToken('browser');
  await insertBrowser(transaction, { user_id: userId, token_hash: hashToken(token), ...place });
  return token;
}

/** Whether this user may sign in without a code in the browser with this token, which is then used. */
export function isRemembered(
  { transaction }: Change,
  userId: number,
  { token, ...place }: Place & { token: string | undefined },
): Promise<boolean> {
  if (token === undefined) return Promise.resolve(false);
  return touchBrowser(transaction, userId, { tokenHash: hashToken(token), ...place });
}

/** Ends sign-ins that wait for a code, and forgets all remembered browsers. */
export async function endSecondFactorOf(transaction: Transaction, userId: number): Promise<void> {
  await deleteChallengesOf(transaction, userId);
  await deleteBrowsersOf(transaction, userId);
}

/** Removes what has expired. Nothing accepts it anyway. */
export async function dropExpiredSecondFactors(app: App): Promise<void> {
  await deleteExpiredChallenges(app.db);
  await deleteExpiredBrowsers(app.db);
}
