import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { fieldError } from '../../platform/http/app-error.ts';
import type { AppError } from '../../platform/http/app-error.ts';
import { hashPassword, isPasswordCorrect } from '../../platform/secrets/passwords.ts';
import { recordActOf } from '../audit/audit.service.ts';
import { notifySecurityChange } from '../notices/notices.service.ts';
import { findPasswordHash, replacePasswordHash, updatePasswordHash } from './auth.store.ts';
import { endAccessOf } from './sessions.service.ts';
import type { SessionCaller } from './sessions.service.ts';
import { markConfirmed } from './sessions.store.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

export type PasswordCheck = { app: App; limits: SignInLimits; by: SessionCaller };

/**
 * Checks the caller's own password and returns its hash. Failures count against the sign-in limits. A wrong password is reported
 * as a form field error, because a 401 would sign the browser out.
 */
export async function checkPassword({ app, limits, by }: PasswordCheck, field: string, password: string) {
  const attempt = await limits.begin(by.request.ip, by.user.username);
  const hash = await findPasswordHash(app.db, by.user.id);
  if (!(await isPasswordCorrect(password, hash))) {
    const detail = { is_blocked: attempt.isLast };
    await change(app, (change) => recordActOf(change, by, { action: 'password_refused', detail }));
    throw wrongPassword(field);
  }
  await attempt.succeeded();
  return hash ?? '';
}

function wrongPassword(field: string): AppError {
  return fieldError(field, "This isn't your current password.");
}

/** Checks the password and records that it was just entered in this session. */
export async function confirmPassword(check: PasswordCheck, password: string): Promise<void> {
  await checkPassword(check, 'password', password);
  await markConfirmed(check.app.db, check.by.session.id);
}

/** Changes the caller's own password and ends all of the caller's access except this session. */
export async function changeOwnPassword(
  check: PasswordCheck,
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<void> {
  const { app, by } = check;
  const from = await checkPassword(check, 'current_password', current_password);
  const to = await hashPassword(new_password);
  await change(app, async (change) => {
    const { user, session, request } = by;
    if (!(await replacePasswordHash(change.transaction, user.id, { from, to })))
      throw wrongPassword('current_password');
    await endAccessOf(change, { userId: user.id, exceptId: session.id, reason: 'Your password was changed.' });
    await markConfirmed(change.transaction, session.id);
    await notifySecurityChange(change, user.id, { what: 'password_changed', address: request.ip });
    await recordActOf(change, by, { action: 'password_changed' });
  });
}

/** Sets a user's password, and revokes all sessions, agents and reset links. */
export async function replacePassword(change: Change, userId: number, passwordHash: string): Promise<void> {
  await updatePasswordHash(change.transaction, userId, passwordHash);
  await endAccessOf(change, { userId, exceptId: null, reason: 'Your password was changed.' });
}
