import { hkdfSync } from 'node:crypto';

/** A server secret, and the key derived from it. */
export type ServerKey = {
  /** 16 hex digits that reveal nothing about the secret. */
  id: string;
  secret: string;
  /** The AES-256 key. */
  sealing: Buffer;
};

export type ServerKeys = {
  /** Returns the key that encrypts all new values. */
  current: () => ServerKey;
  /** Returns all keys that can decrypt values, the current one first. */
  known: () => readonly ServerKey[];
};

export const keyIdBytes = 8;

export function deriveKey(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
}

export function serverKeyOf(secret: string): ServerKey {
  const id = deriveKey(secret, 'key id', keyIdBytes).toString('hex');
  return { id, secret, sealing: deriveKey(secret, 'sealed columns', 32) };
}

/** Creates keys that don't change while the process runs. */
export function fixedKeys(current: string, ...others: string[]): ServerKeys {
  const first = serverKeyOf(current);
  const all = [first, ...others.map(serverKeyOf)];
  return { current: () => first, known: () => all };
}
