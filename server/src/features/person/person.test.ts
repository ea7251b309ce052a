import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const open = (user: TestUser, username: string) =>
  server.call(user, 'GET /api/person/:username', { params: { username } });
const timeline = async (user: TestUser, username: string) => {
  const { events } = await server.call(user, 'GET /api/person/:username/timeline', { params: { username } });
  return events;
};

describe('a person', () => {
  it('is shown with the number of lists, the Do not contact mark and the campaign results', async () => {
    const sending = await scene({ recipients: ['anna', 'ben'] });
    const { user } = sending;
    await sending.sendOne();
    const body = { usernames: ['Anna'], reason: 'Asked us', origin: 'person_page' as const };
    await server.call(user, 'POST /api/do-not-contact', { body });
    const anna = await open(user, ' @ANNA ');
    assert.deepEqual([anna.person.username, anna.person.list_count, anna.person.is_do_not_contact], ['anna', 1, true]);
    assert.equal(anna.person.outcome, 'sent');
    assert.deepEqual([anna.mark?.reason, anna.mark?.origin], ['Asked us', 'person_page']);
    const counts = { sent: 0, unknown: 0, failed: 0, skipped: 0 };
    const nothing = { ...counts, first_contacted_at: null, replied_at: null, waiting_in: [] };
    assert.notEqual(anna.person.last_contacted_at, null);
    const first = anna.person.last_contacted_at;
    assert.deepEqual(anna.summary, { ...nothing, sent: 1, first_contacted_at: first });
    const ben = await open(user, 'ben');
    const { id } = sending.campaign;
    const name = ben.summary.waiting_in[0]?.name;
    assert.deepEqual([ben.mark, ben.summary], [null, { ...nothing, waiting_in: [{ id, name }] }]);
  });

  it('has a note and tags that can be changed and cleared', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: ['anna'] });
    const change = (body: { note?: string | null; tags?: string[] }) =>
      server.call(user, 'PUT /api/person/:username', { params: { username: '@anna' }, body });
    const { person } = await change({ note: ' Met in May.\nLikes tea. ', tags: [' VIP '] });
    assert.deepEqual([person.note, person.tags.map(({ name }) => name)], ['Met in May.\nLikes tea.', ['VIP']]);
    const retagged = await change({ tags: ['Baker'] });
    assert.equal(retagged.person.note, 'Met in May.\nLikes tea.');
    const cleared = await change({ note: '', tags: [] });
    assert.deepEqual([cleared.person.note, cleared.person.tags], [null, []]);
    const long = { params: { username: 'anna' }, body: { note: 'x'.repeat(2001) } };
    assert.equal(
      (await server.refuse(user, 'PUT /api/person/:username', long)).fields?.['note'],
      'Use at most 2000 characters',
    );
  });

  it('is not found by another user', async () => {
    const [user, stranger] = [await buildUser(app), await buildUser(app)];
    await buildList(app, user, { recipients: ['anna'] });
    for (const username of ['anna', 'no body', '#abc']) {
      assert.equal((await server.refuse(stranger, 'GET /api/person/:username', { params: { username } })).status, 404);
    }
  });
});

describe("a person's timeline", () => {
  it('shows everything that happened, newest first', async () => {
    const sending = await scene({ recipients: ['anna', 'ben'] });
    const { user, campaign } = sending;
    await sending.sendOne();
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna'], reason: 'Asked us' } });
    const unmark = { params: { username: 'anna' }, query: { reason: 'Wrote to us' } };
    await server.call(user, 'DELETE /api/do-not-contact/:username', unmark);
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna'], origin: 'imported' } });
    const events = await timeline(user, 'anna');
    assert.deepEqual(
      events.map(({ type, text, origin }) => [type, text, origin]),
      [
        ['do_not_contact_added', null, 'imported'],
        ['do_not_contact_removed', 'Wrote to us', null],
        ['do_not_contact_added', 'Asked us', 'added'],
        ['message_sent', null, null],
        ['added_to_list', null, null],
      ],
    );
    const sent = events.find(({ type }) => type === 'message_sent');
    assert.equal(sent?.campaign?.id, campaign.id);
    assert.equal(sent?.profile_name, campaign.accounts[0]?.profile_name);
    assert.equal(typeof events.at(-1)?.list?.id, 'number');
  });

  it('still shows what was sent, even after the campaign and the list were deleted', async () => {
    const sending = await scene({ recipients: ['anna'] });
    const { user, campaign } = sending;
    await sending.sendOne();
    const { name } = (await timeline(user, 'anna')).find(({ type }) => type === 'message_sent')?.campaign ?? {};
    await server.call(user, 'DELETE /api/campaigns/:id', { params: { id: campaign.id } });
    await server.call(user, 'DELETE /api/lists/:id', { params: { id: campaign.listId } });
    const events = await timeline(user, 'anna');
    assert.deepEqual(
      events.map(({ type, campaign: one, profile_name }) => [type, one, profile_name]),
      [
        ['removed_from_list', null, null],
        ['message_sent', { id: null, name }, campaign.accounts[0]?.profile_name],
        ['added_to_list', null, null],
      ],
    );
  });

  it('shows the user’s changes to the person’s note, tags, status and lists', async () => {
    const user = await buildUser(app);
    const list = await buildList(app, user, { name: 'Guests', recipients: ['anna', 'ben'] });
    const change = (body: { note: string | null; tags: string[] }) =>
      server.call(user, 'PUT /api/person/:username', { params: { username: 'anna' }, body });
    await change({ note: 'Met in May', tags: ['VIP'] });
    await change({ note: 'Met in May', tags: ['VIP'] });
    await change({ note: null, tags: [] });
    const found = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id: list.id }, query: {} });
    const params = { id: found.recipients.find(({ recipient }) => recipient === 'anna')?.id ?? 0 };
    await server.call(user, 'PUT /api/recipients/:id/status', { params, body: { status: 'failed' } });
    await server.call(user, 'PUT /api/recipients/:id/status', { params, body: { status: 'failed' } });
    await server.call(user, 'DELETE /api/recipients/:id', { params });
    const events = await timeline(user, 'anna');
    assert.deepEqual(
      events.map(({ type, text, list: where, recipient_status, tag }) => [
        type,
        where?.name ?? tag ?? text,
        recipient_status,
      ]),
      [
        ['removed_from_list', 'Guests', null],
        ['status_changed', 'Guests', 'failed'],
        ['untagged', 'VIP', null],
        ['note_changed', null, null],
        ['tagged', 'VIP', null],
        ['note_changed', 'Met in May', null],
        ['added_to_list', 'Guests', null],
      ],
    );
    assert.deepEqual(
      (await timeline(user, 'ben')).map(({ type }) => type),
      ['added_to_list'],
    );
  });

  it('shows why a person was skipped at the start, and when they replied', async () => {
    const user = await buildUser(app);
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna'] } });
    const campaign = await buildCampaign(app, user, { status: 'running', recipients: ['anna', 'ben'] });
    const conversation = { user_id: user.id, person: 'anna', replied_at: new Date(), profile_id: null };
    await app.db.insertInto('conversations').values(conversation).execute();
    const events = await timeline(user, 'anna');
    const skipped = events.find(({ type }) => type === 'skipped');
    assert.equal(skipped?.campaign?.id, campaign.id);
    assert.match(skipped?.text ?? '', /do not contact/i);
    assert.equal(events[0]?.type, 'replied');
  });

  it('comes in pages without gaps or repeats', async () => {
    const user = await buildUser(app);
    for (let number = 0; number < 120; number += 1) await buildList(app, user, { recipients: ['anna'] });
    await app.db.updateTable('recipients').set({ created_at: new Date() }).where('user_id', '=', user.id).execute();
    const params = { username: 'anna' };
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let before: string | null = ''; before !== null;) {
      const query: object = before === '' ? {} : { before };
      const page: { events: { id: string }[]; next_before: string | null } = await server.call(
        user,
        'GET /api/person/:username/timeline',
        { params, query },
      );
      seen.push(...page.events.map(({ id }) => id));
      sizes.push(page.events.length);
      before = page.next_before;
    }
    assert.deepEqual([sizes, new Set(seen).size], [[50, 50, 20], 120]);
    const wrong = await server.refuse(user, 'GET /api/person/:username/timeline', { params, query: { before: 'x' } });
    assert.ok(wrong.fields?.['before']);
  });
});

async function anna(owner: TestUser) {
  await buildList(app, owner, { recipients: ['anna'] });
  return { params: { username: 'anna' } };
}

describeAccess(server, [
  { key: 'GET /api/person/:username', input: anna, isOwned: true },
  { key: 'GET /api/person/:username/timeline', input: anna, isOwned: true },
  {
    key: 'PUT /api/person/:username',
    input: async (owner) => ({ ...(await anna(owner)), body: { note: 'x' } }),
    isOwned: true,
  },
]);
