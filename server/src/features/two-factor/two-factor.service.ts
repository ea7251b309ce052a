import type { TwoFactor } from '@sandpiper/contract/two-factor';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { recordActOf, recordAudit, userActor } from '../audit/audit.service.ts';
import type { AuditEvent, Requester } from '../audit/audit.service.ts';
import { checkPassword } from '../auth/password.service.ts';
import type { PasswordCheck } from '../auth/password.service.ts';
import { notifySecurityChange } from '../notices/notices.service.ts';
import { currentSecret, replacedSecret, sealSecret, useAppCode, useCode, wrongCode } from './codes.service.ts';
import type { CodeLimit } from './codes.service.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { endSecondFactorOf } from './second-factor.service.ts';
import { newTotpSecret, totpUri } from './totp.ts';
import {
  countRecoveryCodes,
  deleteSecret,
  lockTwoFactor,
  lockTwoFactorUser,
  replaceRecoveryCodes,
  setTwoFactor,
  upsertSecret,
} from './two-factor.store.ts';

export async function getTwoFactor({ db, config }: App, user: Person): Promise<TwoFactor> {
  const since = user.two_factor_since;
  return {
    is_on: since !== null,
    since,
    recovery_codes_left: since === null ? 0 : await countRecoveryCodes(db, user.id),
    is_required: config.requireAdminTwoFactor && user.role === 'admin',
  };
}

/** Creates a secret, which the user must then confirm with a code. Replaces an earlier unconfirmed secret. */
export function setUpTwoFactor(app: App, user: Person): Promise<{ secret: string; uri: string }> {
  return change(app, async ({ transaction }) => {
    await requireOff(transaction, user.id);
    const secret = newTotpSecret();
    await upsertSecret(transaction, user.id, sealSecret(app, user.id, secret));
    return { secret, uri: totpUri(secret, user.username) };
  });
}

type Confirmation = { by: Requester & { user: Person }; code: string; secret?: string | undefined };

/** Turns on two-factor sign-in if the code is right. Returns the recovery codes. */
export async function confirmTwoFactor(
  app: App,
  limit: CodeLimit,
  { by, code, secret }: Confirmation,
): Promise<{ recovery_codes: string[] }> {
  const { user, request } = by;
  if (user.two_factor_since !== null) throw alreadyOn();
  const attempt = await limit.begin(user.id);
  const recovery_codes = await change(app, async (change) => {
    await requireOff(change.transaction, user.id);
    if (secret !== undefined && secret !== (await currentSecret(change, user.id))) throw replacedSecret();
    if (!(await useAppCode(change, user.id, code))) throw wrongCode();
    await setTwoFactor(change.transaction, user.id, true);
    await recordActOf(change, by, { action: 'two_factor_on' });
    await notifySecurityChange(change, user.id, { what: 'two_factor_on', address: request.ip });
    change.afterCommit(() => app.events.toUser(user.id, 'user_update'));
    return makeRecoveryCodes(change, user.id);
  });
  await attempt.succeeded();
  return { recovery_codes };
}

async function requireOff(transaction: Change['transaction'], userId: number): Promise<void> {
  const user = await lockTwoFactor(transaction, userId);
  if (user?.two_factor_since !== null) throw alreadyOn();
}

function alreadyOn(): AppError {
  return new AppError('invalid_state', 'Two-factor sign-in is already on. Turn it off before you set it up again.');
}

async function makeRecoveryCodes({ transaction }: Change, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(transaction, userId, codes.map(hashRecoveryCode));
  return codes;
}

type Proof = { check: PasswordCheck; limit: CodeLimit; password: string; code: string };

/** Checks the password, then runs the work in a transaction that also checks and uses up the code. */
async function withProof<T>({ check, limit, password, code }: Proof, work: (change: Change) => Promise<T>): Promise<T> {
  const { app, by } = check;
  await checkPassword(check, 'password', password);
  const attempt = await limit.begin(by.user.id);
  const result = await change(app, async (change) => {
    const user = await lockTwoFactor(change.transaction, by.user.id);
    if (user === undefined || user.two_factor_since === null) {
      throw new AppError('invalid_state', 'Two-factor sign-in is off.');
    }
    if ((await useCode(change, by.user.id, code)) === null) throw wrongCode();
    return work(change);
  });
  await attempt.succeeded();
  return result;
}

export async function renewRecoveryCodes(proof: Proof): Promise<{ recovery_codes: string[] }> {
  const { by } = proof.check;
  const { user, request } = by;
  return withProof(proof, async (change) => {
    await recordActOf(change, by, { action: 'recovery_codes_made' });
    await notifySecurityChange(change, user.id, { what: 'recovery_codes_made', address: request.ip });
    return { recovery_codes: await makeRecoveryCodes(change, user.id) };
  });
}

export async function turnOffTwoFactor(proof: Proof): Promise<void> {
  const { by } = proof.check;
  const { user, request } = by;
  await withProof(proof, async (change) => {
    await removeTwoFactor(change, user.id);
    await recordActOf(change, by, { action: 'two_factor_off' });
    await notifySecurityChange(change, user.id, { what: 'two_factor_off', address: request.ip });
  });
}

/** Turns off two-factor sign-in for a user who can't get a code. The user's sessions stay valid. */
export async function resetTwoFactor(app: App, { user, request }: Requester, userId: number): Promise<void> {
  if (userId === user.id) {
    throw new AppError('invalid_state', 'Turn off your own two-factor sign-in in Settings, using a code.');
  }
  await change(app, async (change) => {
    const of = await lockTwoFactor(change.transaction, userId);
    if (of === undefined) throw notFound('User');
    if (of.two_factor_since === null) throw new AppError('invalid_state', "This user doesn't use two-factor sign-in.");
    await reset(change, { id: userId, username: of.username }, { by: userActor(user), request });
  });
}

/**
 * Like {@link resetTwoFactor}, but for an operator at the server's command line. Returns false if no user with this name uses two-factor
 * sign-in.
 */
export async function resetTwoFactorHere(app: App, username: string): Promise<boolean> {
  return change(app, async (change) => {
    const user = await lockTwoFactorUser(change.transaction, username);
    if (user === undefined) return false;
    await reset(change, user, { by: { kind: 'server' }, request: null });
    return true;
  });
}

type Cause = Pick<AuditEvent, 'by' | 'request'>;

async function reset(change: Change, { id, username }: Requester['user'], cause: Cause): Promise<void> {
  await removeTwoFactor(change, id);
  const facts = { subject: `user ${id}`, detail: { name: username } };
  await recordAudit(change, { action: 'two_factor_reset', userId: id, ...cause, ...facts });
  await notifySecurityChange(change, id, { what: 'two_factor_reset', address: cause.request?.ip ?? '' });
}

async function removeTwoFactor({ app, transaction, afterCommit }: Change, userId: number): Promise<void> {
  await setTwoFactor(transaction, userId, false);
  await deleteSecret(transaction, userId);
  await replaceRecoveryCodes(transaction, userId, []);
  await endSecondFactorOf(transaction, userId);
  afterCommit(() => app.events.toUser(userId, 'user_update'));
}
