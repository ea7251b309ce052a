import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { planCampaign } from './campaigns.service.ts';
import { expireStaleLeases } from '../sending/settle.service.ts';
import { buildAccount } from '../../testing/builders.ts';
import { expireLease, makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scenes = scenesOn(server);

/** A campaign in which an agent was told to go ahead, and what its owner can do about it. */
async function scene(options: Parameters<typeof scenes>[0] = {}) {
  const given = await scenes({ name: 'Spring', ...options });
  const { user, campaign, claimOne, renew } = given;
  const delivery = await claimOne();
  await renew(delivery);
  const params = { id: campaign.id };
  const stop = () => server.call(user, 'POST /api/campaigns/:id/stop', { params });
  const preview = () => server.call(user, 'GET /api/campaigns/:id/deletion-preview', { params });
  const remove = () => server.call(user, 'DELETE /api/campaigns/:id', { params });
  /** Another campaign, with an account of its own; on the same list where none is named. */
  const planNext = async (listId = campaign.listId) => {
    const account = await buildAccount(app, user);
    const id = await planCampaign(app, user.id, {
      name: 'Summer',
      message_template_id: campaign.templateId,
      list_id: listId,
      profiles_used: [account.id],
    });
    return { params: { id } };
  };
  return { ...given, delivery, params, stop, preview, remove, planNext };
}

type Claimed = { id: number; campaign_id: number };

/** As a server left it that ended the claim, and broke off before it looked what follows for the person. */
async function leaveUnknown({ id }: Claimed): Promise<void> {
  await app.db.updateTable('deliveries').set({ status: 'unknown' }).where('id', '=', id).execute();
}

async function statusOf({ id }: Claimed): Promise<string> {
  return (await app.db.selectFrom('deliveries').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
}

/** While this is done, nobody of the campaign can be written down as failed. */
async function withUnwritableFailures({ campaign_id }: Claimed, work: () => Promise<void>): Promise<void> {
  const table = app.db.schema.alterTable('campaign_logs');
  const isWritable = sql`action <> 'message_failed' OR campaign_id <> ${sql.lit(campaign_id)}`;
  await table.addCheckConstraint('unwritable', isWritable).execute();
  try {
    await work();
  } finally {
    await table.dropConstraint('unwritable').execute();
  }
}

const running = { recipients_reset: 0, already_messaged: 0 };

describe('a message that is just being sent when its campaign ends', () => {
  it('keeps the next campaign on the list from starting until it is known who has it', async () => {
    const { user, delivery, report, stop, planNext } = await scene({ recipients: ['anna', 'ben'] });
    const next = await planNext();
    await stop();
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', next);
    assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
    assert.equal(
      refusal.error,
      'A message to 1 person of this list is just being sent or looked up by Spring, which has ended. Try again in a minute or two.',
    );
    await report(delivery, 'sent');
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', next);
    assert.deepEqual([campaign.total_list, campaign.preview?.recipient], [1, 'ben']);
  });

  it('does so no longer once its agent fell silent, and the person counts as tried', async () => {
    const { user, delivery, stop, planNext } = await scene({ recipients: ['anna', 'ben'] });
    const next = await planNext();
    await stop();
    await expireLease(app, delivery.id);
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', next);
    assert.deepEqual([campaign.total_list, campaign.preview?.recipient], [1, 'ben']);
  });

  it('can be deleted once its agent fell silent', async () => {
    const { delivery, stop, remove, recipients } = await scene({ recipients: ['anna'] });
    await stop();
    await expireLease(app, delivery.id);
    assert.equal((await remove()).recipients_reset, 1);
    assert.deepEqual(await recipients(), [['anna', 'pending']]);
  });

  it('is tried, and not new, for the next campaign also where a server broke off between the two', async () => {
    const { user, delivery, stop, planNext, view } = await scene({ recipients: ['anna', 'ben'] });
    const next = await planNext();
    await stop();
    await leaveUnknown(delivery);
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', next);
    assert.deepEqual([campaign.total_list, campaign.preview?.recipient], [1, 'ben']);
    assert.match((await view()).logs.at(-1)?.message ?? '', /not known whether this message was sent/);
  });

  it('is settled by the sweep where a server broke off between the two', async () => {
    const { delivery, stop, recipients } = await scene({ recipients: ['anna'] });
    await stop();
    await leaveUnknown(delivery);
    await expireStaleLeases(app);
    assert.deepEqual(await recipients(), [['anna', 'failed']]);
  });

  it('keeps the next campaign waiting as long as what follows from the silence cannot be written', async () => {
    const { user, delivery, agent, stop, planNext } = await scene({ recipients: ['anna', 'ben'] });
    const next = await planNext();
    const others = await scene({ recipients: ['anna'] });
    await stop();
    await others.stop();
    for (const each of [delivery, others.delivery]) await expireLease(app, each.id);
    const isRefused = async () => (await server.refuse(user, 'POST /api/campaigns/:id/start', next)).code;
    await withUnwritableFailures(delivery, async () => {
      await expireStaleLeases(app);
      assert.deepEqual(
        await others.recipients(),
        [['anna', 'failed']],
        'it keeps no other campaign from being settled',
      );
      await server.call(agent, 'POST /api/agent/sign-off');
      assert.equal(await statusOf(delivery), 'claimed', 'all of it is written, or nothing');
      assert.equal(await isRefused(), 'invalid_state');
      await leaveUnknown(delivery);
      assert.equal(await isRefused(), 'invalid_state');
    });
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', next);
    assert.equal(campaign.preview?.recipient, 'ben');
  });

  it('does not matter while that campaign still runs', async () => {
    const { user, planNext } = await scene();
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', await planNext());
    assert.equal(campaign.status, 'running');
  });

  it("does not matter to another of the user's lists, where the same person may stand", async () => {
    const { user, stop, planNext } = await scene({ recipients: ['anna'] });
    await stop();
    const { list } = await server.call(user, 'POST /api/lists', { body: { name: 'Others' } });
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'anna', list_id: list.id } });
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', await planNext(list.id));
    assert.equal(campaign.preview?.recipient, 'anna');
  });

  it('keeps it from being deleted, and the question before says whom it may have reached', async () => {
    const { user, delivery, report, stop, preview, params, recipients } = await scene({ recipients: ['anna'] });
    assert.deepEqual(await preview(), { ...running, possibly_messaged: 1 });
    const early = await server.refuse(user, 'DELETE /api/campaigns/:id', { params });
    assert.deepEqual([early.status, early.code], [409, 'invalid_state']);
    assert.match(early.error, /just being sent or looked up\. Stop it, and try again in a minute or two/);
    await stop();
    const refusal = await server.refuse(user, 'DELETE /api/campaigns/:id', { params });
    assert.equal(
      refusal.error,
      'A message of this campaign is just being sent or looked up. Try again in a minute or two.',
    );
    await report(delivery, 'sent');
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 1, possibly_messaged: 0 });
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    assert.deepEqual(await recipients(), [['anna', 'pending']]);
  });
});

describe('the question before a deletion', () => {
  it('counts those of whom it is not known as people who may have the message, also when they were given up', async () => {
    const { delivery, report, stop, preview } = await scene({ recipients: ['anna', 'ben'] });
    await report(delivery, 'unknown');
    assert.deepEqual(await preview(), { ...running, possibly_messaged: 1 });
    await stop();
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 0, possibly_messaged: 1 });
  });

  it('counts whoever an agent fell silent about as the campaign leaves them', async () => {
    const { delivery, stop, preview } = await scene({ recipients: ['anna'] });
    await stop();
    await expireLease(app, delivery.id);
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 0, possibly_messaged: 1 });
  });

  it('counts those as well whose account looked and could not find out', async () => {
    const { delivery, report, claimOne, preview, account, user } = await scene({ recipients: ['anna', 'ben'] });
    await app.db.updateTable('users').set({ max_retries: 1 }).where('id', '=', user.id).execute();
    await report(delivery, 'unknown');
    for (const expected of ['unknown', 'failed']) {
      await app.db.updateTable('deliveries').set({ retry_at: null }).where('id', '=', delivery.id).execute();
      await makeDue(app, account);
      assert.equal((await report(await claimOne(), 'unknown')).status, expected);
    }
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 0, possibly_messaged: 1 });
  });

  it('does not count who was claimed and never to be written to', async () => {
    const { claimOne, campaign, preview } = await scene({ accounts: 2 });
    await claimOne(campaign.accounts[1]?.id);
    assert.deepEqual(await preview(), { ...running, possibly_messaged: 1 });
  });
});
