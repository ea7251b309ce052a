import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Name = { username: string; key: string };

export async function hasForgottenPeople(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('forgotten_people')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

function given(names: readonly Name[]) {
  return sql`unnest(${names.map(({ username }) => username)}::text[], ${names.map(({ key }) => key)}::text[])
    AS given (username, key)`;
}

/** Returns which of these people were forgotten. */
export async function listForgotten(db: Database, userId: number, names: readonly Name[]): Promise<Name[]> {
  const { rows } = await sql<Name>`SELECT given.username, given.key FROM ${given(names)}
    JOIN forgotten_people f ON f.user_id = ${userId} AND f.person_key = given.key`.execute(db);
  return rows;
}

/**
 * Links people to the records kept under their keys. Inserts a person's row if it is missing. The row can be missing because this
 * transaction waited for another transaction, which forgot the person and deleted the row.
 */
export async function connectReturned(transaction: Transaction, userId: number, names: readonly Name[]): Promise<void> {
  await sql`INSERT INTO people (user_id, username, former_key)
    SELECT ${userId}, given.username, given.key FROM ${given(names)} ORDER BY given.username
    ON CONFLICT (user_id, username) DO UPDATE SET former_key = excluded.former_key
      WHERE people.former_key IS DISTINCT FROM excluded.former_key`.execute(transaction);
  const usernames = sql`ANY(${names.map(({ username }) => username)}::text[])`;
  // The transaction that added the person to a list might have stored the ID of the deleted `people` row.
  await sql`UPDATE recipients r SET person_id = p.id FROM people p
    WHERE p.user_id = ${userId} AND p.username = ${usernames} AND r.user_id = ${userId} AND r.recipient = p.username
      AND r.person_id IS DISTINCT FROM p.id`.execute(transaction);
  await sql`UPDATE people p SET last_contacted_at = c.contacted_at, last_campaign_name = c.campaign_name,
      last_profile_name = c.profile_name, outcome = CASE c.state WHEN 'sent' THEN 'sent' WHEN 'unknown' THEN 'unknown' END,
      outcome_at = CASE WHEN c.state <> 'sending' THEN c.contacted_at END
    FROM (SELECT DISTINCT ON (k.person) k.* FROM contacts k
      WHERE k.user_id = ${userId} AND k.person = ANY(${names.map(({ key }) => key)}::text[])
      ORDER BY k.person, k.contacted_at DESC) c
    WHERE p.user_id = ${userId} AND p.username = ${usernames}
      AND p.former_key = c.person AND p.last_contacted_at IS NULL`.execute(transaction);
  await sql`INSERT INTO do_not_contact (user_id, person, created_at, origin)
    SELECT ${userId}, given.username, n.created_at, n.origin FROM ${given(names)}
    JOIN do_not_contact n ON n.user_id = ${userId} AND n.person = given.key
    ON CONFLICT DO NOTHING`.execute(transaction);
}
