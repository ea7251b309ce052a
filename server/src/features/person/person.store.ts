import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

export type Known = { id: number; username: string; former_key: string | null };

/** Finds one of the user's people. If the person was forgotten before, older records are stored under `former_key`. */
export function findKnown(db: Database, userId: number, username: string): Promise<Known | undefined> {
  return db
    .selectFrom('people')
    .select(['id', 'username', 'former_key'])
    .where('user_id', '=', userId)
    .where('username', '=', username)
    .executeTakeFirst();
}

/** Sets a person's note. Returns false if the note didn't change. */
export async function setNote(
  transaction: Transaction,
  userId: number,
  { id, note }: { id: number; note: string | null },
): Promise<boolean> {
  const result = await transaction
    .updateTable('people')
    .set({ note })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('note', 'is distinct from', note)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export function findMark(db: Database, userId: number, username: string) {
  return db
    .selectFrom('do_not_contact')
    .select(['reason', 'origin', 'created_at'])
    .where('user_id', '=', userId)
    .where('person', '=', username)
    .executeTakeFirst();
}

/**
 * Selects the IDs of a user's started campaigns, except deleted ones, as one array. With an array, the database can find the deliveries by
 * using the index on campaign and person. Deliveries of campaigns that haven't started are left over from a refused start.
 */
function ofUser(userId: number) {
  return sql`ANY(ARRAY(SELECT id FROM campaigns WHERE user_id = ${userId} AND started_at IS NOT NULL AND deleted_at IS NULL))`;
}

type Counts = {
  sent: number;
  unknown: number;
  failed: number;
  skipped: number;
  first_contacted_at: string | null;
  replied_at: string | null;
};

/**
 * Counts the person's messages by outcome, and finds when the person was first contacted and first replied. `names` are all names that the
 * person is stored under.
 */
export async function countDeliveries(db: Database, userId: number, names: readonly string[]): Promise<Counts> {
  const people = sql`ANY(${[...names]}::text[])`;
  const { rows } = await sql<Counts>`
    SELECT (SELECT count(*) FROM contacts WHERE user_id = ${userId} AND person = ${people} AND state = 'sent') AS sent,
      (SELECT count(*) FROM contacts WHERE user_id = ${userId} AND person = ${people} AND state = 'unknown') AS unknown,
      count(*) FILTER (WHERE d.status IN ('failed', 'not_found')) AS failed,
      count(*) FILTER (WHERE d.status = 'skipped') AS skipped,
      (SELECT min(contacted_at) FROM contacts WHERE user_id = ${userId} AND person = ${people} AND state IN ('sent', 'unknown')) AS first_contacted_at,
      (SELECT min(replied_at) FROM conversations WHERE user_id = ${userId} AND person = ${people}) AS replied_at
    FROM deliveries d WHERE d.user_id = ${userId} AND d.recipient = ${people} AND d.campaign_id = ${ofUser(userId)}`.execute(
    db,
  );
  return onlyRow(rows);
}

/** Lists up to 20 running or paused campaigns, newest first, that are messaging the person now or have yet to message them. */
export async function listWaiting(db: Database, userId: number, username: string) {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT c.id, c.name FROM deliveries d JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id
    WHERE d.user_id = ${userId} AND d.recipient = ${username} AND d.campaign_id = ${ofUser(userId)} AND c.status IN ('running', 'paused') AND c.deleted_at IS NULL
      AND (d.status IN ('claimed', 'committed') OR d.status = 'pending' AND d.recipient_id IS NOT NULL)
    ORDER BY c.id DESC LIMIT 20`.execute(db);
  return rows;
}
