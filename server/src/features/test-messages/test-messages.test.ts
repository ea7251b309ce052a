import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildTemplate } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

/** Builds a template and a user whose only campaign hasn't been started. */
async function setUp() {
  const given = await scene({ status: 'pending' });
  const template = await buildTemplate(app, given.user, { content: 'Dear {username}' });
  const body = { message_template_id: template.id, profile_id: given.account.id, recipient: '@My.Own_Name' };
  type More = Partial<typeof body> & { list_id?: number };
  const send = async (more: More = {}) =>
    (await server.call(given.user, 'POST /api/test-messages', { body: { ...body, ...more } })).campaign;
  const refuse = (more: More = {}) =>
    server.refuse(given.user, 'POST /api/test-messages', { body: { ...body, ...more } });
  const lists = async () => (await server.call(given.user, 'GET /api/lists')).lists.map(({ name }) => name);
  const campaigns = async () => (await server.call(given.user, 'GET /api/campaigns')).campaigns.map(({ name }) => name);
  return { ...given, template, body, send, refuse, lists, campaigns };
}

describe('a test message', () => {
  it('goes only to the given name, from the given account, with the final text', async () => {
    const given = await setUp();
    const campaign = await given.send();
    assert.deepEqual([campaign.status, campaign.total_list], ['running', 1]);
    const { recipient, text } = await given.sendOne();
    assert.deepEqual([recipient, text], ['my.own_name', 'Dear my.own_name']);
    assert.equal(
      (await server.call(given.user, 'GET /api/campaigns/:id', { params: { id: campaign.id } })).campaign.status,
      'completed',
    );
  });

  it('can be sent again without creating a second list', async () => {
    const given = await setUp();
    for (const _time of [1, 2]) {
      await given.send();
      assert.equal((await given.sendOne()).text, 'Dear my.own_name');
    }
    assert.deepEqual(
      (await given.lists()).filter((name) => name.startsWith('Test')),
      ['Test: my.own_name'],
    );
  });

  it('does not change a list of the user’s own that has the name of a test’s list', async () => {
    const given = await setUp();
    const values = { first_name: 'Me' };
    const own = await buildList(app, given.user, {
      name: 'Test: my.own_name',
      variables: ['first_name'],
      recipients: ['my.own_name'],
      values: { 'my.own_name': values },
    });
    assert.notEqual((await given.send()).list_id, own.id);
    await given.sendOne();
    const params = { id: own.id };
    const { list } = await server.call(given.user, 'GET /api/lists/:id', { params });
    assert.deepEqual([list.variables, list.pending_count], [['first_name'], 1]);
    const { recipients } = await server.call(given.user, 'GET /api/lists/:id/recipients', { params, query: {} });
    assert.deepEqual(recipients[0]?.variables, values);
  });

  it('gets the recipient’s own values if the recipient is on the list, otherwise those of the first person who has all the needed values', async () => {
    const given = await setUp();
    const template = await buildTemplate(app, given.user, { content: 'Hi {first_name} ({username}) of {shop|a shop}' });
    const { id: list_id } = await buildList(app, given.user, {
      variables: ['first_name', 'shop'],
      recipients: ['anna', 'ben', 'own'],
      values: { anna: { shop: 'Dune' }, ben: { first_name: 'Ben' }, own: { first_name: 'Me', shop: 'Tide' } },
    });
    const test = { message_template_id: template.id, list_id };
    await given.send(test);
    assert.equal((await given.sendOne()).text, 'Hi Ben (my.own_name) of a shop');
    await given.send({ ...test, recipient: 'own' });
    assert.equal((await given.sendOne()).text, 'Hi Me (own) of Tide');
    // Remove all values from the list, then repeat the first test. The repeated test reuses the test list, but must not reuse the values
    // stored there.
    await app.db.updateTable('recipients').set({ variables: null }).where('list_id', '=', list_id).execute();
    const refusal = await given.refuse(test);
    assert.equal(refusal.code, 'everybody_skipped');
    assert.match(refusal.error, /No value for a variable/);
  });

  it('never reuses an earlier test’s value, even of a variable that is named “constructor”', async () => {
    const given = await setUp();
    const template = await buildTemplate(app, given.user, { content: 'Hi {constructor|builder}' });
    const { id: list_id } = await buildList(app, given.user, {
      variables: ['constructor'],
      recipients: ['anna'],
      values: { anna: { constructor: 'Ada' } },
    });
    await given.send({ message_template_id: template.id, list_id });
    assert.equal((await given.sendOne()).text, 'Hi Ada');
    await app.db.updateTable('recipients').set({ variables: null }).where('list_id', '=', list_id).execute();
    await given.send({ message_template_id: template.id, list_id });
    assert.equal((await given.sendOne()).text, 'Hi builder');
  });

  it('never goes to other people that the user has added to the list of an earlier test', async () => {
    const given = await setUp();
    const { list_id: listId } = await given.send();
    await given.sendOne();
    assert.ok(listId !== null);
    await server.call(given.user, 'POST /api/recipients', {
      body: { recipient: 'a.stranger', list_id: listId, status: 'pending' },
    });
    assert.equal((await given.send()).total_list, 1);
    assert.equal((await given.sendOne()).recipient, 'my.own_name');
  });

  it('is remembered like any other message, so campaigns do not send the same text to this name again', async () => {
    const given = await setUp();
    await given.send();
    await given.sendOne();
    const next = await buildCampaign(app, given.user, {
      recipients: ['my.own_name', 'anna'],
      content: 'Dear {username}',
    });
    const { skipped } = await server.call(given.user, 'POST /api/campaigns/:id/preflight', {
      params: { id: next.id },
      query: {},
      body: {},
    });
    assert.deepEqual(skipped, [{ reason: 'same_message', people: 1 }]);
  });

  it('leaves no campaign and no list behind if it is refused', async () => {
    const given = await setUp();
    const before = [await given.campaigns(), await given.lists()];
    assert.equal((await given.refuse({ recipient: 'not a name' })).code, 'validation_failed');
    await server.call(given.user, 'POST /api/do-not-contact', { body: { usernames: ['my.own_name'] } });
    assert.equal((await given.refuse()).code, 'everybody_skipped');
    assert.equal((await given.refuse({ message_template_id: 999_999_999 })).code, 'not_found');
    assert.deepEqual([await given.campaigns(), await given.lists()], before);
  });

  it('is refused while the account’s campaign is running', async () => {
    const given = await setUp();
    await server.call(given.user, 'POST /api/campaigns/:id/start', { params: given.params });
    const { code, error } = await given.refuse();
    assert.equal(code, 'profiles_in_use');
    assert.match(error, /already being used in running campaigns/);
  });
});

describeAccess(server, [
  {
    key: 'POST /api/test-messages',
    input: async (owner) => {
      const { accounts, template } = await planned(owner);
      return { body: { message_template_id: template, profile_id: accounts, recipient: 'my.own.name' } };
    },
    isOwned: true,
  },
]);

async function planned(owner: TestUser) {
  const campaign = await buildCampaign(app, owner);
  const template = await buildTemplate(app, owner);
  return { accounts: campaign.accounts[0]?.id ?? 0, template: template.id };
}
