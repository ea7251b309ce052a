import { sql } from 'kysely';
import { forgottenName } from '@sandpiper/contract/usernames';

/**
 * The time by the database's clock when the statement begins, the same for all server processes. `now()` would be when the
 * transaction began.
 */
export const now = sql<string>`statement_timestamp()`;

/** Returns the time this many seconds from now by the database's clock. Negative values are in the past. */
export function secondsFromNow(seconds: number) {
  return sql<string>`statement_timestamp() + make_interval(secs => ${seconds}::float8)`;
}

/**
 * Inlines a constant in the statement. With a parameter, the cached plan couldn't use an index that covers only rows with this
 * value.
 */
export function literal<const V extends string | boolean>(value: V) {
  return sql.lit<V>(value);
}

/** Makes a LIKE pattern that finds the text anywhere. Escapes the text's own wildcards. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Refers to a name by the expression in the trigram index of its table. Only searches use this expression, so only they use the index. */
function searchedName(column: string) {
  return sql<string>`(${sql.ref(column)} || '')`;
}

/**
 * Checks whether a name contains this text. Fewer than three letters make no trigram, so the whole index would be read, with the
 * names of all users. Such a search reads the user's own names instead.
 */
export function nameContains(column: string, text: string) {
  const name = text.length < 3 ? sql.ref<string>(column) : searchedName(column);
  return sql<boolean>`${name} LIKE ${containsPattern(text)}`;
}

/** Counts the pending people on a row's list, using the stored counts. `table` is the row's table. */
export function pendingOnListOf(table: string) {
  return sql<number>`(SELECT coalesce(sum(n.people), 0) FROM list_counts n WHERE n.user_id = ${sql.ref(`${table}.user_id`)}
    AND n.list_id = ${sql.ref(`${table}.list_id`)} AND n.status = 'pending')`;
}

/**
 * Checks whether a row's person is on the do-not-contact list, in a query over a table with these columns. Checking the username is
 * enough, because forgotten people who return get their mark back under it. Looks the mark up for each row (`OFFSET 0`). Otherwise,
 * the planner would read all users' marks into memory.
 */
export function doNotContactMark(userIdColumn: string, usernameColumn: string) {
  return sql<boolean>`EXISTS (SELECT FROM do_not_contact marked WHERE marked.user_id = ${sql.ref(userIdColumn)}
    AND marked.person = ${sql.ref(usernameColumn)} OFFSET 0)`;
}

/** Selects a stored name for display. Records of forgotten people are stored under keys that begin with `#`. */
export function shownPerson<Name extends string | null>(usernameColumn: string) {
  const name = sql.ref(usernameColumn);
  return sql<Name>`CASE WHEN ${name} LIKE '#%' THEN ${forgottenName} ELSE ${name} END`;
}
