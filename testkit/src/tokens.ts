import { createHash, randomBytes } from 'node:crypto';

/** Creates a token in the server's format, for tests that write its hash to the database instead of signing in or pairing. */
export function newToken(kind: 'session' | 'agent'): string {
  return `sandpiper_${kind}_${randomBytes(32).toString('base64url')}`;
}

/** Returns a token's hash, as the server stores it. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
