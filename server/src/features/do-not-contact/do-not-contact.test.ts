import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { change } from '../../platform/change.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { testServer } from '../../testing/test-server.ts';
import { lockPeople } from '../../platform/database/people-lock.ts';

const server = await testServer();
const { app } = server;

const add = (user: TestUser, usernames: string[], reason?: string) =>
  server.call(user, 'POST /api/do-not-contact', { body: { usernames, ...(reason === undefined ? {} : { reason }) } });
const remove = (user: TestUser, username: string, reason = 'They asked for it') =>
  server.call(user, 'DELETE /api/do-not-contact/:username', { params: { username }, query: { reason } });

async function listed(user: TestUser, search = ''): Promise<string[]> {
  const { people } = await server.call(user, 'GET /api/do-not-contact', { query: { search, limit: 100 } });
  return people.map(({ username }) => username);
}

/** Claims a person; with `committed`, the agent was also told to go ahead. */
async function claim(user: TestUser, recipient: string, isCommitted: boolean): Promise<void> {
  const account = await buildAccount(app, user);
  const campaign = await buildCampaignRow(app, user, { status: 'running', accounts: [account] });
  const ids = { user_id: user.id, campaign_id: campaign.id };
  const delivery = await app.db
    .insertInto('deliveries')
    .values({ ...ids, recipient, status: isCommitted ? 'committed' : 'claimed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('claims')
    .values({
      ...ids,
      delivery_id: delivery.id,
      profile_id: account.id,
      installation_id: randomUUID(),
      claim_id: randomUUID(),
      recipient,
      expires_at: new Date(Date.now() + 60_000),
      committed_at: isCommitted ? new Date() : null,
    })
    .execute();
}

describe('people who must not be contacted', () => {
  it('are added as they are written, once each', async () => {
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

  it('are searched, wildcards taken as they are', async () => {
    const user = await buildUser(app);
    await add(user, ['anna_b', 'annab', 'ben']);
    assert.deepEqual(await listed(user, '@ANNA_'), ['anna_b']);
    assert.deepEqual(await listed(user, '%'), []);
  });

  it('may be ten thousand at once, and no more', async () => {
    const user = await buildUser(app);
    const usernames = Array.from({ length: 10_001 }, (_, index) => `person${index}`);
    assert.equal((await add(user, usernames.slice(1))).added, 10_000);
    const refusal = await server.refuse(user, 'POST /api/do-not-contact', { body: { usernames } });
    assert.equal(refusal.code, 'validation_failed');
    const nobody = await server.refuse(user, 'POST /api/do-not-contact', { body: { usernames: [] } });
    assert.equal(nobody.fields?.['usernames'], 'Enter at least one username');
  });

  it('are allowed again with a reason, which is kept', async () => {
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

  it('can be added and allowed again without a subscription', async () => {
    const user = await buildUser(app, { subscription_end_date: '2020-01-01' });
    assert.equal((await add(user, ['anna'])).added, 1);
    assert.deepEqual(await listed(user), ['anna']);
    await remove(user, 'anna');
  });

  it('of one user are nothing to another', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    await add(user, ['anna']);
    await claim(user, 'ben', true);
    assert.deepEqual(await listed(other), []);
    assert.deepEqual(await add(other, ['anna', 'ben']), { added: 2, in_flight: [], invalid: [] });
  });

  it('are named when a message may be leaving at this moment', async () => {
    const user = await buildUser(app);
    await claim(user, 'anna', true);
    await claim(user, 'ben', false);
    assert.deepEqual((await add(user, ['Anna', 'ben', 'cleo'])).in_flight, ['anna']);
    assert.deepEqual((await add(user, ['anna'])).in_flight, ['anna']);
  });
});

// The embedded database runs one transaction at a time.
if (testDatabaseUrl !== null) {
  describe('adding a person while an agent is told to go ahead', () => {
    it('waits for that and then says that a message may be leaving', async () => {
      const user = await buildUser(app);
      await claim(user, 'anna', false);
      let adding: ReturnType<typeof add> | undefined;
      let isAnswered = false;
      await change(app, async ({ transaction }) => {
        await lockPeople(transaction, user.id);
        await transaction
          .updateTable('claims')
          .set({ committed_at: new Date() })
          .where('user_id', '=', user.id)
          .execute();
        adding = add(user, ['anna']).finally(() => {
          isAnswered = true;
        });
        await setTimeout(200);
        assert.equal(isAnswered, false);
        const found = await transaction
          .selectFrom('do_not_contact')
          .select('person')
          .where('user_id', '=', user.id)
          .execute();
        assert.deepEqual(found, []);
      });
      assert.deepEqual((await adding)?.in_flight, ['anna']);
    });
  });
}

describeAccess(server, [
  { key: 'GET /api/do-not-contact' },
  { key: 'POST /api/do-not-contact', input: () => Promise.resolve({ body: { usernames: ['anna'] } }) },
  {
    key: 'DELETE /api/do-not-contact/:username',
    input: async (owner) => {
      await add(owner, ['anna']);
      return { params: { username: 'anna' }, query: { reason: 'x' } };
    },
    isOwned: true,
  },
]);
