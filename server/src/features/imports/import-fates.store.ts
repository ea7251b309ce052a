import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ImportFate } from '@sandpiper/contract/import-fates';
import type { Transaction } from '../../platform/database/database.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';
import { isAtOneOf, isWithin, ownedBy, placesOf } from './import-conditions.store.ts';
import type { Positions } from './import-conditions.store.ts';
import type { ImportKey, ImportOfList } from './imports.store.ts';
import type { ReadRow } from './read-row.ts';

/** The input for deciding the fates of an import's rows. A row's fate determines whether the row is imported and, if not, why. */
export type FateQuestion = ImportOfList & {
  /** People contacted in the last `contactedSeconds` get the fate `contacted`. With 0, nobody gets this fate. */
  contactedSeconds: number;
  /** The keyed hashes of forgotten people, by username. */
  formerKeys: ReadonlyMap<string, string>;
};
export type FateCount = { fate: ImportFate; rows: number };

/**
 * Returns a SQL expression for the fate of a row `g` with the columns `username` and `person_key`. The row must be the file's
 * first row with this username.
 */
function fateOfPerson({ user_id, list_id, contactedSeconds }: FateQuestion): RawBuilder<ImportFate> {
  const isOwn = (alias: string) => ownedBy(alias, user_id);
  return sql<ImportFate>`CASE
    WHEN EXISTS (SELECT FROM do_not_contact n WHERE ${isOwn('n')} AND n.person IN (g.username, g.person_key)
      OFFSET 0) THEN 'do_not_contact'
    WHEN EXISTS (SELECT FROM recipients r WHERE ${isOwn('r')} AND r.recipient = g.username
      AND r.list_id + 0 = ${list_id} OFFSET 0) THEN 'on_this_list'
    WHEN ${contactedSeconds}::float8 > 0 AND EXISTS (SELECT FROM contacts c WHERE ${isOwn('c')}
      AND c.person IN (g.username, g.person_key)
      AND c.contacted_at > ${secondsFromNow(-contactedSeconds)} OFFSET 0) THEN 'contacted'
    WHEN EXISTS (SELECT FROM recipients r WHERE ${isOwn('r')} AND r.recipient = g.username
      AND r.list_id + 0 <> ${list_id} OFFSET 0) THEN 'on_other_list'
    ELSE 'new' END`;
}

/** Stores parsed rows with their fates. Returns the number of rows per fate. */
export async function insertRowsWithFates(
  transaction: Transaction,
  question: FateQuestion,
  rows: readonly ReadRow[],
): Promise<FateCount[]> {
  const { user_id, id } = question;
  const seen = new Set<string>();
  const given = rows.map(({ username, ...row }) => {
    const is_again = username !== null && seen.has(username);
    if (username !== null) seen.add(username);
    return { ...row, username, is_again, person_key: question.formerKeys.get(username ?? '') ?? null };
  });
  const found = await sql<FateCount>`
    WITH given AS MATERIALIZED (
      SELECT g.position, g.line, g.given, g.username, g.variables, g.problem, CASE
        WHEN g.problem IS NOT NULL THEN 'invalid'
        WHEN g.is_again OR EXISTS (SELECT FROM import_rows e WHERE e.username = g.username AND e.import_id = ${id}
          AND e.user_id + 0 = ${user_id} AND e.fate <> 'repeated' OFFSET 0) THEN 'repeated'
        ELSE ${fateOfPerson(question)} END AS fate
      FROM json_to_recordset(${JSON.stringify(given)}::json) AS g (position integer, line integer, given text,
        username text, variables jsonb, problem text, is_again boolean, person_key text)
    ), stored AS (
      INSERT INTO import_rows (user_id, import_id, position, line, given, username, variables, problem, fate)
      SELECT ${user_id}, ${id}, position, line, given, username, variables, problem, fate FROM given
    )
    SELECT fate, count(*) AS rows FROM given GROUP BY fate`.execute(transaction);
  return found.rows;
}

/** Lists the usernames in the rows at these positions, except for rows with the fate `invalid` or `repeated`. */
export async function listUsernames(
  transaction: Transaction,
  { user_id, id }: ImportKey,
  { from, to }: Positions,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('import_rows')
    .select('username')
    .where('user_id', '=', user_id)
    .where('import_id', '=', id)
    .where('position', '>=', from)
    .where('position', '<', to)
    .where('fate', 'not in', ['invalid', 'repeated'])
    .execute();
  return rows.flatMap(({ username }) => (username === null ? [] : [username]));
}

export type JudgedRow = { position: number; username: string; before: ImportFate; fate: ImportFate };

/**
 * Lists the rows at these positions, except for rows with the fate `invalid` or `repeated`. `before` is the stored fate, and `fate` is the
 * fate that applies now.
 */
export async function judgeRows(
  transaction: Transaction,
  question: FateQuestion,
  positions: Positions,
): Promise<JudgedRow[]> {
  const { formerKeys } = question;
  const { rows } = await sql<JudgedRow>`
    SELECT g.position, g.username, g.before, ${fateOfPerson(question)} AS fate
    FROM (SELECT i.position, i.username, i.fate AS before,
        ${JSON.stringify(Object.fromEntries(formerKeys))}::jsonb ->> i.username AS person_key
      FROM import_rows i WHERE ${isWithin(question, positions)} AND i.fate NOT IN ('invalid', 'repeated')) g
    ORDER BY g.position`.execute(transaction);
  return rows;
}

/** Updates the stored fates of rows whose fate has changed. */
export async function updateFates(transaction: Transaction, key: ImportKey, rows: readonly JudgedRow[]): Promise<void> {
  const changed = rows.filter(({ before, fate }) => before !== fate);
  for (const fate of new Set(changed.map((row) => row.fate))) {
    const positions = positionsOf(changed.filter((row) => row.fate === fate));
    await sql`UPDATE import_rows i SET fate = ${fate} WHERE ${isAtOneOf(key, positions)}`.execute(transaction);
  }
}

const positionsOf = (rows: readonly { position: number }[]) => rows.map(({ position }) => position);

/** Adds the people in these rows to the list, in the order of the file. Returns the usernames of people who weren't on the list before. */
export async function insertPeople(
  transaction: Transaction,
  { user_id, id, list_id }: ImportOfList,
  rows: readonly JudgedRow[],
): Promise<string[]> {
  const added = await sql<{ recipient: string }>`
    INSERT INTO recipients (user_id, list_id, recipient, variables, import_id)
    SELECT i.user_id, ${list_id}, i.username, i.variables, i.import_id FROM import_rows i
    WHERE ${isAtOneOf({ user_id, id }, positionsOf(rows))} ORDER BY i.position
    ON CONFLICT (user_id, list_id, recipient) DO NOTHING RETURNING recipient`.execute(transaction);
  return added.rows.map(({ recipient }) => recipient);
}

/**
 * Updates the variable values of people on the list with the values from these rows, and saves the previous values. Returns the
 * number of people whose values changed.
 */
export async function updateValues(transaction: Transaction, key: ImportOfList, positions: Positions): Promise<number> {
  const { user_id, id, list_id } = key;
  const { rows } = await sql<{ position: number; recipient_id: number }>`
    SELECT i.position, r.id AS recipient_id FROM import_rows i CROSS JOIN LATERAL (
      SELECT r.id, coalesce(r.variables, '{}') AS before FROM recipients r WHERE ${ownedBy('r', user_id)}
        AND r.recipient = i.username AND r.list_id + 0 = ${list_id} OFFSET 0 FOR UPDATE) r
    WHERE ${isWithin(key, positions)} AND i.fate = 'on_this_list' AND i.variables IS NOT NULL
      AND r.before || i.variables <> r.before`.execute(transaction);
  if (rows.length === 0) return 0;
  await sql`UPDATE import_rows i SET previous = (SELECT coalesce(r.variables, '{}') FROM recipients r
      WHERE ${ownedBy('r', user_id)} AND r.recipient = i.username AND r.list_id + 0 = ${list_id})
    WHERE ${isAtOneOf(key, positionsOf(rows))}`.execute(transaction);
  await sql`UPDATE recipients r SET variables = coalesce(r.variables, '{}') || (SELECT i.variables FROM import_rows i
      WHERE i.username = r.recipient AND i.import_id = ${id} AND i.user_id + 0 = ${user_id} AND i.fate = 'on_this_list')
    WHERE r.ctid = ${placesOf(
      user_id,
      rows.map((row) => row.recipient_id),
    )}`.execute(transaction);
  return rows.length;
}
