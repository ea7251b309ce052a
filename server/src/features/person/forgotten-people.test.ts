import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildList } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { forgettingOn, leaver } from '../../testing/forgotten-people.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const { forget, mark, tablesNaming, everywhere } = forgettingOn(server);
const scene = scenesOn(server);

describe('a forgotten person who returns', () => {
  it('is not sent the same message again, and is still on the Do not contact list', async () => {
    const given = await scene({ recipients: [leaver] });
    const { user } = given;
    await given.sendOne();
    await mark(user, 'Asked us');
    await forget(user);
    const list = await buildList(app, user);
    const recipients = [leaver, 'zoe'];
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
    const people = await server.call(user, 'GET /api/people');
    const nora = people.people.find(({ username }) => username === leaver);
    assert.deepEqual([nora?.is_do_not_contact, nora?.last_contacted_at === null, nora?.note], [true, false, null]);
    const next = await given.another({ listId: list.id });
    assert.deepEqual(await given.counters(next.id), [1, 0, 0, 1]);
    await server.call(user, 'DELETE /api/do-not-contact/:username', {
      params: { username: leaver },
      query: { reason: 'She wrote to us' },
    });
    const alone = await buildList(app, user, { recipients: [] });
    await server.call(user, 'POST /api/recipients', { body: { list_id: alone.id, recipient: leaver } });
    const third = await buildCampaign(app, user, { listId: alone.id });
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id: third.id }, body: {} });
    assert.deepEqual([refusal.code, refusal.already_messaged], ['everybody_skipped', 1]);
    const other = await buildCampaign(app, user, { listId: alone.id, content: 'Another text', status: 'running' });
    assert.deepEqual(await given.counters(other.id), [1, 0, 0, 0]);
  });

  it('is still recorded as having replied, and has a timeline of the events that were kept', async () => {
    const given = await scene({ recipients: [leaver] });
    const { user } = given;
    await given.sendOne();
    await app.db
      .insertInto('conversations')
      .values({ user_id: user.id, person: leaver, replied_at: new Date() })
      .execute();
    await forget(user);
    const list = await buildList(app, user);
    await server.call(user, 'POST /api/recipients', { body: { list_id: list.id, recipient: leaver } });
    const params = { username: leaver };
    const { events } = await server.call(user, 'GET /api/person/:username/timeline', { params });
    assert.deepEqual(events.map(({ type }) => type).toSorted(), ['added_to_list', 'message_sent', 'replied']);
    const { summary } = await server.call(user, 'GET /api/person/:username', { params });
    assert.deepEqual([summary.sent, summary.replied_at === null], [1, false]);
    const again = await buildCampaign(app, user, { listId: list.id, content: 'Another text' });
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id: again.id }, body: {} });
    assert.match(refusal.error, /written to/i);
  });

  it('is shown with the outcome of an earlier message, even if that outcome becomes known only after they return', async () => {
    const { user, campaign, delivery, view } = await everywhere();
    await forget(user);
    const list = await buildList(app, user);
    await server.call(user, 'POST /api/recipients', { body: { list_id: list.id, recipient: leaver } });
    const outcome = async () => (await server.call(user, 'GET /api/people', { query: { search: leaver } })).people[0];
    const found = async () =>
      (await server.call(user, 'GET /api/person/:username', { params: { username: leaver } })).person;
    assert.equal((await found()).outcome, 'unknown');
    const params = { id: campaign.id, deliveryId: delivery.id };
    await server.call(user, 'POST /api/campaigns/:id/unknown/:deliveryId', { params, body: { was_sent: true } });
    assert.equal((await found()).outcome, 'sent');
    assert.ok(await outcome());
    const { logs } = await view();
    const ofPerson = logs
      .filter(({ recipient }) => recipient !== null)
      .map(({ recipient, action }) => [recipient, action]);
    assert.deepEqual(ofPerson, [['(forgotten)', 'message_sent']]);
  });

  it('can be forgotten again', async () => {
    const { user } = await everywhere();
    await forget(user);
    const list = await buildList(app, user);
    await server.call(user, 'POST /api/recipients', { body: { list_id: list.id, recipient: leaver } });
    await mark(user, `${leaver} again`);
    await forget(user);
    assert.deepEqual(await tablesNaming(user, leaver), []);
    assert.equal((await server.call(user, 'GET /api/do-not-contact')).forgotten_count, 1);
  });
});
