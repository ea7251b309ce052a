import { sql } from 'kysely';

/** The database's own time: the one clock that all server processes share. */
export const now = sql<string>`now()`;

/** A moment so many seconds away from the database's time; negative: in the past. */
export function secondsFromNow(seconds: number) {
  return sql<string>`now() + make_interval(secs => ${seconds}::float8)`;
}
