import { sql } from 'kysely';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import type { Transaction } from '../../platform/database/database.ts';
import type { DeliveryStatuses } from '../deliveries/withdrawal.service.ts';

/* Reads and changes people's entries on lists. */

type Places = { userId: number; usernames: readonly string[]; listId: number | null };
export type Place = { id: number; list_id: number; recipient: string; status: RecipientStatus };

/** Finds these people's entries on this list, or on every list if `listId` is null. */
export function listPlaces(transaction: Transaction, { userId, usernames, listId }: Places): Promise<Place[]> {
  return transaction
    .selectFrom('recipients')
    .select(['id', 'list_id', 'recipient', 'status'])
    .where('user_id', '=', userId)
    .where('recipient', '=', sql<string>`ANY(${[...usernames]}::text[])`)
    .$if(listId !== null, (query) => query.where('list_id', '=', listId ?? 0))
    .orderBy('id')
    .execute();
}

/**
 * Adds people to a list in the given order. If they come from another list, copies their values for the variables that both lists have.
 * Returns only people who weren't on the list before.
 */
export async function addToList(
  transaction: Transaction,
  userId: number,
  add: { listId: number; usernames: readonly string[]; fromListId: number | null },
) {
  const { rows } = await sql<{ id: number; recipient: string }>`
    INSERT INTO recipients (user_id, list_id, recipient, variables)
    SELECT ${userId}, l.id, given.username, (SELECT jsonb_object_agg(v.key, v.value) FROM jsonb_each(f.variables) v
      WHERE v.key = ANY(l.variables))
    FROM unnest(${[...add.usernames]}::text[]) WITH ORDINALITY AS given (username, place)
    JOIN lists l ON l.user_id = ${userId} AND l.id = ${add.listId}
    LEFT JOIN recipients f ON f.user_id = ${userId} AND f.list_id = ${add.fromListId}::bigint AND f.recipient = given.username
    ORDER BY given.place
    ON CONFLICT (user_id, list_id, recipient) DO NOTHING RETURNING id, recipient`.execute(transaction);
  return rows;
}

/** Adds variables to a list, up to `most` in total. */
export async function addVariables(
  transaction: Transaction,
  userId: number,
  { listId, variables, most }: { listId: number; variables: readonly string[]; most: number },
): Promise<void> {
  await sql`UPDATE lists SET variables = (variables || ARRAY(SELECT name FROM unnest(${[...variables]}::text[])
      WITH ORDINALITY AS given (name, place) WHERE name <> ALL(variables) ORDER BY place))[1:${most}]
    WHERE user_id = ${userId} AND id = ${listId} AND NOT variables @> ${[...variables]}::text[]`.execute(transaction);
}

/** Sets the status of recipients. Returns the recipients whose status changed, with their previous status. */
export async function setStatuses(
  transaction: Transaction,
  { userId, ids, status }: { userId: number; ids: readonly number[]; status: RecipientStatus },
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    UPDATE recipients r SET status = ${status}
    FROM (SELECT id, status FROM recipients WHERE user_id = ${userId} AND id = ANY(${[...ids]}::bigint[])
      AND status <> ${status} ORDER BY id FOR UPDATE) before
    WHERE r.user_id = ${userId} AND r.id = before.id
    RETURNING r.id, r.list_id, r.recipient, before.status`.execute(transaction);
  return rows;
}

/**
 * Returns, for each of these recipients, whether they are still pending and aren't being messaged right now. Leaves out recipients who have
 * been removed.
 */
export async function listUntouched(transaction: Transaction, userId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; is_untouched: boolean }>`
    SELECT r.id, r.status = 'pending' AND NOT EXISTS (SELECT FROM claims c WHERE c.user_id = r.user_id
      AND c.recipient = r.recipient AND c.committed_at IS NOT NULL) AS is_untouched
    FROM recipients r WHERE r.user_id = ${userId} AND r.id = ANY(${[...ids]}::bigint[])`.execute(transaction);
  return rows;
}

export type Removed = {
  list_id: number;
  username: string;
  recipient_status: RecipientStatus;
  variables: unknown;
  import_id: number | null;
  added_at: string;
};

/**
 * Puts removed people back on their lists with their previous status, and their values for the variables that the list still has. Skips
 * people who are already on the list again. Returns the people it put back.
 */
export async function putBack(transaction: Transaction, userId: number, removed: readonly Removed[]) {
  const { rows } = await sql<{ id: number; list_id: number; recipient: string }>`
    INSERT INTO recipients (user_id, list_id, recipient, status, variables, import_id, created_at)
    SELECT ${userId}, given.list_id, given.username, given.recipient_status,
      (SELECT jsonb_object_agg(v.key, v.value) FROM jsonb_each(given.variables) v WHERE v.key = ANY(l.variables)),
      given.import_id, given.added_at
    FROM jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) AS given (list_id bigint, username text,
      recipient_status text, variables jsonb, import_id bigint, added_at timestamptz)
    JOIN lists l ON l.user_id = ${userId} AND l.id = given.list_id FOR KEY SHARE OF l
    ON CONFLICT (user_id, list_id, recipient) DO NOTHING RETURNING id, list_id, recipient`.execute(transaction);
  return rows;
}

type Back = { id: number; status: RecipientStatus; statuses: DeliveryStatuses };

/**
 * Restores the previous status of recipients whose status is still `from`. If a delivery has got another outcome than it has in `statuses`,
 * does so only if the previous status is `sent`. Returns the IDs of the recipients whose status was restored.
 */
export async function setStatusesBack(
  transaction: Transaction,
  userId: number,
  back: { from: RecipientStatus; to: readonly Back[] },
): Promise<number[]> {
  // `OFFSET 0` makes the planner look up each recipient.
  const { rows } = await sql<{ id: number }>`
    UPDATE recipients r SET status = given.status
    FROM jsonb_to_recordset(${JSON.stringify(back.to)}::jsonb) AS given (id bigint, status text, statuses jsonb)
    WHERE r.user_id = ${userId} AND r.id = given.id AND r.status = ${back.from}
      AND (given.status = 'sent' OR NOT EXISTS (SELECT FROM deliveries d
        WHERE d.user_id = ${userId} AND d.recipient_id = r.id AND d.status IN ('sent', 'not_found', 'failed', 'unknown')
          AND given.statuses ->> d.id::text IS DISTINCT FROM d.status OFFSET 0))
    RETURNING r.id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Returns which of these recipients or lists exist. */
export async function listExisting(
  transaction: Transaction,
  userId: number,
  { table, ids }: { table: 'recipients' | 'lists'; ids: readonly number[] },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)} WHERE user_id = ${userId} AND id = ANY(${[...ids]}::bigint[])`.execute(
    transaction,
  );
  return new Set(rows.map(({ id }) => id));
}
