import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { Positions } from './import-fates.store.ts';
import type { ImportKey } from './imports.store.ts';

type OnList = ImportKey & { listId: number };

/** Whom these rows have added to the list and who is still on it. */
export async function listAddedPeople(
  transaction: Transaction,
  { user_id, id, listId }: OnList,
  { from, to }: Positions,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM import_rows i
    JOIN recipients r ON r.user_id = i.user_id AND r.list_id = ${listId} AND r.recipient = i.username
    WHERE i.user_id = ${user_id} AND i.import_id = ${id} AND i.position >= ${from} AND i.position < ${to}
      AND i.fate NOT IN ('invalid', 'repeated') AND r.import_id = ${id} ORDER BY r.id`.execute(transaction);
  return rows.map((row) => row.id);
}

/** Those of these people who were not contacted since the import began, and to whom no message may be leaving. */
export async function listNotContacted(
  transaction: Transaction,
  { user_id }: ImportKey,
  { ids, since }: { ids: readonly number[]; since: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM recipients r LEFT JOIN people p ON p.user_id = r.user_id AND p.username = r.recipient
    WHERE r.user_id = ${user_id} AND r.id = ANY(${[...ids]}::bigint[]) AND r.status <> 'sent'
      AND NOT EXISTS (SELECT FROM contacts c WHERE c.user_id = ${user_id}
        AND c.person IN (r.recipient, p.former_key) AND c.contacted_at >= ${since}::timestamptz)
      AND NOT EXISTS (SELECT FROM claims l WHERE l.user_id = ${user_id} AND l.recipient = r.recipient
        AND l.committed_at IS NOT NULL)
    ORDER BY r.id`.execute(transaction);
  return rows.map((row) => row.id);
}

/** Puts the values back that people had, where nobody has changed them since; returns how many. */
export async function restoreValues(
  transaction: Transaction,
  { user_id, id, listId }: OnList,
  { from, to }: Positions,
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE recipients r SET variables = nullif(i.previous, '{}') FROM import_rows i
    WHERE i.user_id = ${user_id} AND i.import_id = ${id} AND i.position >= ${from} AND i.position < ${to}
      AND i.previous IS NOT NULL AND r.user_id = ${user_id} AND r.list_id = ${listId} AND r.recipient = i.username
      AND r.variables = i.previous || i.variables`.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}
