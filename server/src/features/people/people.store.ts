import { sql } from 'kysely';
import { exactCountMax, foundPeopleMax } from '@sandpiper/contract/limits';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import type { BoundedCount } from '@sandpiper/contract/primitives';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { isUpwards } from '../../platform/database/cursors.ts';
import type { Position } from '../../platform/database/cursors.ts';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { doNotContactMark, isOutcomeNotKnown } from '../../platform/database/expressions.ts';
import { matchingPeople, selectPeople, wantedPeople } from './people-filter.store.ts';
import type { WantedPeople } from './people-filter.store.ts';

const personColumns = [
  'people.id',
  'people.username',
  'people.last_contacted_at',
  'people.last_profile_name',
  'people.last_campaign_name',
  'people.outcome',
  'people.outcome_at',
  'people.replied_at',
  'people.note',
  'people.created_at',
] as const;
const isMarkedPerson = doNotContactMark('people.user_id', 'people.username').as('is_do_not_contact');

type PageOfPeople = WantedPeople & { upwards: boolean; limit: number };

const pageQuery = compileOnce(
  (db, { upwards, limit, ...wanted }: PageOfPeople) =>
    selectPeople(db, wanted)
      .select(personColumns)
      .select(isMarkedPerson)
      .orderBy('people.id', upwards ? 'asc' : 'desc')
      .limit(limit),
  ['state'],
);

/** Lists people, newest first. With `after`, lists the people with the next higher IDs instead, in ascending order. */
export function listPeople(
  db: Database,
  userId: number,
  {
    filter,
    position,
    limit,
    asOf,
  }: { filter: PeopleFilter; position: Position; limit: number; asOf?: string | undefined },
) {
  const { before, after } = position;
  const upwards = isUpwards(position);
  const wanted = wantedPeople(userId, { ...filter, asOf, ...(upwards ? { after } : { before }) });
  return pageQuery.all(db, { ...wanted, upwards, limit });
}

export function findRow(db: Database, userId: number, username: string) {
  return matchingPeople(db, userId, {})
    .select(personColumns)
    .select(isMarkedPerson)
    .where('people.username', '=', username)
    .executeTakeFirst();
}

const countQuery = compileOnce(
  (db, { most, ...wanted }: WantedPeople & { most: number }) =>
    db
      .selectFrom(selectPeople(db, wanted).select('people.id').limit(most).as('matching'))
      .select(({ fn }) => fn.countAll<number>().as('people')),
  ['state'],
);

/**
 * Counts people, up to {@link exactCountMax}, or up to {@link foundPeopleMax} for a search, because a search reads many people for each
 * match.
 */
export async function countPeople(db: Database, userId: number, filter: PeopleFilter): Promise<BoundedCount> {
  const wanted = wantedPeople(userId, filter);
  const max = wanted.pattern === undefined ? exactCountMax : foundPeopleMax;
  const { people } = await countQuery.one(db, { ...wanted, most: max + 1 });
  return { count: Math.min(people, max), is_more: people > max };
}

type ListOfPerson = {
  username: string;
  id: number;
  name: string;
  status: RecipientStatus;
  is_not_known: boolean;
  lists: number;
};

/** Returns the lists that these people were last added to, up to `limit` for each person, and how many lists each person is on. */
export async function listListsOf(
  db: Database,
  userId: number,
  { usernames, limit }: { usernames: readonly string[]; limit: number },
): Promise<ListOfPerson[]> {
  if (usernames.length === 0) return [];
  const { rows } = await sql<ListOfPerson>`
    SELECT r.recipient AS username, l.id, l.name, r.status, ${isOutcomeNotKnown('r')} AS is_not_known, r.lists FROM (
      SELECT user_id, recipient, list_id, status, id, count(*) OVER of_person AS lists,
        row_number() OVER (PARTITION BY recipient ORDER BY id DESC) AS place
      FROM recipients WHERE user_id = ${userId} AND recipient = ANY(${[...usernames]}::text[])
      WINDOW of_person AS (PARTITION BY recipient)) r
    JOIN lists l ON l.user_id = ${userId} AND l.id = r.list_id
    WHERE r.place <= ${limit} ORDER BY r.id DESC`.execute(db);
  return rows;
}
