import type { SessionUser } from '@sandpiper/contract/auth';
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
import { endSession, openSession } from './sessions.service.ts';
import type { Origin } from './sessions.service.ts';
import type { SignInLimits } from './sign-in-limits.ts';

type Credentials = { username: string; password: string };

export function sessionUserOf(person: Person): SessionUser {
  const { id, username, role, pack, subscription_end_date, created_at, last_login, deletion_due_at } = person;
  const user = { id, username, role, pack, subscription_end_date, created_at, last_login };
  return deletion_due_at === null ? user : { ...user, deletion_due_at };
}

/** Opens a session. Failures are counted by name and address together, and by address. */
export async function signIn(app: App, limits: SignInLimits, origin: Origin, { username, password }: Credentials) {
  const attempt = await limits.begin(origin.address, username.toLowerCase());
  const found = await findUserByName(app.db, username);
  if (!(await isPasswordCorrect(password, found?.password_hash ?? null)) || found === undefined) {
    throw new AppError('invalid_credentials', 'The username or password is incorrect.');
  }
  await attempt.succeeded();
  if (!found.is_active) {
    throw new AppError('account_disabled', 'Your user account was deactivated. Ask an administrator for help.');
  }
  const { token, person } = await change(app, async (change) => {
    const opened = await openSession(change, found, origin);
    await announceNewPlace(change, found.id, origin);
    return opened;
  });
  return { token, user: sessionUserOf(person) };
}

/** Tells a user of a sign-in with a browser or from a network that was not used for it lately. */
async function announceNewPlace(change: Change, userId: number, origin: Origin): Promise<void> {
  const place = { userId, browser: origin.browser ?? '', network: networkOf(origin.address) };
  const known = await rememberSignIn(change.transaction, place);
  await forgetOldPlaces(change.transaction, userId);
  if (known === 'new') await noticeNewSignIn(change, userId, origin);
}

/** Creates a user with the starter pack, on trial. */
export async function register(app: App, { username, password }: Credentials): Promise<SessionUser> {
  const password_hash = await hashPassword(password);
  try {
    return sessionUserOf(
      await insertUser(app.db, { username, password_hash, subscription_end_date: trialEnd(app.config.trialDays) }),
    );
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
