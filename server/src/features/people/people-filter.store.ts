import { sql } from 'kysely';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import { normalizeUsername } from '@sandpiper/contract/usernames';
import type { Position } from '../../platform/database/cursors.ts';
import type { Database } from '../../platform/database/database.ts';
import { nameMatches, nameSearch, now, startOfUsersDay } from '../../platform/database/expressions.ts';

/** Returns the timestamp that the `since` and `days` filters apply to. */
function momentOf(state: PeopleFilter['state']) {
  if (state === 'contacted') return sql`people.last_contacted_at`;
  if (state === 'replied') return sql`people.replied_at`;
  if (state === 'failed' || state === 'not_found' || state === 'skipped') return sql`people.outcome_at`;
  return state === 'do_not_contact' ? sql`marked.created_at` : sql`people.created_at`;
}

/**
 * Returns the conditions for joining other tables, or null for tables that the filter doesn't need. Each of these tables can be read in
 * order of person ID, so the database can read one of them instead of all people.
 */
function joinsOf({ state, tag_id, list_id }: Pick<PeopleFilter, 'state' | 'tag_id' | 'list_id'>) {
  return {
    tagged: tag_id === undefined ? null : sql`tagged.tag_id = ${tag_id}`,
    listed: list_id === undefined ? null : sql`listed.list_id = ${list_id}`,
    marked: state === 'do_not_contact' ? sql`true` : null,
  };
}

/**
 * A filter and a range of IDs. `days` are counted back from the time `asOf`, which must be given if the people are read in several queries.
 * Otherwise, people would stop matching while they are read. By default, `days` are counted back from now.
 */
export type PeopleRange = PeopleFilter & Position & { asOf?: string | undefined };

/** A filter in the form that queries need. `isShort` means that the search is too short for the trigram index. */
export type WantedPeople = Omit<PeopleRange, 'search'> & {
  userId: number;
  pattern: string | undefined;
  isShort: boolean;
};

export function wantedPeople(userId: number, { search = '', ...filter }: PeopleRange): WantedPeople {
  const name = normalizeUsername(search);
  const { pattern, isShort } = nameSearch(name);
  return { ...filter, userId, pattern: name === '' ? undefined : pattern, isShort };
}

/**
 * Selects the user's people who match the filter and whose IDs are between `after` and `before`. The caller chooses columns, order
 * and limit.
 */
export function matchingPeople(db: Database, userId: number, filter: PeopleRange) {
  return selectPeople(db, wantedPeople(userId, filter));
}

/**
 * Does the same as {@link matchingPeople} for a prepared filter. A compiled query that uses this function must be compiled separately for
 * each `state`.
 */
export function selectPeople(db: Database, wanted: WantedPeople) {
  const { userId, pattern, isShort, state, since, days, asOf, before, after } = wanted;
  const moment = momentOf(state);
  const { tagged, listed, marked } = joinsOf(wanted);
  // The planner doesn't derive bounds on a joined table's person ID from those on `people.id`, so the bounds are repeated for each join.
  const bounded = (column: string) =>
    sql<boolean>`${before === undefined ? sql`true` : sql`${sql.ref(column)} < ${before}`}
      AND ${after === undefined ? sql`true` : sql`${sql.ref(column)} > ${after}`}`;
  const joined = (alias: string, own: ReturnType<typeof sql>) =>
    sql<boolean>`${sql.ref(`${alias}.user_id`)} = ${userId} AND ${sql.ref(`${alias}.person_id`)} = people.id AND ${own}
      AND ${bounded(`${alias}.person_id`)}`;
  return db
    .selectFrom('people')
    .where('people.user_id', '=', userId)
    .$if(before !== undefined || after !== undefined, (query) => query.where(bounded('people.id')))
    .$if(pattern !== undefined, (query) =>
      query.where(nameMatches('people.username', { pattern: pattern ?? '', isShort })),
    )
    .$if(state === 'never_contacted', (query) => query.where('people.last_contacted_at', 'is', null))
    .$if(state === 'contacted', (query) => query.where('people.last_contacted_at', 'is not', null))
    .$if(state === 'replied', (query) => query.where('people.replied_at', 'is not', null))
    .$if(state === 'failed' || state === 'not_found' || state === 'skipped', (query) =>
      query.where(sql<boolean>`people.outcome = ${state}`),
    )
    .$if(tagged !== null, (query) =>
      query.innerJoin('person_tags as tagged', (join) => join.on(joined('tagged', tagged ?? sql`true`))),
    )
    .$if(listed !== null, (query) =>
      query.innerJoin('recipients as listed', (join) => join.on(joined('listed', listed ?? sql`true`))),
    )
    .$if(marked !== null, (query) =>
      query.innerJoin('do_not_contact as marked', (join) => join.on(joined('marked', marked ?? sql`true`))),
    )
    .$if(since !== undefined, (query) =>
      query.where(sql<boolean>`${moment} >= ${startOfUsersDay(userId, since ?? '')}`),
    )
    .$if(days !== undefined, (query) => {
      const end = asOf === undefined ? now : sql`${asOf}::timestamptz`;
      return query.where(sql<boolean>`${moment} >= ${end} - make_interval(days => ${days ?? 0})`);
    });
}
