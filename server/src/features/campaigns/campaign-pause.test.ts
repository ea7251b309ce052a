import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign, viewCampaign } from '../../testing/campaign-builders.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { untilWaitedFor } from '../../testing/lock-waits.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { next, socketsOn } from '../../testing/sockets.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { startDueCampaigns } from './campaign-schedule.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const hourMs = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const nothing = { paused: [], canceled_starts: [], failed: [] };

const pauseAll = (user: TestUser) => server.call(user, 'POST /api/campaigns/pause');
const preview = (user: TestUser) => server.call(user, 'GET /api/campaigns/pause-preview');
const statusOf = async (user: TestUser, id: number) => (await viewCampaign(server, user, id)).status;

describe('pausing all campaigns', () => {
  it('pauses every running campaign as a single pause does, and returns which campaigns it paused', async () => {
    const user = await buildUser(app);
    const one = await buildCampaign(app, user, { name: 'One', status: 'running' });
    const two = await buildCampaign(app, user, { name: 'Two', content: 'Other text', status: 'running' });
    assert.deepEqual(await preview(user), { running: 2, starting: 0 });
    assert.deepEqual(await pauseAll(user), {
      ...nothing,
      paused: [
        { id: one.id, name: 'One' },
        { id: two.id, name: 'Two' },
      ],
    });
    for (const { id } of [one, two]) {
      const { status, status_reason, logs } = await viewCampaign(server, user, id);
      assert.deepEqual([status, status_reason?.code], ['paused', 'paused_by_user']);
      assert.deepEqual(
        logs.map(({ action, message }) => [action, message]),
        [
          ['started', '3 people to message.'],
          ['paused', 'You paused this campaign.'],
        ],
      );
    }
    assert.deepEqual(await preview(user), { running: 0, starting: 0 });
    const { notices } = await server.call(user, 'GET /api/notices');
    assert.deepEqual(notices, []);
    const reuse = await buildCampaign(app, user, { name: 'Three', accounts: one.accounts, status: 'running' });
    assert.equal(await statusOf(user, reuse.id), 'running');
  });

  it('notifies the user’s browsers about each campaign', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    const beside = await startBeside(server);
    const { joined } = await socketsOn(beside.app);
    const update = next(await joined(user), 'campaign_update');
    await beside.call(user, 'POST /api/campaigns/pause');
    assert.deepEqual(await update, [{ campaign_id: id, status: 'paused' }]);
  });

  it('changes neither other users’ campaigns nor campaigns that aren’t running', async () => {
    const user = await buildUser(app);
    const other = await buildUser(app);
    const foreign = await buildCampaign(app, other, { status: 'running' });
    const statuses = ['pending', 'paused', 'completed'] as const;
    const own = [];
    for (const status of statuses) own.push(await buildCampaign(app, user, { status, content: `For ${status}` }));
    const before = await Promise.all(own.map(({ id }) => viewCampaign(server, user, id)));
    assert.deepEqual(await preview(user), { running: 0, starting: 0 });
    assert.deepEqual(await pauseAll(user), nothing);
    assert.deepEqual(await Promise.all(own.map(({ id }) => viewCampaign(server, user, id))), before);
    assert.equal(await statusOf(other, foreign.id), 'running');
  });

  it('gives agents no more work and no go-ahead, but still records what they are sending', async () => {
    const { user, account, another, commitOne, claim, claimOne, refusalOf, report, counters } = await scene();
    const second = await another({ content: 'Something else' });
    const onItsWay = await commitOne();
    const claimed = await claimOne(second.account.id);
    assert.equal((await pauseAll(user)).paused.length, 2);
    assert.equal(await refusalOf(claimed), 'campaign_not_running');
    for (const { id } of [account, second.account]) assert.equal(reasonOf(await claim(id)), 'campaign_not_running');
    await report(onItsWay, 'sent');
    assert.deepEqual(await counters(), [3, 1, 0, 0]);
  });

  it('changes nothing when it is repeated, and pauses each campaign once if two requests arrive together', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    const answers = await Promise.all([pauseAll(user), pauseAll(user)]);
    assert.deepEqual(
      answers.flatMap(({ paused }) => paused.map((campaign) => campaign.id)),
      [id],
    );
    const before = await viewCampaign(server, user, id);
    assert.deepEqual(await pauseAll(user), nothing);
    assert.deepEqual(await viewCampaign(server, user, id), before);
    assert.deepEqual(
      before.logs.map(({ action }) => action),
      ['started', 'paused'],
    );
  });

  it('leaves out a campaign that ends at the same moment', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    const { answer } = await app.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('campaigns').set({ status: 'completed' }).where('id', '=', id).execute();
      const answer = pauseAll(user);
      // On the embedded database, the request waits for the only connection, not for a lock.
      if (testDatabaseUrl !== null) await untilWaitedFor(transaction);
      return { answer };
    });
    assert.deepEqual(await answer, nothing);
    assert.equal(await statusOf(user, id), 'completed');
  });

  it('ends a campaign whose last message is reported at the same time', async () => {
    const { user, commitOne, report, view } = await scene({ recipients: ['anna'] });
    const last = await commitOne();
    await Promise.all([report(last, 'sent'), pauseAll(user)]);
    assert.equal((await view()).status, 'completed');
  });

  it('pauses the other campaigns if one can’t be paused, and says why', async () => {
    const user = await buildUser(app);
    const broken = await buildCampaign(app, user, { name: 'Broken', status: 'running' });
    const other = await buildCampaign(app, user, { name: 'Other', content: 'Other text', status: 'running' });
    await sql`CREATE FUNCTION never_pauses() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RAISE EXCEPTION ''broken''; END'`.execute(app.db);
    await sql`CREATE TRIGGER never_pauses BEFORE UPDATE ON campaigns FOR EACH ROW
      WHEN (OLD.id = ${sql.lit(broken.id)}) EXECUTE FUNCTION never_pauses()`.execute(app.db);
    assert.deepEqual(await pauseAll(user), {
      ...nothing,
      paused: [{ id: other.id, name: 'Other' }],
      failed: [{ id: broken.id, name: 'Broken', reason: 'Something went wrong on the server. Try again.' }],
    });
    await sql`DROP FUNCTION never_pauses CASCADE`.execute(app.db);
    assert.deepEqual((await pauseAll(user)).paused, [{ id: broken.id, name: 'Broken' }]);
  });

  it('works without a subscription, as pausing a single campaign does', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    await app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute();
    assert.equal((await pauseAll(user)).paused.length, 1);
    assert.equal(await statusOf(user, id), 'paused');
  });
});

describe('the start of a campaign when all campaigns are paused', () => {
  async function planned(start: { start_at?: string; allow_repeat?: boolean } = {}) {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { name: 'Later' });
    const params = { id };
    const body = { start_at: inMs(hourMs), ...start };
    await server.call(user, 'POST /api/campaigns/:id/start', { params, body });
    const view = () => viewCampaign(server, user, id);
    const set = (columns: {
      start_at?: string;
      start_missed_at?: string;
      preparation?: string;
      preparing_until?: string;
    }) => app.db.updateTable('campaigns').set(columns).where('id', '=', id).execute();
    return { user, params, body, view, set };
  }

  it('is canceled if it was scheduled, and can be scheduled again exactly as it was', async () => {
    const { user, params, body, view, set } = await planned({ allow_repeat: true });
    const before = await view();
    assert.deepEqual(await preview(user), { running: 0, starting: 1 });
    const { paused, canceled_starts } = await pauseAll(user);
    assert.deepEqual([paused, canceled_starts.map(({ id, name }) => [id, name])], [[], [[params.id, 'Later']]]);
    assert.deepEqual(await preview(user), { running: 0, starting: 0 });
    assert.equal((await view()).scheduled_start, null);
    await startDueCampaigns(app);
    assert.equal((await view()).status, 'pending');
    assert.deepEqual(await pauseAll(user), nothing);

    const start = canceled_starts[0]?.start;
    assert.deepEqual([start?.start_at, start?.allow_repeat], [body.start_at, true]);
    await server.call(user, 'POST /api/campaigns/:id/start', { params, body: start });
    assert.deepEqual(await view(), before);
    await set({ start_at: inMs(-1000) });
    await startDueCampaigns(app);
    assert.equal((await view()).allow_repeat, true);
  });

  it('is canceled if the server is retrying it, and undoing that starts the campaign', async () => {
    const { user, params, view, set } = await planned();
    await set({ start_at: inMs(-1000) });
    const { canceled_starts } = await pauseAll(user);
    await startDueCampaigns(app);
    assert.equal((await view()).status, 'pending');
    assert.equal(canceled_starts[0]?.start.start_at, undefined);
    await server.call(user, 'POST /api/campaigns/:id/start', { params, body: canceled_starts[0]?.start });
    assert.equal((await view()).status, 'running');
  });

  it('is kept if it was missed, because only the user can start the campaign', async () => {
    const { user, view, set } = await planned();
    await set({ start_missed_at: inMs(0) });
    const before = await view();
    assert.equal(before.scheduled_start?.is_missed, true);
    assert.deepEqual(await preview(user), { running: 0, starting: 0 });
    assert.deepEqual(await pauseAll(user), nothing);
    assert.deepEqual(await view(), before);
  });

  it('fails if it is in progress', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { name: 'Now' });
    // A start takes this lease, and renews it with each batch of people.
    const preparing = { preparation: 'a start in progress', preparing_until: inMs(hourMs) };
    await app.db.updateTable('campaigns').set(preparing).where('id', '=', id).execute();
    assert.deepEqual(await preview(user), { running: 0, starting: 1 });
    assert.deepEqual(await pauseAll(user), { ...nothing, canceled_starts: [{ id, name: 'Now', start: {} }] });
    const campaigns = app.db.selectFrom('campaigns').select(['preparation', 'preparing_until']).where('id', '=', id);
    assert.deepEqual(await campaigns.executeTakeFirst(), { preparation: null, preparing_until: null });
  });

  it('doesn’t run the campaign afterward, however far it has got', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    const start = server.send(user, { method: 'POST', url: `/api/campaigns/${id}/start` });
    for (let seen = await preview(user); seen.starting + seen.running === 0;) seen = await preview(user);
    const { paused, canceled_starts } = await pauseAll(user);
    const { status } = await start;
    const isCanceled = canceled_starts.length > 0;
    assert.equal(paused.length + canceled_starts.length, 1);
    assert.equal(await statusOf(user, id), isCanceled ? 'pending' : 'paused');
    assert.equal(status, isCanceled ? 409 : 200);
  });
});

describeAccess(server, [{ key: 'GET /api/campaigns/pause-preview' }, { key: 'POST /api/campaigns/pause' }]);
