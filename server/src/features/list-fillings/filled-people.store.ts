import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { Looked } from './list-fillings.store.ts';

/* Copies recipients from one list to others. */

export type Piece = {
  fromListId: number;
  /** The range of recipient IDs to copy: above `after`, up to `last`. */
  after: number;
  last: number;
  statuses: readonly string[];
  limit: number;
  /** The lists to fill. People are assigned to them in turn. `position` is how many people have been assigned so far. */
  listIds: readonly number[];
  position: number;
  /**
   * Whether everyone becomes pending on the new list. If false, people keep their status. `rankOf` decides which status to keep for someone
   * who has several.
   */
  isAllPending: boolean;
};

/**
 * SQL condition that leaves out people who are being sent a message, and failed people for whom the outcome of a message is unknown.
 * Otherwise, they could get a second message.
 */
const isNotReached = sql`NOT EXISTS (SELECT FROM contacts c WHERE c.user_id = r.user_id AND c.person = r.recipient
  AND (c.state = 'sending' OR c.state = 'unknown' AND r.status = 'failed'))`;

/** Ranks the statuses of a person who is on several lists. The highest-ranked status is kept, and any outcome outranks `pending`. */
const rankOf = (status: ReturnType<typeof sql>) =>
  sql`array_position(ARRAY['pending', 'failed', 'not_found', 'sent'], ${status})`;

/**
 * Copies the next batch of people. Those already on a target list keep their values, get the values that they lack, and get the
 * higher-ranked status. Returns the counts per list, the people who are new on a list, the number of people processed and the last ID. Returns
 * null if nobody is left.
 */
export async function copyNext(transaction: Transaction, userId: number, piece: Piece) {
  const { fromListId, after, last, statuses, limit, listIds, position, isAllPending } = piece;
  const { rows } = await sql<Looked & { last_id: number; new_people: string[] }>`
    WITH next AS (
      SELECT r.*, (${[...listIds]}::bigint[])[(${position}::bigint + row_number() OVER (ORDER BY r.id) - 1)
          % ${listIds.length} + 1] AS to_list
      FROM (SELECT id, user_id, recipient, status, variables FROM recipients WHERE user_id = ${userId}
        AND list_id = ${fromListId} AND status = ANY(${[...statuses]}::text[]) AND id > ${after} AND id <= ${last}
        ORDER BY id LIMIT ${limit}) r
    ), added AS (
      INSERT INTO recipients (user_id, list_id, recipient, status, variables)
      SELECT ${userId}, r.to_list, r.recipient, CASE WHEN ${isAllPending} THEN 'pending' ELSE r.status END, r.variables
      FROM next r JOIN lists l ON l.user_id = ${userId} AND l.id = r.to_list
      WHERE NOT ${isAllPending} OR ${isNotReached}
      ORDER BY r.id
      ON CONFLICT (user_id, list_id, recipient) DO UPDATE SET
        status = CASE WHEN ${rankOf(sql`excluded.status`)} > ${rankOf(sql`recipients.status`)} THEN excluded.status
          ELSE recipients.status END,
        variables = coalesce(excluded.variables, '{}') || coalesce(recipients.variables, '{}')
      RETURNING list_id, recipient, xmax = 0 AS is_new
    )
    SELECT r.to_list AS list_id, count(*) AS looked, count(*) FILTER (WHERE a.is_new) AS added,
      count(*) FILTER (WHERE NOT a.is_new) AS duplicates, max(r.id) AS last_id,
      coalesce(array_agg(r.recipient) FILTER (WHERE a.is_new), '{}') AS new_people
    FROM next r LEFT JOIN added a ON a.list_id = r.to_list AND a.recipient = r.recipient
    GROUP BY r.to_list`.execute(transaction);
  if (rows.length === 0) return null;
  const looked = rows.reduce((sum, row) => sum + row.looked, 0);
  const added = rows.flatMap(({ list_id, new_people }) => new_people.map((recipient) => ({ list_id, recipient })));
  return { lists: rows, added, looked, lastId: Math.max(...rows.map(({ last_id }) => last_id)) };
}
