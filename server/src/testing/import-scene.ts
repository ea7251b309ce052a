import { setTimeout } from 'node:timers/promises';
import type { Import, NewImportRow } from '@sandpiper/contract/imports';
import type { App } from '../platform/app-context.ts';
import { jobsToEnd } from '../platform/background-jobs.ts';
import { buildList, buildUser } from './builders.ts';
import type { TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

type NewImport = { file_name?: string; variables?: string[] };
/** A username, alone or followed by its values. */
export type RowText = string | readonly string[];

/** Returns rows as the web app sends them. Line numbers start at 2, after the header. */
export function sent(rows: readonly RowText[], from = 0): NewImportRow[] {
  return rows.map((row, index) => {
    const [username = '', ...values] = typeof row === 'string' ? [row] : row;
    return { line: from + index + 2, username, values };
  });
}

export const manyNames = (count: number) => Array.from({ length: count }, (_, index) => `person.${index}`);

/** Returns the people on a list in the order in which they were added. */
export function recipientsOn(app: App, listId: number) {
  return app.db
    .selectFrom('recipients')
    .select(['id', 'recipient', 'variables'])
    .where('list_id', '=', listId)
    .orderBy('id')
    .execute();
}

export async function setValues(app: App, listId: number, recipient: string, variables: object): Promise<void> {
  await app.db
    .updateTable('recipients')
    .set({ variables: JSON.stringify(variables) })
    .where('list_id', '=', listId)
    .where('recipient', '=', recipient)
    .execute();
}

export const namesOn = async (app: App, listId: number) =>
  (await recipientsOn(app, listId)).map(({ recipient }) => recipient);

/** Waits until all checks, imports and undos are finished. */
export const waitForImport = (app: App) => jobsToEnd(app);

export async function createImport(
  server: TestServer,
  user: TestUser,
  listId: number,
  { file_name = 'people.csv', variables = [] }: NewImport = {},
): Promise<Import> {
  const body = { list_id: listId, file_name, variables };
  return (await server.call(user, 'POST /api/imports', { body })).import;
}

const undoneWithinMs = 10_000;
const rowsPerCall = 2000;

export async function sendRows(server: TestServer, user: TestUser, id: number, rows: readonly NewImportRow[]) {
  let received = 0;
  for (let from = 0; from < rows.length; from += rowsPerCall) {
    const body = { from, rows: rows.slice(from, from + rowsPerCall) };
    received = (await server.call(user, 'PUT /api/imports/:id/rows', { params: { id }, body })).rows;
  }
  return { rows: received };
}

type Own = { user: TestUser; id: number };

export async function importNow(server: TestServer, { user, id }: Own): Promise<Import> {
  return (await server.call(user, 'GET /api/imports/:id', { params: { id } })).import;
}

export async function check(server: TestServer, { user, id }: Own, contacted_days: number | null = null) {
  const { rows } = await importNow(server, { user, id });
  await server.call(user, 'POST /api/imports/:id/check', { params: { id }, body: { rows, contacted_days } });
  await jobsToEnd(server.app);
  return importNow(server, { user, id });
}

type Start = { include?: ('contacted' | 'on_other_list')[]; update_values?: boolean; source?: string };

/** Starts an import without waiting for it to finish. */
export async function start(server: TestServer, { user, id }: Own, options: Start = {}) {
  const body = { include: [], update_values: false, source: 'A fair', ...options };
  return (await server.call(user, 'POST /api/imports/:id/start', { params: { id }, body })).import;
}

/** Builds a user with a list. Returns both, with functions that create imports into the list and make calls about them. */
export async function sceneOfImports(server: TestServer, recipients: string[] = []) {
  const user = await buildUser(server.app);
  const { id: listId, recipients: onList } = await buildList(server.app, user, { recipients });
  const bodyOf = ({ file_name = 'people.csv', variables = [] }: NewImport) => ({
    list_id: listId,
    file_name,
    variables,
  });
  return {
    user,
    listId,
    onList,
    create: (options: NewImport = {}) => createImport(server, user, listId, options),
    refuseCreate: (options: NewImport = {}) => server.refuse(user, 'POST /api/imports', { body: bodyOf(options) }),
    send: (id: number, rows: readonly RowText[]) => sendRows(server, user, id, sent(rows)),
    call: (key: 'GET /api/imports/:id' | 'DELETE /api/imports/:id' | 'POST /api/imports/:id/undo', id: number) =>
      server.call(user, key, { params: { id } }),
  };
}

type Checked = NewImport & { recipients?: string[]; rows: readonly RowText[]; contacted_days?: number };

/** Builds a user with a list and a checked import into the list. */
export async function checkedImport(
  server: TestServer,
  { recipients = [], rows, contacted_days, ...options }: Checked,
) {
  const scene = await sceneOfImports(server, recipients);
  const { id } = await scene.create(options);
  await scene.send(id, rows);
  const checked = await check(server, { user: scene.user, id }, contacted_days ?? null);
  return { ...scene, id, checked };
}

type Ended = Omit<Checked, 'rows'> & { update_values?: boolean };

/** Like {@link checkedImport}, but also runs the import to its end. */
export async function endedImport(
  server: TestServer,
  rows: readonly RowText[],
  { update_values = false, ...options }: Ended = {},
) {
  const scene = await checkedImport(server, { rows, ...options });
  await start(server, scene, { update_values });
  await waitForImport(server.app);
  return scene;
}

/** Undoes an import and waits until the undo has ended. Fails if it hasn't ended within ten seconds. */
export async function undoneImport(server: TestServer, { user, id }: Own): Promise<Import> {
  await server.call(user, 'POST /api/imports/:id/undo', { params: { id } });
  const deadline = Date.now() + undoneWithinMs;
  for (;;) {
    await waitForImport(server.app);
    const now = await importNow(server, { user, id });
    if (now.status !== 'undoing') return now;
    if (Date.now() > deadline) throw new Error('The undo of the import has not ended');
    await setTimeout(50);
  }
}
