import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { change } from '../../platform/change.ts';
import { lockPeople } from '../../platform/database/people-lock.ts';
import { buildAccount, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { ageOutcomes } from '../../testing/campaign-builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { untilWaitedFor } from '../../testing/lock-waits.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const add = (user: TestUser, usernames: string[]) =>
  server.call(user, 'POST /api/do-not-contact', { body: { usernames } });

/** Inserts a delivery to a person and an agent's claim for it. If `isCommitted` is true, the agent has the go-ahead to send. */
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
  it('are reported as in flight if a message to them may be on its way', async () => {
    const user = await buildUser(app);
    await claim(user, 'anna', true);
    await claim(user, 'ben', false);
    assert.deepEqual((await add(user, ['Anna', 'ben', 'cleo'])).in_flight, ['anna']);
    assert.deepEqual((await add(user, ['anna'])).in_flight, ['anna']);
  });

  it('are reported as in flight if their campaign was stopped a moment ago while a message to them was on its way', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    await given.commitOne();
    await given.setStatus('completed');
    assert.deepEqual((await add(given.user, ['anna', 'ben'])).in_flight, ['anna']);
    await ageOutcomes(app, given.campaign);
    assert.deepEqual((await add(given.user, ['anna', 'ben'])).in_flight, []);
  });

  it('are not reported as in flight because of another user’s message', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    await claim(user, 'anna', true);
    assert.deepEqual((await add(other, ['anna'])).in_flight, []);
  });
});

// The embedded database runs only one transaction at a time, so this test needs a database server.
if (testDatabaseUrl !== null) {
  describe('adding a person while an agent gets the go-ahead', () => {
    it('waits for the go-ahead, and then reports that a message may be on its way', async () => {
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
        await untilWaitedFor(transaction);
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
