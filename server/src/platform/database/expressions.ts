import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { forgottenName } from '@sandpiper/contract/forgotten-people';

/**
 * SQL for the time at the beginning of the statement, by the database's clock, which all server processes share. `now()` would be the time
 * at the beginning of the transaction.
 */
export const now = sql<string>`statement_timestamp()`;

/** Returns SQL for the time this many seconds from now, by the database's clock. Negative values are in the past. */
export function secondsFromNow(seconds: number) {
  return sql<string>`statement_timestamp() + make_interval(secs => ${seconds}::float8)`;
}

/** Like {@link secondsFromNow}, but for days of 24 hours. */
export function daysFromNow(days: number) {
  return secondsFromNow(days * 86_400);
}

/**
 * Returns SQL for the time at which a day begins in the user's time zone. The day is a date or null. The subquery makes the database compute
 * the time only once for the whole statement.
 */
export function startOfUsersDay(userId: number, day: string | RawBuilder<string> | null) {
  return sql<string>`(SELECT start_of_day_in(u.timezone, ${day}::date) FROM users u WHERE u.id = ${userId})`;
}

/** Returns SQL for the time at which a day ends in the user's time zone. */
export function endOfUsersDay(userId: number, day: string | null) {
  return startOfUsersDay(userId, sql<string>`(${day}::date + 1)`);
}

/** Inlines a constant in the SQL. With a parameter instead, the cached plan couldn't use a partial index on this value. */
export function literal<const V extends string | boolean>(value: V) {
  return sql.lit<V>(value);
}

/** Returns a LIKE pattern that matches the text anywhere. Escapes wildcards in the text. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/**
 * Returns the condition of the partial index that searches of a name column use. The condition is always true. Only searches contain the
 * condition, so the planner can't choose the index for other queries.
 */
function isSearched(column: string) {
  return sql<boolean>`(${sql.ref(column)} || '') IS NOT NULL`;
}

/** A LIKE pattern that finds the search text anywhere in a name, and whether this text is too short for the trigram index. */
export type NameSearch = { pattern: string; isShort: boolean };

/**
 * Prepares a search for names. A text of fewer than three characters contains no trigram, so the database would read all of the user's
 * entries in the index, and then all of the user's rows. Such a search reads the user's names in another index instead.
 */
export function nameSearch(text: string): NameSearch {
  return { pattern: containsPattern(text), isShort: text.length < 3 };
}

/** Returns SQL that checks whether a name matches a search. */
export function nameMatches(column: string, { pattern, isShort }: NameSearch) {
  const matches = sql<boolean>`${sql.ref(column)} LIKE ${pattern}`;
  return isShort ? matches : sql<boolean>`(${matches} AND ${isSearched(column)})`;
}

/** SQL that counts the pending people on the list of a campaign `c`, using the stored counts. */
export const pendingOnList = sql<number>`(SELECT coalesce(sum(n.people), 0) FROM list_counts n
  WHERE n.user_id = c.user_id AND n.list_id = c.list_id AND n.status = 'pending')`;

/**
 * Returns SQL that checks whether a row's person is on the do-not-contact list. Checking the username is enough, because a forgotten person
 * who returns is marked under their username again. `OFFSET 0` makes the planner look up the mark for each row. Otherwise, the database
 * would read all users' marks into memory.
 */
export function doNotContactMark(userIdColumn: string, usernameColumn: string) {
  return sql<boolean>`EXISTS (SELECT FROM do_not_contact marked WHERE marked.user_id = ${sql.ref(userIdColumn)}
    AND marked.person = ${sql.ref(usernameColumn)} OFFSET 0)`;
}

/**
 * Returns SQL that checks whether a person's status on a list is `failed` only because it isn't known whether the message was sent. Looks
 * only at the latest outcome, because a message may have failed after an earlier one with an unknown outcome. If no campaign has reached the
 * person with this list, for example because the list is a copy, looks for any message with an unknown outcome. `recipients` is the query's
 * alias for the recipients table.
 */
export function isOutcomeNotKnown(recipients: string) {
  const column = (name: string) => sql.ref(`${recipients}.${name}`);
  return sql<boolean>`(${column('status')} = 'failed' AND coalesce((SELECT d.status = 'unknown' FROM deliveries d
      WHERE d.user_id = ${column('user_id')} AND d.recipient_id = ${column('id')}
        AND d.status IN ('sent', 'not_found', 'failed', 'unknown')
      ORDER BY d.finished_at DESC LIMIT 1),
    EXISTS (SELECT FROM contacts c WHERE c.user_id = ${column('user_id')} AND c.person = ${column('recipient')}
      AND c.state = 'unknown' OFFSET 0)))`;
}

/** Returns SQL for a person's name as it is displayed. Records of forgotten people are stored under keys that begin with `#`. */
export function shownPerson<Name extends string | null>(usernameColumn: string) {
  const name = sql.ref(usernameColumn);
  return sql<Name>`CASE WHEN ${name} LIKE '#%' THEN ${forgottenName} ELSE ${name} END`;
}
