import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import type { TestCampaign } from '../../testing/campaign-builders.ts';
import { endedImport, namesOn, recipientsOn, undoneImport } from '../../testing/import-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

/** Inserts an agent's claim for a delivery. If `isCommitted` is true, the agent also has the go-ahead, so it may be pressing Enter. */
async function claim(
  user: TestUser,
  campaign: TestCampaign,
  { recipient, isCommitted }: { recipient: string; isCommitted: boolean },
): Promise<void> {
  const ids = {
    claim_id: randomUUID(),
    installation_id: randomUUID(),
    profile_id: campaign.accounts[0]?.id ?? 0,
  };
  const { id } = await app.db
    .updateTable('deliveries')
    .set({ status: isCommitted ? 'committed' : 'claimed', ...ids })
    .where('campaign_id', '=', campaign.id)
    .where('recipient', '=', recipient)
    .returning('id')
    .executeTakeFirstOrThrow();
  const expires_at = new Date(Date.now() + 60_000);
  const committed_at = isCommitted ? new Date() : null;
  await app.db
    .insertInto('claims')
    .values({
      ...ids,
      user_id: user.id,
      campaign_id: campaign.id,
      delivery_id: id,
      recipient,
      expires_at,
      committed_at,
    })
    .execute();
}

describe('undoing an import', () => {
  it('keeps people who have been contacted since the import, or who may be getting a message right now', async () => {
    const scene = await endedImport(server, ['sent', 'unknown', 'leaving', 'marked', 'waiting', 'before']);
    const { user, listId } = scene;
    const campaign = await buildCampaign(app, user, { listId, status: 'running' });
    const contact = (person: string, state: 'sent' | 'unknown', contacted_at: Date) =>
      app.db
        .insertInto('contacts')
        .values({
          user_id: user.id,
          person,
          text_key: 'x',
          state,
          contacted_at,
          delivery_id: 1,
          campaign_name: 'Spring',
        })
        .execute();
    await contact('sent', 'sent', new Date());
    await contact('unknown', 'unknown', new Date());
    await contact('before', 'sent', new Date(Date.now() - 86_400_000));
    await claim(user, campaign, { recipient: 'leaving', isCommitted: true });
    const marked = (await recipientsOn(app, listId)).find(({ recipient }) => recipient === 'marked');
    await server.call(user, 'PUT /api/recipients/:id/status', {
      params: { id: marked?.id ?? 0 },
      body: { status: 'sent' },
    });
    const ended = await undoneImport(server, scene);
    assert.deepEqual(await namesOn(app, listId), ['sent', 'unknown', 'leaving', 'marked']);
    assert.partialDeepStrictEqual(ended, { added: 6, removed: 2, kept: 4 });
    const deliveries = await app.db
      .selectFrom('deliveries')
      .select(['recipient', 'status'])
      .where('campaign_id', '=', campaign.id)
      .where('status', '<>', 'pending')
      .orderBy('recipient')
      .execute();
    assert.deepEqual(deliveries, [
      { recipient: 'before', status: 'withdrawn' },
      { recipient: 'leaving', status: 'committed' },
      { recipient: 'waiting', status: 'withdrawn' },
    ]);
    const { campaign: found } = await server.call(user, 'GET /api/campaigns/:id', { params: { id: campaign.id } });
    assert.deepEqual([found.total_list, found.status], [4, 'running']);
  });

  it('has a preview that shows how many people would be removed and kept', async () => {
    const scene = await endedImport(server, ['sent', 'leaving', 'marked', 'waiting', 'before', 'gone'], {
      recipients: ['known'],
    });
    const { user, listId } = scene;
    const preview = () => server.call(user, 'GET /api/imports/:id/undo', { params: { id: scene.id } });
    assert.deepEqual(await preview(), { removes: 6, keeps: 0, restores: 0 });

    const campaign = await buildCampaign(app, user, { listId, status: 'running' });
    await claim(user, campaign, { recipient: 'leaving', isCommitted: true });
    await claim(user, campaign, { recipient: 'waiting', isCommitted: false });
    const contacted = (username: string, last_contacted_at: Date) =>
      app.db
        .updateTable('people')
        .set({ last_contacted_at })
        .where('user_id', '=', user.id)
        .where('username', '=', username)
        .execute();
    await contacted('sent', new Date());
    await contacted('known', new Date());
    await contacted('before', new Date(Date.now() - 86_400_000));
    for (const name of ['marked', 'known']) {
      const found = (await recipientsOn(app, listId)).find(({ recipient }) => recipient === name);
      await server.call(user, 'PUT /api/recipients/:id/status', {
        params: { id: found?.id ?? 0 },
        body: { status: 'sent' },
      });
    }
    assert.deepEqual(await preview(), { removes: 3, keeps: 3, restores: 0 });
    await undoneImport(server, scene);
    const refusal = await server.refuse(user, 'GET /api/imports/:id/undo', { params: { id: scene.id } });
    assert.deepEqual([refusal.status, refusal.error], [409, 'This import has already been undone.']);
  });

  it('keeps a person who is withdrawn from a campaign, so that they can still be forgotten', async () => {
    const scene = await endedImport(server, ['anna', 'ben']);
    const { user, listId } = scene;
    const campaign = await buildCampaign(app, user, { listId, status: 'running' });
    await undoneImport(server, scene);
    await server.call(user, 'POST /api/person/:username/forget', { params: { username: 'anna' } });
    const deliveries = await app.db
      .selectFrom('deliveries')
      .select('recipient')
      .where('campaign_id', '=', campaign.id)
      .execute();
    assert.deepEqual(deliveries.map(({ recipient }) => recipient).toSorted(), [app.personKeys(user.id, 'anna'), 'ben']);
  });

  it('withdraws a person that an agent has claimed', async () => {
    const scene = await endedImport(server, ['anna', 'ben']);
    const { user, listId } = scene;
    const campaign = await buildCampaign(app, user, { listId, status: 'running' });
    await claim(user, campaign, { recipient: 'anna', isCommitted: false });
    assert.deepEqual((await undoneImport(server, scene)).removed, 2);
    const claims = await app.db.selectFrom('claims').select('recipient').where('user_id', '=', user.id).execute();
    assert.deepEqual(claims, []);
    // Nobody else is on the list, so the campaign has ended.
    const { campaign: found } = await server.call(user, 'GET /api/campaigns/:id', { params: { id: campaign.id } });
    assert.deepEqual([found.total_list, found.status], [0, 'completed']);
  });
});
