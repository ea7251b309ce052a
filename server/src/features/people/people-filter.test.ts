import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import { buildList, buildUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { matchingPeople } from './people.service.ts';

const { app } = await testServer();

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000);

/** Adds one person for each state at different times. Only `anna` and `ben` are on `list`, and only `anna` has the tag. */
async function everyState() {
  const user = await buildUser(app);
  const names = ['anna', 'ben', 'cleo', 'dora', 'emil', 'finn'];
  await buildList(app, user, { recipients: names });
  const list = await buildList(app, user, { recipients: ['anna', 'ben'] });
  const set = (username: string, values: object) =>
    app.db.updateTable('people').set(values).where('user_id', '=', user.id).where('username', '=', username).execute();
  await set('anna', { last_contacted_at: day(3), outcome: 'sent', outcome_at: day(3), created_at: day(40) });
  await set('ben', { outcome: 'failed', outcome_at: day(20), created_at: day(40) });
  await set('cleo', { outcome: 'not_found', outcome_at: day(2), created_at: day(40) });
  await set('dora', { outcome: 'skipped', outcome_at: day(2), last_contacted_at: day(30) });
  await app.db
    .insertInto('do_not_contact')
    .values({ user_id: user.id, person: 'emil', created_at: day(9) })
    .execute();
  await app.db
    .insertInto('conversations')
    .values({ user_id: user.id, person: 'finn', replied_at: day(5) })
    .execute();
  const tag = await app.db
    .insertInto('tags')
    .values({ user_id: user.id, name: 'VIP' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('person_tags')
    .columns(['user_id', 'tag_id', 'person_id'])
    .expression((eb) =>
      eb
        .selectFrom('people')
        .select(['user_id', eb.val(tag.id).as('tag_id'), 'id'])
        .where('user_id', '=', user.id)
        .where('username', '=', 'anna'),
    )
    .execute();
  const namesOf = async (filter: PeopleFilter) => {
    const rows = await matchingPeople(app.db, user.id, filter).select('username').orderBy('username').execute();
    return rows.map(({ username }) => username).join(' ');
  };
  return { user, list, tag, namesOf };
}

describe("a filter for a user's people", () => {
  it('finds people by state', async () => {
    const { namesOf } = await everyState();
    assert.equal(await namesOf({}), 'anna ben cleo dora emil finn');
    assert.equal(await namesOf({ state: 'never_contacted' }), 'ben cleo emil finn');
    assert.equal(await namesOf({ state: 'contacted' }), 'anna dora');
    assert.equal(await namesOf({ state: 'replied' }), 'finn');
    assert.equal(await namesOf({ state: 'failed' }), 'ben');
    assert.equal(await namesOf({ state: 'not_found' }), 'cleo');
    assert.equal(await namesOf({ state: 'skipped' }), 'dora');
    assert.equal(await namesOf({ state: 'do_not_contact' }), 'emil');
  });

  it('finds people by name, list and tag, and by a combination of filters', async () => {
    const { namesOf, list, tag } = await everyState();
    assert.equal(await namesOf({ search: '@NN' }), 'anna finn');
    assert.equal(await namesOf({ search: 'inn' }), 'finn');
    assert.equal(await namesOf({ list_id: list.id }), 'anna ben');
    assert.equal(await namesOf({ tag_id: tag.id }), 'anna');
    assert.equal(await namesOf({ list_id: list.id, state: 'failed', search: 'b' }), 'ben');
    assert.equal(await namesOf({ tag_id: tag.id, state: 'failed' }), '');
  });

  it('applies its period to the event that the state refers to', async () => {
    const { namesOf } = await everyState();
    assert.equal(await namesOf({ days: 10 }), 'dora emil finn');
    assert.equal(await namesOf({ state: 'never_contacted', days: 10 }), 'emil finn');
    assert.equal(await namesOf({ state: 'contacted', days: 10 }), 'anna');
    assert.equal(await namesOf({ state: 'replied', days: 4 }), '');
    assert.equal(await namesOf({ state: 'replied', days: 6 }), 'finn');
    assert.equal(await namesOf({ state: 'failed', days: 10 }), '');
    assert.equal(await namesOf({ state: 'failed', days: 30 }), 'ben');
    assert.equal(await namesOf({ state: 'do_not_contact', days: 8 }), '');
    assert.equal(await namesOf({ state: 'do_not_contact', since: day(10).toISOString().slice(0, 10) }), 'emil');
    assert.equal(await namesOf({ state: 'contacted', since: day(29).toISOString().slice(0, 10) }), 'anna');
  });

  it('begins its period on a day in the time zone of the user', async () => {
    const { user, namesOf } = await everyState();
    const replied_at = '2026-03-01T20:00:00Z';
    await app.db.updateTable('people').set({ replied_at }).where('user_id', '=', user.id).execute();
    const since = { state: 'replied', since: '2026-03-02' } as const;
    assert.equal(await namesOf(since), '');
    await app.db.updateTable('users').set({ timezone: 'Asia/Kolkata' }).where('id', '=', user.id).execute();
    assert.equal(await namesOf(since), 'anna ben cleo dora emil finn');
  });

  it("finds none of another user's people", async () => {
    const { list, tag } = await everyState();
    const stranger = await buildUser(app);
    await buildList(app, stranger, { recipients: ['anna'] });
    const found = await matchingPeople(app.db, stranger.id, { list_id: list.id }).select('username').execute();
    const tagged = await matchingPeople(app.db, stranger.id, { tag_id: tag.id }).select('username').execute();
    assert.deepEqual([...found, ...tagged], []);
  });
});
