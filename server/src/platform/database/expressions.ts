import { sql } from 'kysely';
import { forgottenName } from '@sandpiper/contract/usernames';

/** The database's clock, shared by all server processes, when the statement begins. `now()` would be when the transaction began. */
export const now = sql<string>`statement_timestamp()`;

/** A moment this many seconds from the database's time; negative: in the past. */
export function secondsFromNow(seconds: number) {
  return sql<string>`statement_timestamp() + make_interval(secs => ${seconds}::float8)`;
}

/**
 * A constant as part of the statement. With a parameter, the plan that the database keeps couldn't use an index that exists
 * only for rows with this value.
 */
export function literal<const V extends string | boolean>(value: V) {
  return sql.lit<V>(value);
}

/** A LIKE pattern that finds the text anywhere; its own wildcards are escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** A name as the trigram index of its table holds it: only searches may use that index. */
export function searchedName(column: string) {
  return sql<string>`(${sql.ref(column)} || '')`;
}

/** How many people on the list of a row of this table are pending, from the kept counts. */
export function pendingOnListOf(table: string) {
  return sql<number>`(SELECT coalesce(sum(n.people), 0) FROM list_counts n WHERE n.user_id = ${sql.ref(`${table}.user_id`)}
    AND n.list_id = ${sql.ref(`${table}.list_id`)} AND n.status = 'pending')`;
}

/**
 * Whether the person of a row is on the do-not-contact list, for a query over a table with the columns. Forgotten people who
 * return get their mark back under their name, so the name alone decides.
 * Looked up row by row (`OFFSET 0`): the planner would otherwise read the marks of all users into memory.
 */
export function doNotContactMark(userIdColumn: string, usernameColumn: string) {
  return sql<boolean>`EXISTS (SELECT FROM do_not_contact marked WHERE marked.user_id = ${sql.ref(userIdColumn)}
    AND marked.person = ${sql.ref(usernameColumn)} OFFSET 0)`;
}

/** A stored name as people see it: what is kept of forgotten people stands under keys that begin with `#`. */
export function shownPerson<Name extends string | null>(usernameColumn: string) {
  const name = sql.ref(usernameColumn);
  return sql<Name>`CASE WHEN ${name} LIKE '#%' THEN ${forgottenName} ELSE ${name} END`;
}
