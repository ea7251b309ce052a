import { sql } from 'kysely';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import { normalizeUsername } from '@sandpiper/contract/usernames';
import type { Database } from '../../platform/database/database.ts';
import { containsPattern, doNotContactMark, now } from '../../platform/database/expressions.ts';

const isMarked = doNotContactMark('people.user_id', 'people.username');

function stateCondition(state: PeopleFilter['state']) {
  if (state === 'never_contacted') return sql<boolean>`people.last_contacted_at IS NULL`;
  if (state === 'contacted') return sql<boolean>`people.last_contacted_at IS NOT NULL`;
  return state === 'do_not_contact' ? isMarked : sql<boolean>`people.outcome = ${state}`;
}

/** What `since` and `days` look at. */
function momentOf(state: PeopleFilter['state']) {
  if (state === 'contacted') return sql`people.last_contacted_at`;
  if (state === 'failed' || state === 'not_found' || state === 'skipped') return sql`people.outcome_at`;
  if (state !== 'do_not_contact') return sql`people.created_at`;
  return sql`(SELECT n.created_at FROM do_not_contact n WHERE n.user_id = people.user_id AND n.person = people.username)`;
}

/** The user's people who match. The caller chooses columns, order and limit. */
export function matchingPeople(db: Database, userId: number, filter: PeopleFilter) {
  const { search = '', state, tag_id, list_id, since, days } = filter;
  const name = normalizeUsername(search);
  const moment = momentOf(state);
  return db
    .selectFrom('people')
    .where('people.user_id', '=', userId)
    .$if(name !== '', (query) => query.where('people.username', 'like', containsPattern(name)))
    .$if(state !== undefined, (query) => query.where(stateCondition(state)))
    .$if(tag_id !== undefined, (query) =>
      query.where(
        sql<boolean>`EXISTS (SELECT FROM person_tags t WHERE t.user_id = people.user_id AND t.tag_id = ${tag_id ?? 0}
          AND t.person_id = people.id)`,
      ),
    )
    .$if(list_id !== undefined, (query) =>
      query.where(
        sql<boolean>`EXISTS (SELECT FROM recipients r WHERE r.user_id = people.user_id AND r.list_id = ${list_id ?? 0}
          AND r.recipient = people.username)`,
      ),
    )
    .$if(since !== undefined, (query) =>
      query.where(sql<boolean>`${moment} >= ${since ?? ''}::date::timestamp AT TIME ZONE 'UTC'`),
    )
    .$if(days !== undefined, (query) =>
      query.where(sql<boolean>`${moment} >= ${now} - make_interval(days => ${days ?? 0})`),
    );
}
