import { sql } from 'kysely';

/** The database's own time, when the statement begins: the one clock that all server processes share. A transaction may have waited for a lock. */
export const now = sql<string>`statement_timestamp()`;

/** A moment so many seconds away from the database's time; negative: in the past. */
export function secondsFromNow(seconds: number) {
  return sql<string>`statement_timestamp() + make_interval(secs => ${seconds}::float8)`;
}
