import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exactCountMax } from '@sandpiper/contract/limits';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const add = (user: TestUser, usernames: string[], reason?: string) =>
  server.call(user, 'POST /api/do-not-contact', { body: { usernames, ...(reason === undefined ? {} : { reason }) } });
const remove = (user: TestUser, username: string, reason = 'They asked for it') =>
  server.call(user, 'DELETE /api/do-not-contact/:username', { params: { username }, query: { reason } });

async function listed(user: TestUser, search = ''): Promise<string[]> {
  const { people } = await server.call(user, 'GET /api/do-not-contact', { query: { search, limit: 100 } });
  return people.map(({ username }) => username);
}

describe('people who must not be contacted', () => {
  it('are added once each, no matter how their usernames are written', async () => {
    const user = await buildUser(app);
    const answer = await add(user, ['@Anna', ' anna ', 'BEN', 'no good', '', 'explore', 'https://example.com/cleo']);
    assert.deepEqual(answer, {
      added: 2,
      in_flight: [],
      invalid: ['no good', '', 'explore', 'https://example.com/cleo'],
    });
    assert.deepEqual((await add(user, ['anna', 'cleo'])).added, 1);
    assert.deepEqual((await listed(user)).toSorted(), ['anna', 'ben', 'cleo']);
  });

  it('are not added if their name ends with a dot, because Instagram does not allow such usernames', async () => {
    const user = await buildUser(app);
    assert.deepEqual(await add(user, ['@mara.', 'ben']), { added: 1, in_flight: [], invalid: ['@mara.'] });
  });

  it('can be added from their page, and removed again, if an earlier version stored a name that ends with a dot', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { recipients: ['mara.'] });
    const body = { usernames: ['mara.', 'anna.'], origin: 'person_page' as const };
    const { added, invalid } = await server.call(user, 'POST /api/do-not-contact', { body });
    assert.deepEqual([added, invalid], [1, ['anna.']]);
    assert.deepEqual(await listed(user, 'mara.'), ['mara.']);
    await remove(user, 'mara.');
    assert.deepEqual(await listed(user), []);
  });

  it('are counted up to a limit, and the answer says if there are more', async () => {
    const user = await buildUser(app);
    await sql`INSERT INTO do_not_contact (user_id, person)
      SELECT ${user.id}, 'person' || n FROM generate_series(1, ${exactCountMax + 1}) n`.execute(app.db);
    const { pagination } = await server.call(user, 'GET /api/do-not-contact', { query: { limit: 100 } });
    assert.deepEqual(pagination, {
      currentPage: 1,
      totalPages: exactCountMax / 100,
      totalItems: exactCountMax,
      itemsPerPage: 100,
      is_more: true,
    });
    const found = await server.call(user, 'GET /api/do-not-contact', { query: { search: 'person77' } });
    assert.deepEqual([found.pagination.totalItems, found.pagination.is_more], [111, undefined]);
  });

  it('are listed newest first, in pages, with the reason', async () => {
    const user = await buildUser(app);
    await add(user, ['anna'], ' Asked us to stop. ');
    await add(user, ['ben'], '');
    await add(user, ['anna'], 'Another reason');
    const { people, pagination } = await server.call(user, 'GET /api/do-not-contact', { query: { limit: 1, page: 2 } });
    assert.deepEqual(
      people.map(({ username, reason }) => [username, reason]),
      [['anna', 'Asked us to stop.']],
    );
    assert.deepEqual(pagination, { currentPage: 2, totalPages: 2, totalItems: 2, itemsPerPage: 1 });
    assert.deepEqual(await listed(user), ['ben', 'anna']);
  });

  it('can be searched, with % and _ matched literally', async () => {
    const user = await buildUser(app);
    await add(user, ['anna_b', 'annab', 'ben']);
    assert.deepEqual(await listed(user, '@ANNA_'), ['anna_b']);
    assert.deepEqual(await listed(user, '%'), []);
  });

  it('can be added up to ten thousand at a time', async () => {
    const user = await buildUser(app);
    const usernames = Array.from({ length: 10_001 }, (_, index) => `person${index}`);
    assert.equal((await add(user, usernames.slice(1))).added, 10_000);
    const refusal = await server.refuse(user, 'POST /api/do-not-contact', { body: { usernames } });
    assert.equal(refusal.code, 'validation_failed');
    const nobody = await server.refuse(user, 'POST /api/do-not-contact', { body: { usernames: [] } });
    assert.equal(nobody.fields?.['usernames'], 'Enter at least one username');
  });

  it('can be removed from the list with a reason, and the reason is recorded', async () => {
    const user = await buildUser(app);
    await add(user, ['anna']);
    const missing = await server.send(user, { method: 'DELETE', url: '/api/do-not-contact/anna?reason=' });
    assert.equal(missing.status, 400);
    await remove(user, '@Anna', ' They wrote to us ');
    assert.deepEqual(await listed(user), []);
    const kept = await app.db
      .selectFrom('do_not_contact_removals')
      .select(['person', 'reason'])
      .where('user_id', '=', user.id)
      .execute();
    assert.deepEqual(kept, [{ person: 'anna', reason: 'They wrote to us' }]);
    const refusal = await server.refuse(user, 'DELETE /api/do-not-contact/:username', {
      params: { username: 'anna' },
      query: { reason: 'x' },
    });
    assert.equal(refusal.status, 404);
  });

  it('keep their history after they are removed from the list', async () => {
    const user = await buildUser(app);
    await add(user, ['anna'], 'Asked us to stop');
    await remove(user, 'anna', 'Wrote to us');
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['ben'], origin: 'imported' } });
    await remove(user, 'ben', 'By mistake');
    const { removals, pagination } = await server.call(user, 'GET /api/do-not-contact/removals');
    assert.deepEqual(
      removals.map(({ username, reason, origin, marked_reason }) => [username, reason, origin, marked_reason]),
      [
        ['ben', 'By mistake', 'imported', null],
        ['anna', 'Wrote to us', 'added', 'Asked us to stop'],
      ],
    );
    assert.ok(removals.every(({ removed_at, marked_at }) => marked_at !== null && marked_at <= removed_at));
    assert.equal(pagination.totalItems, 2);
    const found = await server.call(user, 'GET /api/do-not-contact/removals', { query: { search: '@ANN' } });
    assert.deepEqual(
      found.removals.map(({ username }) => username),
      ['anna'],
    );
  });

  it('have a reason that can be changed', async () => {
    const user = await buildUser(app);
    await add(user, ['anna'], 'Asked us');
    const change = (username: string, reason: string) =>
      server.call(user, 'PUT /api/do-not-contact/:username', { params: { username }, body: { reason } });
    assert.equal((await change('@Anna', ' Asked us by mail ')).person.reason, 'Asked us by mail');
    assert.equal((await change('anna', '')).person.reason, null);
    const missing = { params: { username: 'ben' }, body: { reason: 'x' } };
    assert.equal((await server.refuse(user, 'PUT /api/do-not-contact/:username', missing)).status, 404);
  });

  it('no longer appear in the list or an export once they are forgotten, but are still counted', async () => {
    const user = await buildUser(app);
    const person = app.personKeys(user.id, 'anna');
    await app.db.insertInto('do_not_contact').values({ user_id: user.id, person }).execute();
    await add(user, ['ben']);
    const { people, forgotten_count } = await server.call(user, 'GET /api/do-not-contact');
    assert.deepEqual([people.map(({ username }) => username), forgotten_count], [['ben'], 1]);
    const file = await server.call(user, 'GET /api/do-not-contact/export', { query: { format: 'csv' } });
    assert.doesNotMatch(await file.text(), /#/);
  });

  it('cannot be changed or removed by their key once they are forgotten', async () => {
    const user = await buildUser(app);
    const person = app.personKeys(user.id, 'anna');
    await app.db.insertInto('do_not_contact').values({ user_id: user.id, person }).execute();
    const params = { username: person };
    const refusals = [
      await server.refuse(user, 'PUT /api/do-not-contact/:username', { params, body: { reason: 'x' } }),
      await server.refuse(user, 'DELETE /api/do-not-contact/:username', { params, query: { reason: 'x' } }),
    ];
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [404, 404],
    );
    assert.equal((await server.call(user, 'GET /api/do-not-contact')).forgotten_count, 1);
  });

  it('are exported sorted by name, with reason and origin, no matter how many there are', async () => {
    const user = await buildUser(app);
    const many = Array.from({ length: 600 }, (_, index) => `person${String(index).padStart(3, '0')}`);
    await add(user, ['anna'], '=1+1');
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: many, origin: 'imported' } });
    const csv = await server.call(user, 'GET /api/do-not-contact/export', { query: { format: 'csv' } });
    const lines = (await csv.text()).trim().split('\r\n');
    assert.match(
      lines[1] ?? '',
      /^anna,'=1\+1,Added,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,https:\/\/www\.instagram\.com\/anna\/$/,
    );
    assert.deepEqual(
      lines.slice(2).map((line) => line.split(',')[0]),
      many,
    );
    const query = { format: 'xlsx', search: 'nna' } as const;
    const xlsx = await server.call(user, 'GET /api/do-not-contact/export', { query });
    const { sheets } = await readXlsx(await xlsx.arrayBuffer());
    assert.deepEqual(
      sheets[0]?.rows.map((row) => row.slice(0, 3)),
      [
        ['Username', 'Reason', 'Origin'],
        ['anna', '=1+1', 'Added'],
      ],
    );
  });

  it('are marked as Do not contact in every list where they appear', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    const { user, params } = given;
    const delivery = await given.commitOne();
    await given.report(delivery, 'unknown', { reason: 'no_note' });
    const markedNow = async () => {
      const ofList = { params: { id: given.campaign.listId } };
      const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', ofList);
      const all = await server.call(user, 'GET /api/recipients');
      const { people } = await server.call(user, 'GET /api/campaigns/:id/unknown', { params });
      const { logs } = await server.call(user, 'GET /api/campaigns/:id/logs', { params });
      const rows = [recipients, all.recipients, people, (await given.view()).logs, logs];
      return rows.map((one) =>
        one.flatMap(({ recipient, is_do_not_contact }) => (is_do_not_contact ? [recipient] : [])),
      );
    };
    assert.deepEqual(await markedNow(), [[], [], [], [], []]);
    await add(user, ['anna']);
    assert.deepEqual(await markedNow(), [['anna'], ['anna'], ['anna'], ['anna'], ['anna']]);
    const body = { recipient: 'cleo', list_id: given.campaign.listId };
    await add(user, ['cleo']);
    const { recipient } = await server.call(user, 'POST /api/recipients', { body });
    assert.equal(recipient.is_do_not_contact, true);
  });

  it('can be added and removed without a subscription', async () => {
    const user = await buildUser(app, { subscription_end_date: '2020-01-01' });
    assert.equal((await add(user, ['anna'])).added, 1);
    assert.deepEqual(await listed(user), ['anna']);
    await remove(user, 'anna');
  });

  it('are separate for each user', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    await add(user, ['anna']);
    await remove(user, 'anna');
    await add(user, ['anna']);
    const { removals } = await server.call(other, 'GET /api/do-not-contact/removals');
    assert.deepEqual(removals, []);
    assert.deepEqual(await listed(other), []);
    assert.deepEqual(await add(other, ['anna', 'ben']), { added: 2, in_flight: [], invalid: [] });
  });
});

describeAccess(server, [
  { key: 'GET /api/do-not-contact' },
  { key: 'POST /api/do-not-contact', input: () => Promise.resolve({ body: { usernames: ['anna'] } }) },
  { key: 'GET /api/do-not-contact/removals' },
  { key: 'GET /api/do-not-contact/export', input: () => Promise.resolve({ query: { format: 'csv' } }) },
  {
    key: 'PUT /api/do-not-contact/:username',
    input: async (owner) => {
      await add(owner, ['anna']);
      return { params: { username: 'anna' }, body: { reason: 'x' } };
    },
    isOwned: true,
  },
  {
    key: 'DELETE /api/do-not-contact/:username',
    input: async (owner) => {
      await add(owner, ['anna']);
      return { params: { username: 'anna' }, query: { reason: 'x' } };
    },
    isOwned: true,
  },
]);
