import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { ListKey } from '../../platform/database/keys.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { fillingJob } from '../list-fillings/list-filling-work.service.ts';

/**
 * Lists the name and text of each of a list's unfinished campaigns. A campaign that has never started uses its template's current text. Any
 * other campaign uses its own frozen text.
 */
export function listUnfinishedTexts(db: Database, { userId, listId }: ListKey) {
  return db
    .selectFrom('campaigns as c')
    .leftJoin('templates as t', (join) =>
      join.onRef('t.user_id', '=', 'c.user_id').onRef('t.id', '=', 'c.message_template_id'),
    )
    .select([
      'c.name',
      sql<string>`CASE WHEN c.started_at IS NULL THEN coalesce(t.content, c.template_content)
        ELSE c.template_content END`.as('content'),
    ])
    .where('c.user_id', '=', userId)
    .where('c.list_id', '=', listId)
    .where('c.status', 'in', ['pending', 'running', 'paused'])
    .where('c.deleted_at', 'is', null)
    .orderBy('c.id', 'desc')
    .execute();
}

export function listTemplateTexts(db: Database, userId: number) {
  return db.selectFrom('templates').select('content').where('user_id', '=', userId).execute();
}

/** Checks whether an import is currently writing values of one of these variables, or restoring them in an undo. */
export async function isBeingImported(db: Database, { userId, listId }: ListKey, names: readonly string[]) {
  const { rows } = await sql`SELECT FROM imports WHERE user_id = ${userId} AND list_id = ${listId}
    AND status IN ('importing', 'undoing') AND variables && ${[...names]}::text[] LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Checks whether an import into this list is being undone. */
export async function isBeingUndone(db: Database, { userId, listId }: ListKey): Promise<boolean> {
  const { rows } = await sql`SELECT FROM imports WHERE user_id = ${userId} AND list_id = ${listId}
    AND status = 'undoing' LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Checks whether people are being copied to or from this list by a list filling or by a bulk change. */
export async function isBeingCopied(db: Database, { userId, listId }: ListKey): Promise<boolean> {
  const source = JSON.stringify([{ id: listId }]);
  const { rows } = await sql`
    SELECT FROM list_fillings WHERE user_id = ${userId} AND list_id = ${listId} AND status = 'running'
    UNION ALL SELECT FROM background_jobs WHERE user_id = ${userId} AND kind = ${fillingJob}
      AND progress -> 'sources' @> ${source}::jsonb
    UNION ALL SELECT FROM people_changes WHERE user_id = ${userId} AND type = 'add_to_list' AND status = 'running'
      AND ${listId} IN (list_id, scope_list_id) LIMIT 1`.execute(db);
  return rows.length > 0;
}

type Piece = { after: number; limit: number };
type Counted = { last: number | null; people: number; counts: Record<string, number> | null };

/** Counts, for each variable, how many of the next recipients have a value. */
export async function countNextValues(
  db: Database,
  { userId, listId }: ListKey,
  { after, limit }: Piece,
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    WITH piece AS (SELECT id, variables FROM recipients
      WHERE user_id = ${userId} AND list_id = ${listId} AND id > ${after} ORDER BY id LIMIT ${limit})
    SELECT (SELECT max(id) FROM piece) AS last, (SELECT count(*) FROM piece) AS people,
      (SELECT jsonb_object_agg(name, people) FROM (
        SELECT name, count(*) AS people FROM piece, jsonb_object_keys(variables) AS names (name) GROUP BY name) counted
      ) AS counts`.execute(db);
  return onlyRow(rows);
}

export type ValueChange = { renamed: readonly { from: string; to: string }[]; removed: readonly string[] };

/**
 * Updates the next recipients' values for renamed and removed variables. Returns the ID of the last of these recipients, or null if nobody
 * is left. The update can be repeated safely.
 */
export async function changeValues(
  transaction: Transaction,
  { userId, listId }: ListKey,
  { renamed, removed }: ValueChange,
  { after, upTo, limit }: Piece & { upTo: number },
): Promise<number | null> {
  const from = renamed.map((each) => each.from);
  const to = renamed.map((each) => each.to);
  const old = [...from, ...removed];
  const { rows } = await sql<{ last: number | null }>`
    WITH piece AS (SELECT id, variables FROM recipients
      WHERE user_id = ${userId} AND list_id = ${listId} AND id > ${after} AND id <= ${upTo} ORDER BY id LIMIT ${limit}),
    changed AS (UPDATE recipients r SET variables = nullif(
        coalesce((SELECT jsonb_object_agg(n.name, r.variables -> n.old) FROM unnest(${from}::text[], ${to}::text[]) AS n (old, name)
          WHERE r.variables ? n.old), '{}') || (r.variables - ${old}::text[]), '{}')
      FROM piece WHERE r.user_id = ${userId} AND r.id = piece.id AND piece.variables ?| ${old}::text[])
    SELECT max(id) AS last FROM piece`.execute(transaction);
  return rows[0]?.last ?? null;
}
