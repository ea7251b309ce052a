import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { isWithin, ownedBy } from './import-conditions.store.ts';
import type { Positions } from './import-conditions.store.ts';
import type { ImportKey } from './imports.store.ts';

/**
 * Returns a subquery for imports `m` that may have added the person `p` and meet the condition. Includes only imports that have been
 * undone or are being undone.
 */
function undoneImports(userId: number, condition: RawBuilder<unknown>) {
  return sql`SELECT FROM import_rows x JOIN imports m ON m.user_id = ${userId} AND m.id = x.import_id
    WHERE x.username = p.username AND x.user_id + 0 = ${userId} AND x.fate NOT IN ('invalid', 'repeated', 'on_this_list')
      AND m.status IN ('undoing', 'undone') AND ${condition} OFFSET 0`;
}

/** Returns a SQL condition that checks whether a time is within the period in which the import `m` was adding people. */
function isDuring(moment: string) {
  return sql`${sql.ref(moment)} BETWEEN m.started_at AND m.ended_at`;
}

/** Returns a SQL condition that matches people `p` if everything stored about them comes from undone imports. */
function isUnknownOtherwise(userId: number) {
  const hasNone = (table: string, alias: string, condition: RawBuilder<unknown>) =>
    sql`NOT EXISTS (SELECT FROM ${sql.table(table)} ${sql.ref(alias)} WHERE ${ownedBy(alias, userId)} AND ${condition} OFFSET 0)`;
  const named = (column: string) => sql`${sql.ref(column)} IN (p.username, p.former_key)`;
  return sql<boolean>`p.note IS NULL AND p.outcome IS NULL AND p.last_contacted_at IS NULL
    AND EXISTS (${undoneImports(userId, isDuring('p.created_at'))})
    AND ${hasNone('recipients', 'r', sql`r.recipient = p.username`)}
    AND ${hasNone('contacts', 'c', named('c.person'))}
    AND ${hasNone('conversations', 'v', named('v.person'))}
    AND ${hasNone('do_not_contact', 'n', named('n.person'))}
    AND ${hasNone('do_not_contact_removals', 'd', sql`d.person = p.username`)}
    AND ${hasNone('campaign_logs', 'g', named('g.recipient'))}
    AND ${hasNone(
      'deliveries',
      'l',
      // The person can't be in a campaign that began before they were added.
      sql`${named('l.recipient')} AND l.campaign_id = ANY(ARRAY(SELECT id FROM campaigns
        WHERE user_id = ${userId} AND (started_at IS NULL OR started_at >= p.created_at)))`,
    )}
    AND ${hasNone('person_tags', 't', sql`t.person_id = p.id`)}
    AND ${hasNone('people_change_items', 'h', sql`h.person_id = p.id`)}
    AND ${hasNone(
      'person_events',
      'e',
      sql`e.person_id = p.id AND (e.type <> 'removed_from_list' OR e.added_at IS NULL
        OR NOT EXISTS (${undoneImports(userId, sql`m.list_id = e.list_id AND ${isDuring('e.added_at')}`)}))`,
    )}
    AND NOT EXISTS (SELECT FROM import_rows x JOIN imports m ON m.user_id = ${userId} AND m.id = x.import_id
      WHERE x.username = p.username AND x.user_id + 0 = ${userId}
        AND m.status IN ('importing', 'done', 'stopped', 'failed') OFFSET 0)`;
}

/**
 * Deletes the people in these rows if everything stored about them comes from undone imports. The caller must have removed these people
 * from the list and must hold the lock that prevents concurrent additions of people.
 */
export async function deleteOtherwiseUnknown(
  transaction: Transaction,
  key: ImportKey,
  positions: Positions,
): Promise<void> {
  const { user_id } = key;
  await sql`DELETE FROM people WHERE user_id = ${user_id} AND id = ANY(ARRAY(
    SELECT p.id FROM import_rows i CROSS JOIN LATERAL (
      SELECT * FROM people p WHERE ${ownedBy('p', user_id)} AND p.username = i.username OFFSET 0) p
    WHERE ${isWithin(key, positions)} AND i.fate NOT IN ('invalid', 'repeated', 'on_this_list')
      AND ${isUnknownOtherwise(user_id)}))`.execute(transaction);
}
