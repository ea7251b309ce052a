import { createHmac } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { findKeptKey, insertKeptKey } from '../database/kept-keys.store.ts';
import { keptKey } from './sealed-owners.ts';
import type { SecretBox } from './secret-box.ts';
import { deriveKey } from './server-keys.ts';
import type { ServerKeys } from './server-keys.ts';

/** Returns the key under which a forgotten person's records are stored: `#` and a keyed hash that is different for each user. */
export type PersonKeys = (userId: number, username: string) => string;

const purpose = 'forgotten people';

/**
 * Creates the function that hashes usernames. Without `key`, nobody can find the person behind a hash by trying usernames. The database
 * contains `key` only in encrypted form.
 */
export function createPersonKeys(key: Buffer): PersonKeys {
  return (userId, username) =>
    `#${createHmac('sha256', key).update(`${userId}:${username}`).digest('hex').slice(0, 40)}`;
}

/**
 * Loads the key for the hashes. The key must never change, even if the server gets a new secret, because the names behind the hashes are
 * gone. So it is derived once and stored encrypted in the database. It is derived from the earliest secret, because earlier versions, which
 * didn't store the key, had only one secret. Throws an `UnreadableError` if none of the server's keys can decrypt the stored key.
 */
export async function loadPersonKeys(db: Database, secrets: SecretBox, keys: ServerKeys): Promise<PersonKeys> {
  const kept = await findKeptKey(db, purpose);
  if (kept !== undefined) return createPersonKeys(Buffer.from(secrets.open(kept, keptKey(purpose)), 'hex'));
  const earliest = keys.known().at(-1) ?? keys.current();
  const derived = deriveKey(earliest.secret, purpose, 32);
  await insertKeptKey(db, purpose, secrets.seal(derived.toString('hex'), keptKey(purpose)));
  return loadPersonKeys(db, secrets, keys);
}
