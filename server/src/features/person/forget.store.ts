import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { forgottenName } from '@sandpiper/contract/forgotten-people';
import type { Transaction } from '../../platform/database/database.ts';

/* Removes a person's name from the tables. Any new table with usernames must be added here. */

/** The username to remove, and the key under which some records are kept. */
export type Forgotten = { userId: number; username: string; key: string };

export async function listRecipientIds(transaction: Transaction, { userId, username }: Forgotten): Promise<number[]> {
  const rows = await transaction
    .selectFrom('recipients')
    .select('id')
    .where('user_id', '=', userId)
    .where('recipient', '=', username)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the person's row, including the note, the tags and the last contact. Records that the person was forgotten. */
export async function deletePerson(transaction: Transaction, { userId, username, key }: Forgotten): Promise<void> {
  await transaction.deleteFrom('people').where('user_id', '=', userId).where('username', '=', username).execute();
  await transaction
    .insertInto('forgotten_people')
    .values({ user_id: userId, person_key: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Stores under the key what later campaigns need to know about the person: which messages they got, whether they replied, and whether they
 * must not be contacted.
 */
export async function keepUnderKey(transaction: Transaction, { userId, username, key }: Forgotten): Promise<void> {
  await sql`UPDATE contacts SET person = ${key} WHERE user_id = ${userId} AND person = ${username}`.execute(
    transaction,
  );
  await sql`WITH gone AS (DELETE FROM conversations WHERE user_id = ${userId} AND person = ${username} RETURNING *)
    INSERT INTO conversations (user_id, person, replied_at, profile_id)
    SELECT user_id, ${key}, replied_at, profile_id FROM gone ON CONFLICT DO NOTHING`.execute(transaction);
  // Leave out the reason, because the user wrote it and it may contain the person's name.
  await sql`WITH gone AS (DELETE FROM do_not_contact WHERE user_id = ${userId} AND person = ${username} RETURNING *)
    INSERT INTO do_not_contact (user_id, person, created_at, origin)
    SELECT user_id, ${key}, created_at, origin FROM gone ON CONFLICT DO NOTHING`.execute(transaction);
  await sql`DELETE FROM do_not_contact_removals WHERE user_id = ${userId} AND person = ${username}`.execute(
    transaction,
  );
}

/**
 * Returns a regular expression for the username as a whole word: `anna` in `/anna/?hl=en` and `@anna.`, but not in `joanna` or `anna.b`.
 */
export function patternOf(username: string): string {
  return `(^|[^a-z0-9._])${username.replaceAll('.', '\\.')}(?![a-z0-9_]|\\.[a-z0-9_])`;
}

/** Returns SQL that replaces the username in a text. For example, an error message may contain the URL of a profile page. */
function without(text: string | RawBuilder<string>, { username }: Forgotten) {
  return sql<string>`regexp_replace(${textOf(text)}, ${patternOf(username)}, ${`\\1${forgottenName}`}, 'gi')`;
}

function names(text: string | RawBuilder<string>, { username }: Forgotten) {
  return sql<boolean>`${textOf(text)} ~* ${patternOf(username)}`;
}

function textOf(text: string | RawBuilder<string>) {
  return typeof text === 'string' ? sql.ref(text) : text;
}

/** Replaces the name in deliveries and logs. They still show what happened. */
export async function renameInLedger(transaction: Transaction, forgotten: Forgotten): Promise<void> {
  const { userId, username, key } = forgotten;
  await sql`UPDATE deliveries SET recipient = ${key}, detail = ${without('detail', forgotten)}, variables = NULL
    WHERE user_id = ${userId} AND recipient = ${username}
      AND campaign_id = ANY(ARRAY(SELECT id FROM campaigns WHERE user_id = ${userId}))`.execute(transaction);
  await sql`UPDATE campaign_logs SET recipient = ${key}, message = ${without('message', forgotten)}
    WHERE user_id = ${userId} AND recipient = ${username}`.execute(transaction);
  await sql`UPDATE campaign_logs SET message = ${without('message', forgotten)}
    WHERE user_id = ${userId} AND recipient IS NULL AND ${names('message', forgotten)}`.execute(transaction);
}

/** Removes the name from text stored with accounts, holds, notices, agent requests and bulk changes. */
export async function cleanTexts(transaction: Transaction, forgotten: Forgotten): Promise<void> {
  const { userId, username, key } = forgotten;
  await sql`UPDATE profiles SET hold_detail = ${without('hold_detail', forgotten)},
      wait_detail = ${without('wait_detail', forgotten)},
      unexpected_people = array_replace(unexpected_people, ${username}, ${key})
    WHERE user_id = ${userId} AND (${names('hold_detail', forgotten)} OR ${names('wait_detail', forgotten)}
      OR ${username} = ANY(unexpected_people))`.execute(transaction);
  await sql`UPDATE account_holds SET detail = ${without('detail', forgotten)}
    WHERE user_id = ${userId} AND ${names('detail', forgotten)}`.execute(transaction);
  await sql`UPDATE notices SET title = ${without('title', forgotten)}, message = ${without('message', forgotten)}
    WHERE user_id = ${userId} AND (${names('title', forgotten)} OR ${names('message', forgotten)})`.execute(
    transaction,
  );
  await sql`UPDATE agent_requests SET error_message = ${without('error_message', forgotten)}
    WHERE user_id = ${userId} AND ${names('error_message', forgotten)}`.execute(transaction);
  await sql`UPDATE people_changes SET reason = ${without('reason', forgotten)}
    WHERE user_id = ${userId} AND ${names('reason', forgotten)}`.execute(transaction);
}

/** Removes the name from the name of the list for test messages to the person, and from everything that keeps this list's name. */
export async function renameTestList(transaction: Transaction, { userId, username }: Forgotten): Promise<void> {
  const [test, unnamed] = [`Test: ${username}`, `Test: ${forgottenName}`];
  for (const [table, column] of [
    ['lists', 'name'],
    ['campaigns', 'list_name'],
    ['imports', 'list_name'],
    ['people_changes', 'list_name'],
    ['people_changes', 'scope_list_name'],
    ['person_events', 'list_name'],
  ] as const) {
    // `LIKE` makes the index of the events on such lists usable.
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${unnamed}
      WHERE user_id = ${userId} AND ${sql.ref(column)} = ${test} AND ${sql.ref(column)} LIKE 'Test: %'`.execute(
      transaction,
    );
  }
}

/** Removes the name from the searches in saved filters and bulk changes, so that these searches find nobody. */
export async function cleanSearches(transaction: Transaction, forgotten: Forgotten): Promise<void> {
  const { userId } = forgotten;
  const search = sql<string>`(filter ->> 'search')`;
  const cleaned = sql`filter || jsonb_build_object('search', ${without(search, forgotten)})`;
  const named = names(search, forgotten);
  await sql`UPDATE saved_filters SET filter = ${cleaned} WHERE user_id = ${userId} AND ${named}`.execute(transaction);
  // A running change still needs its search. The search is deleted when the change can no longer be undone.
  await sql`UPDATE people_changes SET filter = ${cleaned}
    WHERE user_id = ${userId} AND status <> 'running' AND ${named}`.execute(transaction);
}

/**
 * Locks imports that contain the person, or that have rows that haven't been checked yet. To avoid deadlocks, call this before taking any
 * lock that the imports' background jobs also take.
 */
export async function lockImports(transaction: Transaction, { userId, username }: Forgotten): Promise<void> {
  await sql`SELECT id FROM imports WHERE user_id = ${userId} AND EXISTS (SELECT FROM import_rows r
    WHERE r.user_id = imports.user_id AND r.import_id = imports.id AND r.username = ${username})
      OR user_id = ${userId} AND EXISTS (SELECT FROM import_chunks c
    WHERE c.user_id = imports.user_id AND c.import_id = imports.id)
    ORDER BY id FOR UPDATE`.execute(transaction);
}

/** Removes the name from the stored rows of imported files. These rows are then treated as invalid. */
export async function cleanImports(transaction: Transaction, forgotten: Forgotten): Promise<void> {
  const { userId, username } = forgotten;
  // A rejected row, for example one with a value that is too long, has no `username`. It only shows what the file contains. `+ 0` keeps
  // the database from using the primary key. Otherwise, it would read all rows of the imports.
  await sql`UPDATE import_rows SET given = ${forgottenName}, variables = NULL
    WHERE user_id + 0 = ${userId} AND fate = 'invalid' AND ${names('given', forgotten)}
      AND import_id = ANY(ARRAY(SELECT id FROM imports WHERE user_id = ${userId}))`.execute(transaction);
  const { rows } = await sql<{ import_id: number; fate: string; rows: number }>`
    SELECT import_id, fate, count(*) AS rows FROM import_rows WHERE user_id = ${userId} AND username = ${username}
      AND import_id = ANY(ARRAY(SELECT id FROM imports WHERE user_id = ${userId}))
    GROUP BY import_id, fate ORDER BY import_id`.execute(transaction);
  for (const { import_id, fate, rows: changed } of rows) {
    await sql`UPDATE import_rows SET given = ${forgottenName}, username = NULL, variables = NULL, previous = NULL,
        fate = 'invalid', problem = 'not_a_username'
      WHERE user_id = ${userId} AND import_id = ${import_id} AND username = ${username} AND fate = ${fate}`.execute(
      transaction,
    );
    await sql`UPDATE imports SET fates = fates || jsonb_build_object(
        ${fate}::text, coalesce((fates ->> ${fate})::integer, 0) - ${changed}::integer,
        'invalid', coalesce((fates ->> 'invalid')::integer, 0) + ${changed}::integer)
      WHERE user_id = ${userId} AND id = ${import_id}`.execute(transaction);
  }
}
