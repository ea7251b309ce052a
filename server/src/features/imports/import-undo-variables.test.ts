import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { transact } from '../../platform/database/transact.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { buildTemplate } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import {
  check,
  checkedImport,
  createImport,
  endedImport,
  manyNames,
  sendRows,
  sent,
  start,
  undoneImport,
  waitForImport,
} from '../../testing/import-scene.ts';
import { untilWaitedFor } from '../../testing/lock-waits.ts';
import { findListOfRecipient, updateValues } from '../recipients/recipient-values.store.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

type Scene = { user: TestUser; listId: number };

async function variablesOf({ user, listId }: Scene): Promise<string[]> {
  return (await server.call(user, 'GET /api/lists/:id', { params: { id: listId } })).list.variables;
}

const setVariables = ({ user, listId }: Scene, names: readonly string[]) =>
  server.call(user, 'PUT /api/lists/:id/variables', {
    params: { id: listId },
    body: { variables: names.map((name) => ({ name })) },
  });

/** Imports more rows, with values for the variable `city`, into the list. */
async function importCities({ user, listId }: Scene, rows: readonly (readonly string[])[]) {
  const { id } = await createImport(server, user, listId, { variables: ['city'] });
  await sendRows(server, user, id, sent(rows));
  await check(server, { user, id });
  await start(server, { user, id });
  await waitForImport(app);
  return { user, id };
}

describe('undoing an import', () => {
  it('removes the variables that the import created', async () => {
    const scene = await endedImport(server, [['anna', 'Anna', 'Rome']], { variables: ['first_name', 'city'] });
    assert.deepEqual(await variablesOf(scene), ['first_name', 'city']);
    await undoneImport(server, scene);
    assert.deepEqual(await variablesOf(scene), []);
  });

  it('removes a variable that is named “constructor” even if people have values of other variables', async () => {
    const scene = await endedImport(server, [['anna', 'Ada']], { variables: ['constructor'] });
    await importCities(scene, [['ben', 'Rome']]);
    await undoneImport(server, scene);
    assert.deepEqual(await variablesOf(scene), ['city']);
  });

  it('keeps variables that the list already had', async () => {
    const scene = await checkedImport(server, { rows: [['anna', 'Rome']], variables: ['city'] });
    await setVariables(scene, ['city']);
    await start(server, scene);
    await waitForImport(app);
    await undoneImport(server, scene);
    assert.deepEqual(await variablesOf(scene), ['city']);
  });

  it('keeps variables that a template or an unfinished campaign uses, or for which another person has a value', async () => {
    const variables = ['unused', 'in_template', 'in_campaign', 'in_value'];
    const scene = await endedImport(server, [['anna', 'a', 'b', 'c', 'd']], { variables, recipients: ['ben', 'cleo'] });
    const { user, listId } = scene;
    await buildTemplate(app, user, { content: 'Hello {in_template|you} and {unused_too}!' });
    const campaign = await buildCampaign(app, user, { listId, content: 'Hello {in_campaign|you}!', status: 'paused' });
    await app.db
      .updateTable('templates')
      .set({ content: 'Hello!' })
      .where('user_id', '=', user.id)
      .where('id', '=', campaign.templateId)
      .execute();
    const last = scene.onList.at(-1)?.id ?? 0;
    await server.call(user, 'PUT /api/recipients/:id/variables', {
      params: { id: last },
      body: { variables: { in_value: 'x' } },
    });
    await undoneImport(server, scene);
    assert.deepEqual(await variablesOf(scene), ['in_template', 'in_campaign', 'in_value']);
  });

  it('removes variables used by several imports once all of these imports are undone', async () => {
    const scene = await endedImport(server, [['anna', 'Rome']], { variables: ['city'] });
    const second = await importCities(scene, [['ben', 'Oslo']]);
    await undoneImport(server, scene);
    assert.deepEqual(await variablesOf(scene), ['city']);
    await undoneImport(server, second);
    assert.deepEqual(await variablesOf(scene), []);
  });

  it('keeps a variable that the user created again after an earlier undo', async () => {
    const scene = await endedImport(server, [['anna', 'Rome']], { variables: ['city'] });
    const { id } = await importCities(scene, [['ben', 'Oslo']]);
    await undoneImport(server, { ...scene, id });
    await undoneImport(server, scene);
    assert.deepEqual(await variablesOf(scene), []);
    const third = await createImport(server, scene.user, scene.listId, { variables: ['first_name'] });
    await sendRows(server, scene.user, third.id, sent([['cleo', 'Cleo']]));
    await check(server, { user: scene.user, id: third.id });
    await start(server, { user: scene.user, id: third.id });
    await waitForImport(app);
    await setVariables(scene, ['first_name', 'city']);
    await undoneImport(server, { ...scene, id: third.id });
    assert.deepEqual(await variablesOf(scene), ['city']);
  });

  it('keeps a variable while people with values for it may be copied to the list', async () => {
    const scene = await endedImport(server, [['anna', 'Rome']], { variables: ['city'] });
    await app.db
      .insertInto('list_fillings')
      .values({ user_id: scene.user.id, list_id: scene.listId, kind: 'merge', total: 1 })
      .execute();
    await undoneImport(server, scene);
    assert.deepEqual(await variablesOf(scene), ['city']);
  });

  it('refuses new values while it runs, because the undo might remove their variable', async () => {
    const scene = await endedImport(server, [['anna', 'Rome']], { variables: ['city'], recipients: ['ben'] });
    const ben = scene.onList.find(({ recipient }) => recipient === 'ben')?.id ?? 0;
    const typed = { params: { id: ben }, body: { variables: { city: 'Oslo' } } };
    await app.db.updateTable('imports').set({ status: 'undoing' }).where('id', '=', scene.id).execute();
    const refusal = await server.refuse(scene.user, 'PUT /api/recipients/:id/variables', typed);
    assert.deepEqual([refusal.code, /still being undone/.test(refusal.error)], ['invalid_state', true]);
    await app.db.updateTable('imports').set({ status: 'done' }).where('id', '=', scene.id).execute();
    await server.call(scene.user, 'PUT /api/recipients/:id/variables', typed);
  });

  // The embedded database runs only one transaction at a time, so this test needs a database server.
  it('keeps a variable while a value for it is being saved', { skip: testDatabaseUrl === null }, async () => {
    const scene = await endedImport(server, [['anna', 'Rome']], { variables: ['city'], recipients: ['ben'] });
    const ben = scene.onList.find(({ recipient }) => recipient === 'ben')?.id ?? 0;
    let undoing: Promise<unknown> | undefined;
    await transact(app.db, async (transaction) => {
      await findListOfRecipient(transaction, scene.user.id, ben);
      await updateValues(transaction, { userId: scene.user.id, id: ben }, { set: { city: 'Oslo' }, gone: [] });
      undoing = undoneImport(server, scene);
      await untilWaitedFor(transaction);
    });
    await undoing;
    assert.deepEqual(await variablesOf(scene), ['city']);
  });

  it('keeps a variable for which only the last person on a long list has a value', async () => {
    const people = manyNames(6000);
    const scene = await endedImport(server, [['anna', 'Rome']], { variables: ['city'], recipients: people });
    const last = scene.onList.at(-1)?.id ?? 0;
    await server.call(scene.user, 'PUT /api/recipients/:id/variables', {
      params: { id: last },
      body: { variables: { city: 'Oslo' } },
    });
    await undoneImport(server, scene);
    assert.deepEqual(await variablesOf(scene), ['city']);
  });
});
