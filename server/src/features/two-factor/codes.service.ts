import type { App } from '../../platform/app-context.ts';
import type { Change } from '../../platform/change.ts';
import { fieldError } from '../../platform/http/app-error.ts';
import type { AppError } from '../../platform/http/app-error.ts';
import { AttemptLimit } from '../../platform/http/attempt-limit.ts';
import { twoFactorSecret } from '../../platform/secrets/sealed-owners.ts';
import { openForCall } from '../../platform/secrets/secret-box.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';
import { advanceStep, countRecoveryCodes, deleteRecoveryCode, findSecret } from './two-factor.store.ts';

const quarterHour = 15 * 60;
const tooMany = 'Too many wrong codes.';

/**
 * Limits the attempts to enter a user's code, counted across all IP addresses. There are only a million possible codes, so guessing from
 * many addresses would otherwise succeed.
 */
export type CodeLimit = {
  /**
   * Counts an attempt before its code is checked, so that parallel attempts count too. If the code is right, call `succeeded`, which
   * reverses the count.
   */
  begin: (userId: number) => Promise<{ succeeded: () => Promise<void> }>;
};

export function createCodeLimit(app: App): CodeLimit {
  const byUser = new AttemptLimit(app, { name: 'two-factor code', limit: 10, windowSeconds: quarterHour });
  return {
    begin: async (userId) => {
      const key = String(userId);
      await byUser.take(key, tooMany);
      return { succeeded: () => byUser.giveBack(key) };
    },
  };
}

const unreadable =
  "The server can't check the codes from your app because its encryption key is missing. Use a recovery code, or ask your administrator.";

export function sealSecret({ secrets }: App, userId: number, secret: string): Buffer {
  return secrets.seal(secret, twoFactorSecret(userId));
}

/** Returns the secret of the user's authenticator app, confirmed or not. Throws if the key that encrypted it is missing. */
export async function currentSecret({ app, transaction }: Change, userId: number): Promise<string | undefined> {
  const sealed = await findSecret(transaction, userId);
  return sealed && openForCall(app, { sealed, owner: twoFactorSecret(userId) }, unreadable);
}

/** Uses up a code from the user's authenticator app. Returns false if the code is wrong or was used before. */
export async function useAppCode(change: Change, userId: number, code: string): Promise<boolean> {
  const secret = await currentSecret(change, userId);
  if (secret === undefined) return false;
  const step = stepOf(secret, code.replace(/\s/g, ''));
  return step !== null && (await advanceStep(change.transaction, userId, step));
}

/** The kind of code that was accepted. `left` is the number of recovery codes the user still has. */
export type UsedCode = { kind: 'app' } | { kind: 'recovery'; left: number };

/** Uses up a code from the authenticator app or a recovery code. Returns null if the code is wrong or was used before. */
export async function useCode(change: Change, userId: number, code: string): Promise<UsedCode | null> {
  if (/^[\d\s]*$/.test(code)) return (await useAppCode(change, userId, code)) ? { kind: 'app' } : null;
  const { transaction } = change;
  if (!(await deleteRecoveryCode(transaction, userId, hashRecoveryCode(code)))) return null;
  return { kind: 'recovery', left: await countRecoveryCodes(transaction, userId) };
}

export function wrongCode(): AppError {
  const text =
    'This code is wrong or has already been used. Enter the code your app shows now, or wait for the next one.';
  return fieldError('code', text);
}

export function replacedSecret(): AppError {
  const text =
    'Setup was started again in another tab or browser, so this QR code no longer works. In your authenticator app, delete the entry that you added with it. Then start the setup again and scan the new QR code.';
  return fieldError('secret', text);
}
