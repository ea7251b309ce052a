import { sql } from 'kysely';
import type { TimeRange } from './day-range.ts';

/** A condition on a time column: within the days of the range, in UTC. True without bounds. */
export function within(column: string, { from, to }: TimeRange) {
  return sql<boolean>`(${from}::date IS NULL OR ${sql.ref(column)} >= ${from}::timestamp AT TIME ZONE 'UTC')
    AND (${to}::date IS NULL OR ${sql.ref(column)} < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC')`;
}
