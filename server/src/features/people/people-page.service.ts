import type { Person } from '@sandpiper/contract/people';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import type { App } from '../../platform/app-context.ts';
import { cursorPageOf } from '../../platform/database/cursors.ts';
import type { Position } from '../../platform/database/cursors.ts';
import type { Database } from '../../platform/database/database.ts';
import { together } from '../../platform/database/pipelining.ts';
import { listTagsOf } from '../tags/tags.service.ts';
import { countPeople, listListsOf, listPeople } from './people.store.ts';

/** The maximum number of a person's lists that a table shows. */
const listsInTable = 5;

type Row = Omit<Person, 'lists' | 'list_count' | 'tags'>;

export async function withListsAndTags(
  db: Database,
  userId: number,
  { rows, maxLists }: { rows: readonly Row[]; maxLists: number },
): Promise<Person[]> {
  const usernames = rows.map(({ username }) => username);
  const ids = rows.map(({ id }) => id);
  const [allLists, allTags] = await together([
    listListsOf(db, userId, { usernames, limit: maxLists }),
    listTagsOf(db, userId, ids),
  ]);
  const lists = Map.groupBy(allLists, (list) => list.username);
  const tags = Map.groupBy(allTags, (tag) => tag.person_id);
  return rows.map((row) => {
    const own = lists.get(row.username) ?? [];
    return {
      ...row,
      lists: own.map(({ id, name, status, is_not_known }) => ({ id, name, status, is_not_known })),
      list_count: own[0]?.lists ?? 0,
      tags: (tags.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    };
  });
}

/** Returns a page of people, newest first, with the cursors of the previous and next pages. */
export async function pageOfPeople(
  app: App,
  userId: number,
  { limit, before, after, ...filter }: PeopleFilter & Position & { limit: number },
) {
  // Read one more row than the page shows, to find out whether there is another page.
  const [found, total] = await together([
    listPeople(app.db, userId, { filter, position: { before, after }, limit: limit + 1 }),
    countPeople(app.db, userId, filter),
  ]);
  const { rows, ...beside } = cursorPageOf(found, { before, after, limit });
  return {
    people: await withListsAndTags(app.db, userId, { rows, maxLists: listsInTable }),
    total,
    ...beside,
  };
}
