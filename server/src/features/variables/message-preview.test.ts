import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildTemplate, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { peopleWithValues } from '../../testing/people-with-values.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

async function listOf(options: Parameters<typeof buildList>[2] = peopleWithValues) {
  const user = await buildUser(app);
  const { id } = await buildList(app, user, options);
  return { user, id };
}

describe('a message’s preview', () => {
  const content = 'Hi {first_name}, {city|hello}';
  const preview = (user: TestUser, id: number, query: { page?: number; limit?: number } = {}) =>
    server.call(user, 'POST /api/lists/:id/preview', { params: { id }, query, body: { content } });

  it('shows what each person would read, one page at a time', async () => {
    const { user, id } = await listOf();
    const { messages, pagination } = await preview(user, id, { limit: 2 });
    assert.deepEqual(messages, [
      { recipient: 'anna', text: 'Hi Anna, Bern', length: 13, missing: [] },
      { recipient: 'ben', text: 'Hi Ben, hello', length: 13, missing: [] },
    ]);
    assert.deepEqual(pagination, { currentPage: 1, totalPages: 2, totalItems: 3, itemsPerPage: 2 });
    const last = await preview(user, id, { page: 2, limit: 2 });
    assert.deepEqual(last.messages, [
      { recipient: 'cleo', text: 'Hi {first_name}, hello', length: 22, missing: ['first_name'] },
    ]);
    assert.equal(last.summary, null);
  });

  it('finds the longest and the shortest message, and counts the people who would be skipped', async () => {
    const recipients = ['anna', 'ben', 'cleo', 'dora'];
    const values = {
      anna: { first_name: 'Anna' },
      ben: { first_name: 'Benjamin' },
      cleo: { first_name: 'Al' },
      dora: { city: 'A very long city' },
    };
    const { user, id } = await listOf({ variables: ['first_name', 'city'], recipients, values });
    const { summary } = await preview(user, id);
    assert.deepEqual(
      [summary?.longest?.recipient, summary?.shortest?.recipient, summary?.looked_at],
      ['ben', 'cleo', 4],
    );
    assert.deepEqual([summary?.without_value, summary?.too_long], [1, 0]);
    assert.deepEqual(summary?.missing_values, [{ name: 'first_name', people: 1 }]);
  });

  it('summarizes only the first five thousand people', async () => {
    const recipients = Array.from({ length: 5100 }, (_, index) => `person${index}`);
    const { user, id } = await listOf({ recipients, variables: ['first_name'] });
    const { summary, pagination } = await preview(user, id);
    assert.deepEqual([summary?.looked_at, summary?.without_value, summary?.longest], [5000, 5000, null]);
    assert.equal(pagination.totalItems, 5100);
  });

  it('works with a template and with an empty list', async () => {
    const { user, id } = await listOf();
    const template = await buildTemplate(app, user, { content });
    const params = { id };
    const body = { message_template_id: template.id };
    const { messages } = await server.call(user, 'POST /api/lists/:id/preview', { params, body, query: {} });
    assert.equal(messages[0]?.text, 'Hi Anna, Bern');
    const other = await buildTemplate(app, await buildUser(app));
    const foreign = { message_template_id: other.id };
    const refusal = await server.refuse(user, 'POST /api/lists/:id/preview', { params, body: foreign, query: {} });
    assert.equal(refusal.status, 404);
    const empty = await listOf({});
    const nobody = await preview(empty.user, empty.id);
    assert.deepEqual([nobody.messages, nobody.summary?.longest], [[], null]);
  });
});

describeAccess(server, [
  {
    key: 'POST /api/lists/:id/preview',
    input: async (owner) => ({
      params: { id: (await buildList(app, owner, peopleWithValues)).id },
      body: { content: 'Hi' },
    }),
    isOwned: true,
  },
]);
