import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

type Query = Parameters<typeof server.call<'GET /api/people'>>[2] extends { query?: infer Q } | undefined ? Q : never;

const page = (user: TestUser, query: NonNullable<Query> = {}) => server.call(user, 'GET /api/people', { query });
const setPerson = (user: TestUser, username: string, values: object) =>
  app.db.updateTable('people').set(values).where('user_id', '=', user.id).where('username', '=', username).execute();

describe('people', () => {
  it('have one row each across all lists, with everything that is stored about them', async () => {
    const user = await buildUser(app);
    const first = await buildList(app, user, { name: 'Studios', recipients: ['anna', 'ben'] });
    const second = await buildList(app, user, { name: 'Cafes', recipients: ['anna'] });
    await app.db.updateTable('recipients').set({ status: 'sent' }).where('list_id', '=', first.id).execute();
    const at = '2026-03-04T05:06:07.000Z';
    const contact = { last_contacted_at: at, last_campaign_name: 'Spring', last_profile_name: 'Desk' };
    await setPerson(user, 'anna', { ...contact, outcome: 'sent', outcome_at: at });
    const body = { note: ' Likes tea ', tags: ['VIP', 'tea'] };
    await server.call(user, 'PUT /api/person/:username', { params: { username: '@Anna' }, body });
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['cleo'] } });
    const { people, total } = await page(user);
    assert.deepEqual(total, { count: 3, is_more: false });
    assert.deepEqual(
      people.map(({ username, is_do_not_contact }) => [username, is_do_not_contact]),
      [
        ['cleo', true],
        ['ben', false],
        ['anna', false],
      ],
    );
    const anna = people.find(({ username }) => username === 'anna');
    assert.deepEqual(
      { ...anna, id: 0, created_at: '', tags: anna?.tags.map(({ name }) => name) },
      {
        id: 0,
        username: 'anna',
        lists: [
          { id: second.id, name: 'Cafes', status: 'pending', is_not_known: false },
          { id: first.id, name: 'Studios', status: 'sent', is_not_known: false },
        ],
        list_count: 2,
        ...contact,
        outcome: 'sent',
        outcome_at: at,
        replied_at: null,
        note: 'Likes tea',
        tags: ['tea', 'VIP'],
        is_do_not_contact: false,
        created_at: '',
      },
    );
  });

  it('are shown with their newest lists, and with the total number of lists they are on', async () => {
    const user = await buildUser(app);
    for (let number = 1; number <= 7; number += 1)
      await buildList(app, user, { name: `L${number}`, recipients: ['anna'] });
    const [anna] = (await page(user)).people;
    assert.deepEqual([anna?.lists.map(({ name }) => name), anna?.list_count], [['L7', 'L6', 'L5', 'L4', 'L3'], 7]);
  });

  it('can be paged in both directions, even while people are added', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: ['p1', 'p2', 'p3', 'p4', 'p5'] });
    const names = (found: Awaited<ReturnType<typeof page>>) => found.people.map(({ username }) => username).join(' ');
    const one = await page(user, { limit: 2 });
    assert.deepEqual([names(one), one.previous_after], ['p5 p4', null]);
    await buildList(app, user, { recipients: ['p6'] });
    const two = await page(user, { limit: 2, before: one.next_before ?? 0 });
    assert.equal(names(two), 'p3 p2');
    const three = await page(user, { limit: 2, before: two.next_before ?? 0 });
    assert.deepEqual([names(three), three.next_before], ['p1', null]);
    const back = await page(user, { limit: 2, after: three.previous_after ?? 0 });
    assert.deepEqual([names(back), back.next_before], ['p3 p2', two.next_before]);
    const front = await page(user, { limit: 2, after: back.previous_after ?? 0 });
    assert.equal(names(front), 'p5 p4');
    const newest = await page(user, { limit: 2, after: front.previous_after ?? 0 });
    assert.deepEqual([names(newest), newest.previous_after], ['p6', null]);
    const beyond = await page(user, { limit: 2, before: 1 });
    assert.deepEqual([names(beyond), beyond.next_before, beyond.previous_after], ['', null, 0]);
    assert.equal(names(await page(user, { limit: 2, after: 0 })), 'p2 p1');
  });

  it('can be filtered', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: ['anna', 'ben', 'cleo'] });
    await setPerson(user, 'ben', { outcome: 'failed', outcome_at: new Date() });
    const found = await page(user, { state: 'failed', days: 2, search: 'https://instagram.com/Ben/' });
    assert.deepEqual(
      [found.people.map(({ username }) => username), found.total],
      [['ben'], { count: 1, is_more: false }],
    );
    assert.deepEqual((await page(user, { state: 'failed', search: 'anna' })).people, []);
  });

  it('are counted exactly up to ten thousand, or up to a thousand for a search', async () => {
    const user = await buildUser(app);
    const list = await buildList(app, user);
    const recipients = Array.from({ length: 10_001 }, (_, index) => `person${index}`);
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
    assert.deepEqual((await page(user)).total, { count: 10_000, is_more: true });
    assert.deepEqual((await page(user, { search: 'person1000' })).total, { count: 2, is_more: false });
    assert.deepEqual((await page(user, { search: 'person' })).total, { count: 1000, is_more: true });
  });

  it('are kept when their list is deleted', async () => {
    const user = await buildUser(app);
    const list = await buildList(app, user, { recipients: ['anna'] });
    await server.call(user, 'DELETE /api/lists/:id', { params: { id: list.id } });
    const [anna] = (await page(user)).people;
    assert.deepEqual([anna?.username, anna?.lists, anna?.list_count], ['anna', [], 0]);
  });

  it('can be exported with the current filter, and no cell is a formula', async () => {
    const user = await buildUser(app);
    const names = Array.from({ length: 300 }, (_, index) => `person${String(index).padStart(3, '0')}`);
    await buildList(app, user, { name: 'Studios', recipients: names });
    await buildList(app, user, { name: 'Cafes', recipients: ['anna', 'person000'] });
    const body = { note: '=HYPERLINK("http://x")', tags: ['tea', 'VIP'] };
    await server.call(user, 'PUT /api/person/:username', { params: { username: 'anna' }, body });
    await setPerson(user, 'anna', { outcome: 'not_found', outcome_at: new Date() });
    const csv = await server.call(user, 'GET /api/people/export', { query: { format: 'csv' } });
    const lines = (await csv.text()).trim().split('\r\n');
    assert.match(
      lines[1] ?? '',
      /^anna,Cafes,"tea, VIP",,,,,Not found,,"'=HYPERLINK\(""http:\/\/x""\)",\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,https:\/\/www\.instagram\.com\/anna\/$/,
    );
    assert.match(lines.at(-1) ?? '', /^person000,"Cafes, Studios",/);
    assert.deepEqual(
      lines
        .slice(2)
        .map((line) => line.split(',')[0] ?? '')
        .toSorted(),
      names,
    );
    const query = { format: 'xlsx', search: 'anna', timezone: 'Asia/Tokyo' } as const;
    const xlsx = await server.call(user, 'GET /api/people/export', { query });
    const { sheets } = await readXlsx(await xlsx.arrayBuffer());
    assert.deepEqual(
      sheets[0]?.rows.map((row) => row[0]),
      ['Username', 'anna'],
    );
    assert.equal(sheets[0]?.rows[1]?.[9], '=HYPERLINK("http://x")');
    assert.deepEqual(sheets[0]?.rows[0]?.slice(10), ['Added (Asia/Tokyo)', 'Link to profile']);
  });

  it('are exported with the number of lists that the file leaves out', async () => {
    const user = await buildUser(app);
    for (let number = 1; number <= 52; number += 1) {
      await buildList(app, user, { name: `List ${number}`, recipients: ['anna'] });
    }
    const csv = await server.call(user, 'GET /api/people/export', { query: { format: 'csv' } });
    assert.match(await csv.text(), /\r\nanna,"List 52, .*, List 3, and 2 more",/);
  });

  it('are not visible to another user, not even through a list', async () => {
    const [user, stranger] = [await buildUser(app), await buildUser(app)];
    const list = await buildList(app, user, { recipients: ['anna'] });
    await buildList(app, stranger, { recipients: ['anna'] });
    assert.deepEqual((await page(stranger, { list_id: list.id })).people, []);
    const before = (await page(user)).people[0]?.id ?? 0;
    const others = await page(stranger, { before: before + 1_000_000 });
    assert.deepEqual(
      others.people.map(({ list_count }) => list_count),
      [1],
    );
  });
});

describeAccess(server, [{ key: 'GET /api/people' }, { key: 'GET /api/people/export' }]);
