import type { Owner } from './secret-box.ts';

/* Each function returns the owner that values of one kind are bound to. A value can be decrypted only for its own owner. */

export function accountPassword(userId: number, accountId: number): Owner {
  return { row: `password of account ${accountId} of ${userId}`, before: `profiles of ${userId}` };
}

export function mailContent(userId: number): Owner {
  return `mails of ${userId}`;
}

export function twoFactorSecret(userId: number): Owner {
  return `two-factor secret of ${userId}`;
}

export function keptKey(purpose: string): Owner {
  return `kept key for ${purpose}`;
}
