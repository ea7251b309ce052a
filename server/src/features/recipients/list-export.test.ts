import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { tableOfList } from './list-export.service.ts';

const server = await testServer();
const { app } = server;

/**
 * Builds a list of several batches and reads the first batch of its export. `readRest` reads the remaining batches and returns their number
 * of rows.
 */
async function begunExport() {
  const recipients = Array.from({ length: 1200 }, (_, index) => `person${index}`);
  const values = Object.fromEntries(recipients.map((name) => [name, { city: 'Bern' }]));
  const user = await buildUser(app);
  const { id } = await buildList(app, user, { recipients, variables: ['city'], values });
  const { batches } = await tableOfList(app, { userId: user.id, id });
  const rest = batches[Symbol.asyncIterator]();
  await rest.next();
  return {
    user,
    params: { id },
    readRest: async () => {
      let rows = 0;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) rows += next.value.length;
      return rows;
    },
  };
}

describe('exporting a list', () => {
  it('fails if the list is deleted in the meantime, so that nobody keeps an incomplete file', async () => {
    const { user, params, readRest } = await begunExport();
    await server.call(user, 'DELETE /api/lists/:id', { params });
    await assert.rejects(readRest(), /deleted/);
  });

  it('fails if a deletion of the list begins in the meantime, and cannot be started during the deletion', async () => {
    const { user, params, readRest } = await begunExport();
    const job = { user_id: user.id, kind: 'list-deletion', subject_id: params.id, progress: '{}' };
    await app.db
      .insertInto('background_jobs')
      .values({ ...job, leased_until: new Date('2999-12-31') })
      .execute();
    await assert.rejects(readRest(), /deleted/);
    const { error } = await server.refuse(user, 'GET /api/lists/:id/export', { params, query: { format: 'csv' } });
    assert.equal(error, 'This list is being deleted.');
  });

  it('fails if a variable is renamed during the export, so that nobody keeps a file without its values', async () => {
    const { user, params, readRest } = await begunExport();
    const variables = [{ name: 'town', rename_from: 'city' }];
    await server.call(user, 'PUT /api/lists/:id/variables', { params, body: { variables } });
    await jobsToEnd(app);
    await assert.rejects(readRest(), /changed/);
  });

  it('succeeds if a variable is added during the export', async () => {
    const { user, params, readRest } = await begunExport();
    const variables = [{ name: 'city' }, { name: 'shop' }];
    await server.call(user, 'PUT /api/lists/:id/variables', { params, body: { variables } });
    assert.equal(await readRest(), 700);
  });
});
