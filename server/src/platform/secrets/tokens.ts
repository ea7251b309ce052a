import { createHash, randomBytes } from 'node:crypto';

/** A secret nobody can guess, with a prefix that says what it opens. */
export function newToken(kind: 'session' | 'agent' | 'device' | 'installer'): string {
  return `sandpiper_${kind}_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a token: enough to recognise it, not to use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
