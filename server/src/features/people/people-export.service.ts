import type { Person, PersonOutcome } from '@sandpiper/contract/people';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import type { App } from '../../platform/app-context.ts';
import { profileLinkColumn, profileLinkOf } from '../../platform/files/profile-link.ts';
import { shownTimeIn } from '../../platform/files/shown-time.ts';
import type { Table } from '../../platform/files/table-file.ts';
import { withListsAndTags } from './people-page.service.ts';
import { listPeople } from './people.store.ts';

/** The embedded database reads a batch in about 10 ms. Meanwhile, it serves no other queries. */
const batchSize = 250;
/** The maximum number of lists named per person. */
const maxLists = 50;

const columnsIn = (timezone: string) => [
  { header: 'Username', width: 32 },
  { header: 'Lists', width: 40 },
  { header: 'Tags', width: 30 },
  { header: 'Do not contact', width: 16 },
  { header: `Last contact (${timezone})`, width: 30 },
  { header: 'Account', width: 24 },
  { header: 'Campaign', width: 24 },
  { header: 'Outcome', width: 14 },
  { header: `Wrote to you (${timezone})`, width: 22 },
  { header: 'Note', width: 60 },
  { header: `Added (${timezone})`, width: 22 },
  profileLinkColumn,
];

const outcomes: Record<PersonOutcome, string> = {
  sent: 'Sent',
  failed: 'Failed',
  not_found: 'Not found',
  unknown: 'Not known',
  skipped: 'Skipped',
};

type PeopleExport = PeopleFilter & { timezone: string };

/** Exports all people who match, newest first. Reads them in batches. */
export function tableOfPeople(app: App, userId: number, { timezone, ...filter }: PeopleExport): Table {
  const batches = batchesOf(app, userId, { filter, shownTime: shownTimeIn(timezone) });
  return { name: 'People', columns: columnsIn(timezone), batches };
}

const namesOf = (named: readonly { name: string }[]) => named.map(({ name }) => name).join(', ');

/** Returns the names of a person's lists, and how many lists were left out. */
function listsOf({ lists, list_count }: Pick<Person, 'lists' | 'list_count'>): string {
  const left = list_count - lists.length;
  return left > 0 ? `${namesOf(lists)}, and ${left} more` : namesOf(lists);
}

type Wanted = { filter: PeopleFilter; shownTime: (time: string) => string };

async function* batchesOf(app: App, userId: number, { filter, shownTime }: Wanted) {
  const asOf = new Date().toISOString();
  for (let before: number | undefined; ;) {
    const rows: Awaited<ReturnType<typeof listPeople>> = await listPeople(app.db, userId, {
      filter,
      position: { before },
      limit: batchSize,
      asOf,
    });
    const people = await withListsAndTags(app.db, userId, { rows, maxLists });
    yield people.map((person) => [
      person.username,
      listsOf(person),
      namesOf(person.tags),
      person.is_do_not_contact ? 'Yes' : null,
      person.last_contacted_at === null ? null : shownTime(person.last_contacted_at),
      person.last_profile_name,
      person.last_campaign_name,
      person.outcome === null ? null : outcomes[person.outcome],
      person.replied_at === null ? null : shownTime(person.replied_at),
      person.note,
      shownTime(person.created_at),
      profileLinkOf(person.username),
    ]);
    before = rows.at(-1)?.id;
    if (before === undefined) return;
  }
}
