import type { App } from '../../platform/app-context.ts';
import type { Table } from '../../platform/files/table-file.ts';
import { profileLinkColumn, profileLinkOf } from '../../platform/files/profile-link.ts';
import { shownTimeIn } from '../../platform/files/shown-time.ts';
import { listPeopleAfter } from './do-not-contact.store.ts';

const batchSize = 500;

const columnsIn = (timezone: string) => [
  { header: 'Username', width: 32 },
  { header: 'Reason', width: 60 },
  { header: 'Origin', width: 14 },
  { header: `Added (${timezone})`, width: 22 },
  profileLinkColumn,
];

const origins = { added: 'Added', imported: 'From a file', person_page: "Person's page", bulk_change: 'Bulk change' };

type Wanted = { search?: string | undefined; timezone: string };

/** Exports the people on the do-not-contact list who match the search, sorted by username. Rows are read in batches. */
export function tableOfPeople(app: App, userId: number, { search = '', timezone }: Wanted): Table {
  const batches = batchesOf(app, userId, { search, shownTime: shownTimeIn(timezone) });
  return { name: 'Do not contact', columns: columnsIn(timezone), batches };
}

type Rows = { search: string; shownTime: (time: string) => string };

async function* batchesOf(app: App, userId: number, { search, shownTime }: Rows) {
  for (let after = ''; ;) {
    const people = await listPeopleAfter(app.db, userId, search, { after, limit: batchSize });
    yield people.map(({ username, reason, origin, created_at }) => [
      username,
      reason,
      origins[origin],
      shownTime(created_at),
      profileLinkOf(username),
    ]);
    const last = people.at(-1);
    if (last === undefined) return;
    after = last.username;
  }
}
