import type { Person } from '@sandpiper/contract/people';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import type { App } from '../../platform/app-context.ts';
import type { Database } from '../../platform/database/database.ts';
import { boundedCount, listTagsOf } from '../tags/tags.service.ts';
import type { Position } from './people-filter.store.ts';
import { countPeople, listListsOf, listPeople } from './people.store.ts';

/** Lists shown of each person in a table. */
const listsInTable = 5;

type Row = Omit<Person, 'lists' | 'list_count' | 'tags'>;

/** Adds the lists and tags of people. */
export async function withListsAndTags(
  db: Database,
  userId: number,
  { rows, maxLists }: { rows: readonly Row[]; maxLists: number },
): Promise<Person[]> {
  const usernames = rows.map(({ username }) => username);
  const lists = Map.groupBy(await listListsOf(db, userId, { usernames, limit: maxLists }), (list) => list.username);
  const ids = rows.map(({ id }) => id);
  const tags = Map.groupBy(await listTagsOf(db, userId, ids), (tag) => tag.person_id);
  return rows.map((row) => {
    const own = lists.get(row.username) ?? [];
    return {
      ...row,
      lists: own.map(({ id, name, status }) => ({ id, name, status })),
      list_count: own[0]?.lists ?? 0,
      tags: (tags.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    };
  });
}

/** A page of people, newest first, and where the pages beside it begin. */
export async function pageOfPeople(
  app: App,
  userId: number,
  { limit, before, after, ...filter }: PeopleFilter & Position & { limit: number },
) {
  const isUpwards = before === undefined && after !== undefined;
  // One more than fits says whether there is another page.
  const found = await listPeople(app.db, userId, { filter, position: { before, after }, limit: limit + 1 });
  const hasMore = found.length > limit;
  const rows = isUpwards ? found.slice(-limit) : found.slice(0, limit);
  const [first, last] = [rows[0]?.id ?? null, rows.at(-1)?.id ?? null];
  return {
    people: await withListsAndTags(app.db, userId, { rows, maxLists: listsInTable }),
    total: boundedCount(await countPeople(app.db, userId, filter)),
    next_before: hasMore || isUpwards ? last : null,
    previous_after: isUpwards ? (hasMore ? first : null) : before === undefined ? null : (first ?? before - 1),
  };
}
