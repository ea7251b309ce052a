import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tagsOfUserMax } from '@sandpiper/contract/limits';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

const create = (user: TestUser, name: string) => server.call(user, 'POST /api/tags', { body: { name } });
const setTags = (user: TestUser, username: string, tags: string[]) =>
  server.call(user, 'PUT /api/person/:username', { params: { username }, body: { note: null, tags } });
const tagsOf = async (user: TestUser) =>
  (await server.call(user, 'GET /api/tags')).tags.map(({ name, people }) => `${name} ${people.count}`);

describe('tags', () => {
  it('are unique, ignoring case, and are listed by name, with the number of people who have them', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: ['anna', 'ben'] });
    const { tag } = await create(user, ' warm ');
    assert.deepEqual([tag.name, tag.people], ['warm', { count: 0, is_more: false }]);
    await create(user, 'VIP');
    const taken = await server.refuse(user, 'POST /api/tags', { body: { name: 'vip' } });
    assert.deepEqual([taken.code, taken.fields?.['name']], ['name_taken', 'You already have a tag called vip.']);
    await setTags(user, 'anna', ['WARM', 'new']);
    await setTags(user, 'ben', ['warm', 'Warm']);
    assert.deepEqual(await tagsOf(user), ['new 1', 'VIP 0', 'warm 2']);
  });

  it('are refused if their name is invisible', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: ['anna'] });
    for (const name of [' ', '\u200b', '\u2060 \ufeff', '\u3164']) {
      const refusal = await server.refuse(user, 'POST /api/tags', { body: { name } });
      assert.equal(refusal.fields?.['name'], 'Enter a name for the tag');
      const person = { params: { username: 'anna' }, body: { tags: [name] } };
      assert.equal((await server.refuse(user, 'PUT /api/person/:username', person)).code, 'validation_failed');
    }
    await create(user, '👩\u200d👩\u200d👧');
  });

  it('of a person can be replaced, and are kept if a request omits them', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: ['anna'] });
    await setTags(user, 'anna', ['a', 'b']);
    const { person } = await setTags(user, 'anna', ['b', 'c']);
    assert.deepEqual(
      person.tags.map(({ name }) => name),
      ['b', 'c'],
    );
    const body = { note: 'Hello' };
    const kept = await server.call(user, 'PUT /api/person/:username', { params: { username: 'anna' }, body });
    assert.deepEqual([kept.person.tags.length, kept.person.note], [2, 'Hello']);
  });

  it('are limited to 200, even if several are created at once', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: ['anna'] });
    const rows = Array.from({ length: tagsOfUserMax - 1 }, (_, index) => ({ user_id: user.id, name: `tag ${index}` }));
    await app.db.insertInto('tags').values(rows).execute();
    await Promise.allSettled([
      setTags(user, 'anna', ['z']),
      ...Array.from({ length: 8 }, (_, index) => create(user, `new ${index}`)),
    ]);
    assert.equal((await tagsOf(user)).length, tagsOfUserMax);
    const body = { name: 'more' };
    assert.equal((await server.refuse(user, 'POST /api/tags', { body })).code, 'invalid_state');
  });

  it('can be renamed, unless another tag has that name', async () => {
    const user = await buildUser(app);
    const { tag } = await create(user, 'warm');
    await create(user, 'cold');
    const rename = { params: { id: tag.id }, body: { name: 'Warm' } };
    assert.equal((await server.call(user, 'PUT /api/tags/:id', rename)).tag.name, 'Warm');
    const taken = await server.refuse(user, 'PUT /api/tags/:id', { params: { id: tag.id }, body: { name: 'COLD' } });
    assert.equal(taken.code, 'name_taken');
  });

  it('are removed from everyone when they are deleted, but the people stay', async () => {
    const user = await buildUser(app);
    const list = await buildList(app, user);
    const recipients = Array.from({ length: 2100 }, (_, index) => `person${index}`);
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
    const { tag } = await create(user, 'warm');
    await app.db
      .insertInto('person_tags')
      .columns(['user_id', 'tag_id', 'person_id'])
      .expression((eb) =>
        eb
          .selectFrom('people')
          .select(['user_id', eb.val(tag.id).as('tag_id'), 'id'])
          .where('user_id', '=', user.id),
      )
      .execute();
    assert.deepEqual(await tagsOf(user), ['warm 2100']);
    await server.call(user, 'DELETE /api/tags/:id', { params: { id: tag.id } });
    assert.deepEqual(await tagsOf(user), []);
    const { people, total } = await server.call(user, 'GET /api/people');
    assert.deepEqual([total.count, people[0]?.tags], [2100, []]);
  });

  it('are limited to two hundred per user and fifty per person', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: ['anna'] });
    const rows = Array.from({ length: 199 }, (_, index) => ({ user_id: user.id, name: `tag${index}` }));
    await app.db.insertInto('tags').values(rows).execute();
    await create(user, 'last');
    assert.equal((await server.refuse(user, 'POST /api/tags', { body: { name: 'more' } })).code, 'invalid_state');
    const params = { username: 'anna' };
    const over = await server.refuse(user, 'PUT /api/person/:username', {
      params,
      body: { note: 'x', tags: ['more'] },
    });
    assert.equal(over.code, 'invalid_state');
    const { person } = await server.call(user, 'GET /api/person/:username', { params });
    assert.deepEqual([person.note, person.tags], [null, []]);
    const tags = rows.slice(0, 51).map(({ name }) => name);
    const many = await server.refuse(user, 'PUT /api/person/:username', { params, body: { note: null, tags } });
    assert.equal(many.fields?.['tags'], 'A person can have up to 50 tags');
    assert.equal((await setTags(user, 'anna', tags.slice(1))).person.tags.length, 50);
  });

  it('are separate for each user', async () => {
    const [user, stranger] = [await buildUser(app), await buildUser(app)];
    await create(user, 'warm');
    await create(stranger, 'warm');
    assert.deepEqual(await tagsOf(stranger), ['warm 0']);
  });
});

async function ownTag(owner: TestUser) {
  const values = { user_id: owner.id, name: uniqueName('tag-') };
  const { id } = await app.db.insertInto('tags').values(values).returning('id').executeTakeFirstOrThrow();
  return { params: { id } };
}

describeAccess(server, [
  { key: 'GET /api/tags' },
  { key: 'POST /api/tags', input: () => Promise.resolve({ body: { name: 'warm' } }) },
  {
    key: 'PUT /api/tags/:id',
    input: async (owner) => ({ ...(await ownTag(owner)), body: { name: 'cold' } }),
    isOwned: true,
  },
  {
    key: 'DELETE /api/tags/:id',
    input: ownTag,
    isOwned: true,
  },
]);
