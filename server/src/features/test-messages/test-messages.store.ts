import type { Database } from '../../platform/database/database.ts';

/** Finds an earlier test's list with this name that contains only this person and isn't used by an unfinished campaign. */
export function findTestList(db: Database, userId: number, { name, recipient }: { name: string; recipient: string }) {
  return db
    .selectFrom('lists as l')
    .innerJoin('recipients as r', (join) =>
      join.onRef('r.user_id', '=', 'l.user_id').onRef('r.list_id', '=', 'l.id').on('r.recipient', '=', recipient),
    )
    .select(['l.id', 'r.id as recipient_id'])
    .where('l.user_id', '=', userId)
    .where('l.name', '=', name)
    .where('l.is_for_tests', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recipients as other')
            .select('other.id')
            .whereRef('other.user_id', '=', 'l.user_id')
            .whereRef('other.list_id', '=', 'l.id')
            .whereRef('other.id', '<>', 'r.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('campaigns as c')
            .select('c.id')
            .whereRef('c.user_id', '=', 'l.user_id')
            .whereRef('c.list_id', '=', 'l.id')
            .where('c.status', 'in', ['pending', 'running', 'paused'])
            .where('c.deleted_at', 'is', null),
        ),
      ),
    )
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
