import type { SessionUser } from '@sandpiper/contract/auth';
import { mustSetUpTwoFactor } from '../../platform/access/access.service.ts';
import type { SignedIn, Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { networkOf } from '../../platform/http/network.ts';
import { hashPassword, isPasswordCorrect } from '../../platform/secrets/passwords.ts';
import { noticeNewSignIn } from '../notices/notices.service.ts';
import { findUserByName, insertUser } from './auth.store.ts';
import { forgetOldPlaces, rememberSignIn } from './known-sign-ins.store.ts';
import { isRemembered, openChallenge } from '../two-factor/second-factor.service.ts';
import { endSession, openSession, wrongCredentials } from './sessions.service.ts';
import type { Checked, Origin } from './sessions.service.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

type Credentials = { username: string; password: string };
type SignIn = Credentials & { remembered_browser?: string | undefined };

export function sessionUserOf(config: App['config'], person: Person): SessionUser {
  const { id, username, role, pack, subscription_end_date, created_at, last_login, deletion_due_at } = person;
  const must_set_up_two_factor = mustSetUpTwoFactor(config, person);
  const user = { id, username, role, pack, subscription_end_date, created_at, last_login, must_set_up_two_factor };
  return deletion_due_at === null ? user : { ...user, deletion_due_at };
}

/**
 * Opens a session, or refuses with a challenge when a code is missing. Failures are counted by name and address together, and
 * by address; so are challenges until they are met.
 */
export async function signIn(app: App, limits: SignInLimits, origin: Origin, credentials: SignIn) {
  const { username, password, remembered_browser } = credentials;
  const attempt = await limits.begin(origin.address, username.toLowerCase());
  const found = await findUserByName(app.db, username);
  if (!(await isPasswordCorrect(password, found?.password_hash ?? null)) || found === undefined) {
    throw wrongCredentials();
  }
  if (!found.is_active) {
    await attempt.succeeded();
    throw new AppError('account_disabled', 'Your user account was deactivated. Ask an administrator for help.');
  }
  const opened = await change(app, async (change) => {
    const needsCode =
      found.two_factor_since !== null &&
      !(await isRemembered(change, found.id, { token: remembered_browser, ...origin }));
    return needsCode ? challengeOf(change, found) : beginSession(change, found, origin);
  });
  if (opened instanceof AppError) throw opened;
  await attempt.succeeded();
  return { token: opened.token, user: sessionUserOf(app.config, opened.person) };
}

/** Returned instead of thrown, because a rollback would lose the challenge. */
async function challengeOf(change: Change, user: Checked): Promise<AppError> {
  const challenge = await openChallenge(change, user);
  if (challenge === undefined) throw wrongCredentials();
  return new AppError('two_factor_required', 'Enter a code from your authenticator app.', { challenge });
}

/** Opens the session of a user who has proven who they are, and tells them if it comes from a new place. */
export async function beginSession(change: Change, user: Checked, origin: Origin) {
  const opened = await openSession(change, user, origin);
  await announceNewPlace(change, user.id, origin);
  return opened;
}

/** Tells a user of a sign-in with a browser or from a network that was not used for it lately. */
async function announceNewPlace(change: Change, userId: number, origin: Origin): Promise<void> {
  const place = { userId, browser: origin.browser ?? '', network: networkOf(origin.address) };
  const known = await rememberSignIn(change.transaction, place);
  await forgetOldPlaces(change.transaction, userId);
  if (known === 'new') await noticeNewSignIn(change, userId, origin);
}

/** Creates a user with the starter pack, on trial. */
export async function register({ db, config }: App, { username, password }: Credentials): Promise<SessionUser> {
  const password_hash = await hashPassword(password);
  try {
    const subscription_end_date = trialEnd(config.trialDays);
    return sessionUserOf(config, await insertUser(db, { username, password_hash, subscription_end_date }));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const text = 'This username is already taken. Choose another one.';
    throw new AppError('name_taken', text, { fields: { username: text } });
  }
}

export function signOut(app: App, { user, session }: SignedIn): Promise<void> {
  return endSession(app, user.id, session.id, 'You signed out.');
}

function trialEnd(trialDays: number): string | null {
  if (trialDays === 0) return null;
  return new Date(Date.now() + trialDays * 86_400_000).toISOString().slice(0, 10);
}
