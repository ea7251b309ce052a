import type { App } from '../../platform/app-context.ts';
import type { Table } from '../../platform/files/table-file.ts';
import { shownTime } from '../../platform/files/shown-time.ts';
import { listPeopleAfter } from './do-not-contact.store.ts';

const batchSize = 500;

const columns = [
  { header: 'Username', width: 32 },
  { header: 'Reason', width: 60 },
  { header: 'Origin', width: 14 },
  { header: 'Added (UTC)', width: 22 },
];

const origins = { added: 'Added', imported: 'From a file', person_page: "Person's page", bulk_change: 'Bulk change' };

/** Exports the people on the do-not-contact list who match the search, sorted by username. Rows are read in batches. */
export function tableOfPeople(app: App, userId: number, search: string): Table {
  return { name: 'Do not contact', columns, batches: batchesOf(app, userId, search) };
}

async function* batchesOf(app: App, userId: number, search: string) {
  for (let after = ''; ;) {
    const people = await listPeopleAfter(app.db, userId, search, { after, limit: batchSize });
    yield people.map(({ username, reason, origin, created_at }) => [
      username,
      reason,
      origins[origin],
      shownTime(created_at),
    ]);
    const last = people.at(-1);
    if (last === undefined) return;
    after = last.username;
  }
}
