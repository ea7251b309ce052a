import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildList, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { transact } from '../../platform/database/transact.ts';
import { formerKeysOf, linkReturningPeople } from './people.service.ts';

const server = await testServer();
const { app } = server;

/** Forgets a person who is on no list. Does only what these tests need. */
async function forget(user: TestUser, username: string, { isMarked = false, contactedAt = '' } = {}): Promise<string> {
  const person_key = app.personKeys(user.id, username);
  await app.db.insertInto('forgotten_people').values({ user_id: user.id, person_key }).execute();
  if (isMarked) {
    await app.db
      .insertInto('do_not_contact')
      .values({ user_id: user.id, person: person_key, origin: 'imported', created_at: '2026-01-02T03:04:05.000Z' })
      .execute();
  }
  if (contactedAt !== '') {
    await app.db
      .insertInto('contacts')
      .values({
        user_id: user.id,
        person: person_key,
        text_key: 'x',
        state: 'sent',
        contacted_at: contactedAt,
        delivery_id: 1,
        campaign_name: 'Spring',
        profile_name: 'Studio',
      })
      .execute();
  }
  return person_key;
}

const personOf = (user: TestUser, username: string) =>
  app.db
    .selectFrom('people')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('username', '=', username)
    .executeTakeFirst();

describe('a forgotten person who is added again', () => {
  it('is shown as having replied if they had replied before', async () => {
    const user = await buildUser(app);
    const replied_at = '2026-02-03T04:05:06.000Z';
    const person = await forget(user, 'anna');
    await app.db.insertInto('conversations').values({ user_id: user.id, person, replied_at }).execute();
    const list = await buildList(app, user);
    const recipients = ['anna', 'ben'];
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
    const { people } = await server.call(user, 'GET /api/people', { query: { state: 'replied' } });
    assert.deepEqual(
      people.map((found) => [found.username, found.replied_at]),
      [['anna', replied_at]],
    );
  });

  it('keeps the Do not contact mark and the last contact, whether they are added alone or with others', async () => {
    for (const way of ['one', 'bulk'] as const) {
      const user = await buildUser(app);
      const contactedAt = '2026-02-03T04:05:06.000Z';
      const key = await forget(user, 'anna', { isMarked: true, contactedAt });
      const list = await buildList(app, user);
      if (way === 'one') {
        await server.call(user, 'POST /api/recipients', { body: { list_id: list.id, recipient: '@Anna' } });
      } else {
        const recipients = ['ben', 'Anna'];
        await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
      }
      const person = await personOf(user, 'anna');
      assert.deepEqual(
        [
          person?.former_key,
          person?.last_contacted_at,
          person?.last_campaign_name,
          person?.last_profile_name,
          person?.outcome,
        ],
        [key, contactedAt, 'Spring', 'Studio', 'sent'],
        way,
      );
      assert.equal((await personOf(user, 'ben'))?.former_key ?? null, null);
      const { people } = await server.call(user, 'GET /api/do-not-contact', { query: { search: 'anna' } });
      assert.deepEqual(
        people.map(({ username, created_at }) => [username, created_at]),
        [['anna', '2026-01-02T03:04:05.000Z']],
      );
    }
  });

  it('is shown with the latest of several earlier messages', async () => {
    const user = await buildUser(app);
    const person = await forget(user, 'anna', { contactedAt: '2026-02-03T04:05:06.000Z' });
    const later = { state: 'unknown', contacted_at: '2026-03-04T05:06:07.000Z', campaign_name: 'Summer' } as const;
    await app.db
      .insertInto('contacts')
      .values({ user_id: user.id, person, text_key: 'y', delivery_id: 2, profile_name: 'Shop', ...later })
      .execute();
    const list = await buildList(app, user);
    await server.call(user, 'POST /api/recipients', { body: { list_id: list.id, recipient: 'anna' } });
    const found = await personOf(user, 'anna');
    assert.deepEqual(
      [found?.last_contacted_at, found?.last_campaign_name, found?.last_profile_name, found?.outcome],
      [later.contacted_at, 'Summer', 'Shop', 'unknown'],
    );
  });

  it('is linked to their earlier records when they are marked as do not contact, and the mark has the new reason', async () => {
    const user = await buildUser(app);
    const key = await forget(user, 'anna', { isMarked: true });
    const body = { usernames: ['anna'], reason: 'Asked again' };
    await server.call(user, 'POST /api/do-not-contact', { body });
    assert.equal((await personOf(user, 'anna'))?.former_key, key);
    const { people } = await server.call(user, 'GET /api/do-not-contact', { query: { search: 'anna' } });
    assert.deepEqual(
      people.map(({ reason }) => reason),
      ['Asked again'],
    );
  });

  it('can be contacted again once the user removes them from the Do not contact list', async () => {
    const user = await buildUser(app);
    await forget(user, 'anna', { isMarked: true });
    const list = await buildList(app, user);
    await server.call(user, 'POST /api/recipients', { body: { list_id: list.id, recipient: 'anna' } });
    const query = { reason: 'Wrote to us' };
    await server.call(user, 'DELETE /api/do-not-contact/:username', { params: { username: 'anna' }, query });
    const left = await app.db.selectFrom('do_not_contact').selectAll().where('user_id', '=', user.id).execute();
    assert.deepEqual(left, []);
  });

  it('is linked to their earlier records even if their row was deleted while they were being added', async () => {
    const user = await buildUser(app);
    const key = await forget(user, 'anna');
    await transact(app.db, (transaction) =>
      linkReturningPeople(app, transaction, { userId: user.id, usernames: ['anna', 'ben'] }),
    );
    assert.equal((await personOf(user, 'anna'))?.former_key, key);
    assert.equal(await personOf(user, 'ben'), undefined);
  });

  it('is recognized before anything is written, but only for the same user', async () => {
    const user = await buildUser(app);
    const key = await forget(user, 'anna');
    const usernames = ['anna', 'ben'];
    assert.deepEqual([...(await formerKeysOf(app, app.db, { userId: user.id, usernames }))], [['anna', key]]);
    const stranger = await buildUser(app);
    await forget(stranger, 'cleo');
    assert.deepEqual([...(await formerKeysOf(app, app.db, { userId: stranger.id, usernames }))], []);
  });
});
