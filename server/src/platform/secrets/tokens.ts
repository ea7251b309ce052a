import { hash, randomBytes } from 'node:crypto';

export const tokenKinds = [
  'session',
  'agent',
  'device',
  'installer',
  'mail',
  'challenge',
  'browser',
  'reset',
  'invitation',
] as const;
type TokenKind = (typeof tokenKinds)[number];

/** Creates a random token whose prefix shows its purpose. */
export function newToken(kind: TokenKind): string {
  return `sandpiper_${kind}_${randomBytes(32).toString('base64url')}`;
}

/** Hashes a token for storage. The hash is enough to recognize the token, but can't be used in its place. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
