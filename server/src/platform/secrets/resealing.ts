import type { App } from '../app-context.ts';
import type { Database } from '../database/database.ts';
import {
  countSealed,
  dropSealed,
  listEarlierSealed,
  replaceSealed,
  sealedPlaces,
} from '../database/sealed-values.store.ts';
import type { SealedPlace, SealedRow } from '../database/sealed-values.store.ts';
import { accountPassword, keptKey, mailContent, twoFactorSecret } from './sealed-owners.ts';
import { sealedMark, UnreadableError } from './secret-box.ts';
import type { Owner, SecretBox } from './secret-box.ts';
import { keyIdBytes } from './server-keys.ts';

/*
 * Re-encrypts values that were encrypted with an earlier key. Replaces each value only if it hasn't changed in the meantime, so the work
 * can stop and continue at any time while servers read and write the same rows.
 */

const rowsAtOnce = 100;

function ownerOf({ table }: SealedPlace, { user_id, id, purpose }: SealedRow): Owner {
  if (table === 'profiles') return accountPassword(user_id, id);
  if (table === 'two_factor_secrets') return twoFactorSecret(user_id);
  return table === 'outgoing_mails' ? mailContent(user_id) : keptKey(purpose);
}

type Found = { place: SealedPlace; row: SealedRow };

/** Yields all values that weren't encrypted with the current key. */
async function* earlierValues(db: Database, secrets: SecretBox): AsyncGenerator<Found> {
  for (const place of sealedPlaces) {
    let after: SealedRow | null = null;
    for (;;) {
      const header = secrets.currentHeader();
      const rows: SealedRow[] = await listEarlierSealed(db, place, { after, header, limit: rowsAtOnce });
      for (const row of rows) yield { place, row };
      after = rows.at(-1) ?? null;
      if (after === null) break;
    }
  }
}

/** Decrypts a value. Returns null if no known key can read it. */
function textOf(secrets: SecretBox, { place, row }: Found): string | null {
  try {
    return secrets.open(row.sealed, ownerOf(place, row));
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

export type Resealed = { resealed: number; unreadable: number; isDone: boolean };

/** Re-encrypts up to `most` values that were encrypted with earlier keys. Leaves unreadable values unchanged. */
export async function resealSome(db: Database, secrets: SecretBox, most = Number.POSITIVE_INFINITY): Promise<Resealed> {
  let [resealed, unreadable] = [0, 0];
  for await (const found of earlierValues(db, secrets)) {
    if (resealed >= most) return { resealed, unreadable, isDone: false };
    const { place, row } = found;
    const text = textOf(secrets, found);
    if (text === null) unreadable += 1;
    else if (await replaceSealed(db, place, row, secrets.seal(text, ownerOf(place, row)))) resealed += 1;
  }
  return { resealed, unreadable, isDone: true };
}

/** The maximum number of values per sweep. Re-encrypting that many takes about a second. */
const mostPerSweep = 500;

export async function resealInSweep({ db, secrets, log }: App): Promise<void> {
  const { resealed, isDone } = await resealSome(db, secrets, mostPerSweep);
  if (resealed === 0) return;
  const key = secrets.currentHeader().subarray(sealedMark.length).toString('hex');
  log.info(
    { key, values: resealed },
    isDone ? 'the current key now encrypts every readable value' : 're-encrypting values with the current key',
  );
}

/** Counts the encrypted values by key ID. The ID is null for values from earlier versions, which didn't write an ID. */
export function countByKey(db: Database): Promise<Map<string | null, number>> {
  return countSealed(db, sealedMark, keyIdBytes);
}

/**
 * Deletes values that no known key can decrypt, except the secrets of authenticator apps. Without the secret, a user would be told that a
 * correct code is wrong. Returns the number deleted per table.
 */
export async function dropUnreadable(db: Database, secrets: SecretBox): Promise<Map<string, number>> {
  const dropped = new Map<string, number>();
  for await (const found of earlierValues(db, secrets)) {
    const { place, row } = found;
    if (place.table === 'two_factor_secrets' || textOf(secrets, found) !== null) continue;
    await dropSealed(db, place, row);
    dropped.set(place.table, (dropped.get(place.table) ?? 0) + 1);
  }
  return dropped;
}
