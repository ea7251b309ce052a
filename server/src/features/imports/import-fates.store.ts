import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ImportFate, OptionalFate } from '@sandpiper/contract/import-fates';
import type { Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import type { ImportKey } from './imports.store.ts';
import type { ReadRow } from './read-row.ts';

/** What decides about the fates of an import's rows. */
export type FateQuestion = ImportKey & {
  listId: number;
  /** Whoever was contacted within this time has a fate of their own; 0: nobody. */
  contactedSeconds: number;
  /** The keys of those of these people who were forgotten, by username. */
  formerKeys: ReadonlyMap<string, string>;
};
export type FateCount = { fate: ImportFate; rows: number };

/** The fate of a row `g` with the columns username and person_key that names somebody for the first time in the file. */
function fateOfPerson({ user_id, listId, contactedSeconds }: FateQuestion): RawBuilder<ImportFate> {
  return sql<ImportFate>`CASE
    WHEN EXISTS (SELECT FROM do_not_contact n WHERE n.user_id = ${user_id}
      AND n.person IN (g.username, g.person_key)) THEN 'do_not_contact'
    WHEN EXISTS (SELECT FROM recipients r WHERE r.user_id = ${user_id} AND r.list_id = ${listId}
      AND r.recipient = g.username) THEN 'on_this_list'
    WHEN ${contactedSeconds}::float8 > 0 AND EXISTS (SELECT FROM contacts c WHERE c.user_id = ${user_id}
      AND c.person IN (g.username, g.person_key)
      AND c.contacted_at > ${now} - make_interval(secs => ${contactedSeconds}::float8)) THEN 'contacted'
    WHEN EXISTS (SELECT FROM recipients r WHERE r.user_id = ${user_id} AND r.recipient = g.username
      AND r.list_id <> ${listId}) THEN 'on_other_list'
    ELSE 'new' END`;
}

/** Stores rows that were read, each with its fate; returns how many have each. */
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
        WHEN g.is_again OR EXISTS (SELECT FROM import_rows e WHERE e.user_id = ${user_id} AND e.import_id = ${id}
          AND e.username = g.username AND e.fate <> 'repeated') THEN 'repeated'
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

export type Positions = { from: number; to: number };

/** The people of the rows from a position up to another. */
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

/** The rows that name somebody for the first time, with their fate as it is now. */
function judgedNow(question: FateQuestion, { from, to }: Positions) {
  const { user_id, id, formerKeys } = question;
  return sql`SELECT g.position, g.username, g.variables, g.fate AS fate_before, ${fateOfPerson(question)} AS fate
    FROM (SELECT i.position, i.username, i.variables, i.fate, k.person_key
      FROM import_rows i LEFT JOIN unnest(${[...formerKeys.keys()]}::text[], ${[...formerKeys.values()]}::text[])
        AS k (username, person_key) ON k.username = i.username
      WHERE i.user_id = ${user_id} AND i.import_id = ${id} AND i.position >= ${from} AND i.position < ${to}
        AND i.fate NOT IN ('invalid', 'repeated')) g`;
}

/** Checks rows again; returns how many now have each fate. */
export async function updateFates(
  transaction: Transaction,
  question: FateQuestion,
  positions: Positions,
): Promise<FateCount[]> {
  const { user_id, id } = question;
  const { rows } = await sql<FateCount>`
    WITH judged AS MATERIALIZED (${judgedNow(question, positions)}), corrected AS (
      UPDATE import_rows i SET fate = j.fate FROM judged j
      WHERE i.user_id = ${user_id} AND i.import_id = ${id} AND i.position = j.position AND j.fate <> j.fate_before
    )
    SELECT fate, count(*) AS rows FROM judged GROUP BY fate
    UNION ALL SELECT fate, count(*) FROM import_rows i WHERE i.user_id = ${user_id} AND i.import_id = ${id}
      AND i.position >= ${positions.from} AND i.position < ${positions.to} AND i.fate IN ('invalid', 'repeated')
    GROUP BY fate`.execute(transaction);
  return rows;
}

export type FateMove = { before: ImportFate; after: ImportFate; rows: number };

/** Adds the people of these rows whose fate, as it is now, is `new` or included; returns how the fates have moved. */
export async function addPeople(
  transaction: Transaction,
  { include, ...question }: FateQuestion & { include: readonly OptionalFate[] },
  positions: Positions,
): Promise<FateMove[]> {
  const { user_id, id, listId } = question;
  const { rows } = await sql<FateMove>`
    WITH judged AS MATERIALIZED (${judgedNow(question, positions)}), added AS (
      INSERT INTO recipients (user_id, list_id, recipient, variables, import_id)
      SELECT ${user_id}, ${listId}, username, variables, ${id} FROM judged
      WHERE fate = ANY(${['new', ...include]}::text[]) ORDER BY position
      ON CONFLICT (user_id, list_id, recipient) DO NOTHING RETURNING recipient
    ), ended AS MATERIALIZED (
      -- Somebody else may have added a person in this very moment.
      SELECT position, fate_before, CASE WHEN fate = ANY(${['new', ...include]}::text[])
        AND username NOT IN (SELECT recipient FROM added) THEN 'on_this_list' ELSE fate END AS fate FROM judged
    ), corrected AS (
      UPDATE import_rows i SET fate = e.fate FROM ended e
      WHERE i.user_id = ${user_id} AND i.import_id = ${id} AND i.position = e.position AND e.fate <> e.fate_before
    )
    SELECT fate_before AS before, fate AS after, count(*) AS rows FROM ended GROUP BY 1, 2`.execute(transaction);
  return rows;
}

/** Gives people who are on the list the values of these rows, and keeps those they had; returns how many changed. */
export async function updateValues(
  transaction: Transaction,
  { user_id, id, listId }: ImportKey & { listId: number },
  { from, to }: Positions,
): Promise<number> {
  const { rows } = await sql<{ updated: number }>`
    WITH given AS MATERIALIZED (
      SELECT i.position, r.id, coalesce(r.variables, '{}') AS before, coalesce(r.variables, '{}') || i.variables AS after
      FROM import_rows i JOIN recipients r ON r.user_id = i.user_id AND r.list_id = ${listId} AND r.recipient = i.username
      WHERE i.user_id = ${user_id} AND i.import_id = ${id} AND i.position >= ${from} AND i.position < ${to}
        AND i.fate = 'on_this_list' AND i.variables IS NOT NULL
      ORDER BY r.id FOR UPDATE OF r
    ), changed AS (
      UPDATE recipients r SET variables = g.after FROM given g
      WHERE r.user_id = ${user_id} AND r.id = g.id AND g.after <> g.before RETURNING r.id
    ), kept AS (
      UPDATE import_rows i SET previous = g.before FROM given g
      WHERE i.user_id = ${user_id} AND i.import_id = ${id} AND i.position = g.position AND g.after <> g.before
    )
    SELECT count(*) AS updated FROM changed`.execute(transaction);
  return rows[0]?.updated ?? 0;
}

/** Those of these people whom the import has added. */
export async function listAdded(
  transaction: Transaction,
  { user_id, id, listId }: ImportKey & { listId: number },
  usernames: readonly string[],
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('recipients')
    .select('recipient')
    .where('user_id', '=', user_id)
    .where('list_id', '=', listId)
    .where('recipient', '=', sql<string>`ANY(${[...usernames]}::text[])`)
    .where('import_id', '=', id)
    .execute();
  return rows.map(({ recipient }) => recipient);
}
