import { randomInt } from 'node:crypto';
import { recoveryCodesMade } from '@sandpiper/contract/limits';
import { hashToken } from '../../platform/secrets/tokens.ts';

/**
 * The characters of recovery codes, without those that look alike. A code of sixteen random characters has 79 bits of entropy, so nobody
 * can guess it from its plain hash.
 */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

function newRecoveryCode(): string {
  const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesMade }, newRecoveryCode);
}

/** Hashes a recovery code. Ignores case, spaces and hyphens. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
