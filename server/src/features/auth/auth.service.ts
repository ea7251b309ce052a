import type { SessionUser } from '@sandpiper/contract/auth';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { networkOf } from '../../platform/http/network.ts';
import { hashPassword, isPasswordCorrect } from '../../platform/secrets/passwords.ts';
import { recordActOf, recordAudit } from '../audit/audit.service.ts';
import type { AuditSource } from '../audit/audit.service.ts';
import { noticeNewSignIn } from '../notices/notices.service.ts';
import { findUserByName, insertUser } from './auth.store.ts';
import { forgetOldPlaces, rememberSignIn } from './known-sign-ins.store.ts';
import { endOwnSession, openSession } from './sessions.service.ts';
import type { Origin, SessionCaller } from './sessions.service.ts';
import type { SignInLimits } from './sign-in-limits.ts';

type Credentials = { username: string; password: string };

export function sessionUserOf(person: Person): SessionUser {
  const { id, username, role, pack, subscription_end_date, created_at, last_login } = person;
  return { id, username, role, pack, subscription_end_date, created_at, last_login };
}

type SignInRequest = { request: AuditSource; browser: string | null };

/** Opens a session. Failures are counted by name and address together, and by address. */
export async function signIn(
  app: App,
  limits: SignInLimits,
  { request, browser }: SignInRequest,
  { username, password }: Credentials,
) {
  const origin = { address: request.ip, browser };
  const attempt = await limits.begin(request.ip, username.toLowerCase());
  const found = await findUserByName(app.db, username);
  if (!(await isPasswordCorrect(password, found?.password_hash ?? null)) || found === undefined) {
    await recordFailure(app, request, { found, reason: 'wrong password', is_blocked: attempt.isLast });
    throw new AppError('invalid_credentials', 'The username or password is incorrect.');
  }
  await attempt.succeeded();
  if (!found.is_active) {
    await recordFailure(app, request, { found, reason: 'deactivated', is_blocked: false });
    throw new AppError('account_disabled', 'Your user account was deactivated. Ask an administrator for help.');
  }
  const { token, person } = await change(app, async (change) => {
    const opened = await openSession(change, found, origin);
    await announceNewPlace(change, found.id, origin);
    await recordActOf(change, { user: opened.person, request }, { action: 'signed_in', detail: { browser } });
    return opened;
  });
  return { token, user: sessionUserOf(person) };
}

type Failure = { found: Person | undefined; reason: 'wrong password' | 'deactivated'; is_blocked: boolean };

/** Names only users who exist: people also type passwords where the username belongs. */
async function recordFailure(app: App, request: AuditSource, { found, ...detail }: Failure): Promise<void> {
  const event = {
    action: 'sign_in_failed',
    userId: found?.id ?? null,
    by: { kind: 'visitor' },
    request,
    detail,
  } as const;
  await change(app, (change) => recordAudit(change, event));
}

/** Tells a user of a sign-in with a browser or from a network that was not used for it lately. */
async function announceNewPlace(change: Change, userId: number, origin: Origin): Promise<void> {
  const place = { userId, browser: origin.browser ?? '', network: networkOf(origin.address) };
  const known = await rememberSignIn(change.transaction, place);
  await forgetOldPlaces(change.transaction, userId);
  if (known === 'new') await noticeNewSignIn(change, userId, origin);
}

/** Creates a user with the starter pack, on trial. */
export async function register(
  app: App,
  request: AuditSource,
  { username, password }: Credentials,
): Promise<SessionUser> {
  const password_hash = await hashPassword(password);
  const subscription_end_date = trialEnd(app.config.trialDays);
  try {
    return await change(app, async (change) => {
      const user = await insertUser(change.transaction, { username, password_hash, subscription_end_date });
      await recordActOf(change, { user, request }, { action: 'registered' });
      return sessionUserOf(user);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const text = 'This username is already taken. Choose another one.';
    throw new AppError('name_taken', text, { fields: { username: text } });
  }
}

export function signOut(app: App, caller: SessionCaller): Promise<void> {
  return endOwnSession(app, caller, caller.session.id);
}

function trialEnd(trialDays: number): string | null {
  if (trialDays === 0) return null;
  return new Date(Date.now() + trialDays * 86_400_000).toISOString().slice(0, 10);
}
