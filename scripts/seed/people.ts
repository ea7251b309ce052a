import { setTimeout } from 'node:timers/promises';
import type { Client } from '@sandpiper/contract/client';
import type { Import, ImportStatus } from '@sandpiper/contract/imports';
import { doNotContact, notes, type SampleList } from './sample-data.ts';

const variables = ['first_name', 'city'] as const;

async function untilImportIs(call: Client, id: number, status: ImportStatus): Promise<Import> {
  for (;;) {
    const answer = await call('GET /api/imports/:id', { params: { id } });
    if (answer.import.status === status) return answer.import;
    if (answer.import.status === 'failed') throw new Error('The sample data could not be imported');
    await setTimeout(100);
  }
}

/** Creates a list and imports its file, as the import screens do. */
export async function importList(call: Client, sample: SampleList): Promise<number> {
  const { name, description, source, fileName, people, leftOut = [] } = sample;
  const { list } = await call('POST /api/lists', { body: { name, description } });
  const created = await call('POST /api/imports', {
    body: { list_id: list.id, file_name: fileName, variables: [...variables] },
  });
  const params = { id: created.import.id };
  // Line 1 of the file contains the column names.
  const rows = [...people, ...leftOut].map((person, index) => ({
    line: index + 2,
    username: person.username,
    values: variables.map((variable) => person[variable]),
  }));
  await call('PUT /api/imports/:id/rows', { params, body: { from: 0, rows } });
  await call('POST /api/imports/:id/check', { params, body: { rows: rows.length, contacted_days: 30 } });
  await untilImportIs(call, params.id, 'checked');
  await call('POST /api/imports/:id/start', { params, body: { include: [], update_values: false, source } });
  const { added } = await untilImportIs(call, params.id, 'done');
  if (added !== people.length)
    throw new Error(`Importing the sample data added ${added} people instead of ${people.length}`);
  return list.id;
}

/** Adds the first do-not-contact entry. Must be called before the imports, so that the collectors' import skips this person. */
export async function addFirstMark(call: Client): Promise<void> {
  for (const { username, reason } of doNotContact.slice(0, 1)) {
    await call('POST /api/do-not-contact', { body: { usernames: [username], reason } });
  }
}

/** Adds the other do-not-contact entries and the notes, tags and saved filters that a user collects while campaigns run. */
export async function addNotes(call: Client): Promise<void> {
  for (const { username, reason } of doNotContact.slice(1)) {
    await call('POST /api/do-not-contact', { body: { usernames: [username], reason, origin: 'person_page' } });
  }
  for (const { username, note, tags } of notes) {
    await call('PUT /api/person/:username', { params: { username }, body: { note, tags } });
  }
  const { tags } = await call('GET /api/tags');
  const customers = tags.find(({ name }) => name === 'Customer');
  if (customers !== undefined) {
    await call('POST /api/saved-filters', { body: { name: 'Customers', filter: { tag_id: customers.id } } });
  }
  await call('POST /api/saved-filters', { body: { name: 'Not contacted yet', filter: { state: 'never_contacted' } } });
}
