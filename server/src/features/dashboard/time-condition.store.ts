import { sql } from 'kysely';
import type { TimeRange } from './day-range.ts';

/** Limits a time column to the days of a range, in UTC. Always true for an unbounded range. */
export function within(column: string, { from, to }: TimeRange) {
  return sql<boolean>`(${from}::date IS NULL OR ${sql.ref(column)} >= ${from}::timestamp AT TIME ZONE 'UTC')
    AND (${to}::date IS NULL OR ${sql.ref(column)} < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC')`;
}
