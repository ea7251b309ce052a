import { createHmac } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { findKeptKey, insertKeptKey } from '../database/kept-keys.store.ts';
import { keptKey } from './sealed-owners.ts';
import type { SecretBox } from './secret-box.ts';
import { deriveKey } from './server-keys.ts';
import type { ServerKeys } from './server-keys.ts';

/** What a forgotten person's record is kept under: `#` and a keyed hash that differs from user to user. */
export type PersonKeys = (userId: number, username: string) => string;

const purpose = 'forgotten people';

/** Without the key, which only a server with its secret can read, nobody can find out who a hash stands for by trying names. */
export function createPersonKeys(key: Buffer): PersonKeys {
  return (userId, username) =>
    `#${createHmac('sha256', key).update(`${userId}:${username}`).digest('hex').slice(0, 40)}`;
}

/**
 * The hashes can't be made again, because the names are gone. So their key stays the same when the server gets a new secret: it is derived
 * once and kept in the database, sealed like everything else. While keys were not kept, a server had only one secret, the earliest.
 */
export async function loadPersonKeys(db: Database, secrets: SecretBox, keys: ServerKeys): Promise<PersonKeys> {
  const kept = await findKeptKey(db, purpose);
  if (kept !== undefined) return createPersonKeys(Buffer.from(secrets.open(kept, keptKey(purpose)), 'hex'));
  const earliest = keys.known().at(-1) ?? keys.current();
  const derived = deriveKey(earliest.secret, purpose, 32);
  await insertKeptKey(db, purpose, secrets.seal(derived.toString('hex'), keptKey(purpose)));
  return loadPersonKeys(db, secrets, keys);
}
