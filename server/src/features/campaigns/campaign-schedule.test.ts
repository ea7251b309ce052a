import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildAgent } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { startDueCampaigns } from './campaign-schedule.service.ts';
import { serverProblem } from './status-reasons.ts';
import { saveStartProblem } from './campaign-schedule.store.ts';

const server = await testServer();
const { app } = server;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

type Options = Parameters<typeof buildCampaign>[2];

/** Builds a campaign that is scheduled to start in an hour. */
async function scheduled(options: Options = {}, order: { allow_repeat?: boolean } = {}) {
  const user = await buildUser(app);
  const campaign = await buildCampaign(app, user, options);
  const params = { id: campaign.id };
  const view = async () => (await server.call(user, 'GET /api/campaigns/:id', { params })).campaign;
  const start_at = inMs(hourMs);
  await server.call(user, 'POST /api/campaigns/:id/start', { params, body: { start_at, ...order } });
  /** Moves the campaign's start to `msAgo` milliseconds ago and makes the next start attempt due. */
  const passTo = (msAgo: number) =>
    app.db
      .updateTable('campaigns')
      .set({ start_at: inMs(-msAgo), start_next_try_at: null })
      .where('id', '=', campaign.id)
      .execute();
  const sweepAt = async (msAgo: number) => {
    await passTo(msAgo);
    await startDueCampaigns(app);
    return view();
  };
  const logged = async () => (await view()).logs.map(({ action }) => action);
  return { user, campaign, params, start_at, view, passTo, sweepAt, logged };
}

const turnOff = (user: TestUser, is_active: boolean) =>
  app.db.updateTable('profiles').set({ is_active }).where('user_id', '=', user.id).execute();

describe('a scheduled start', () => {
  it('leaves the campaign pending until the chosen time, and reserves no accounts', async () => {
    const { user, campaign, start_at, view } = await scheduled();
    await startDueCampaigns(app);
    const { status, scheduled_start, status_reason } = await view();
    assert.equal(status, 'pending');
    assert.deepEqual(scheduled_start, { at: start_at, is_missed: false, problem: null });
    assert.equal(status_reason?.code, 'scheduled');
    const other = await buildCampaign(app, user, { name: 'Other', accounts: campaign.accounts, status: 'running' });
    assert.ok(other.id);
  });

  it('starts the campaign exactly once when it is due, even if two sweeps run at the same time', async () => {
    const { passTo, view, logged } = await scheduled();
    await passTo(minuteMs);
    await Promise.all([startDueCampaigns(app), startDueCampaigns(app)]);
    const { status, total_list, scheduled_start, status_reason } = await view();
    assert.deepEqual([status, total_list, scheduled_start], ['running', 3, null]);
    assert.notEqual(status_reason?.code, 'scheduled');
    assert.deepEqual(await logged(), ['started']);
    await startDueCampaigns(app);
    assert.deepEqual(await logged(), ['started']);
  });

  it('keeps the user’s choice to send the same text again', async () => {
    const { sweepAt } = await scheduled({}, { allow_repeat: true });
    assert.equal((await sweepAt(minuteMs)).allow_repeat, true);
  });

  it('is refused with an error under the field if it is in the past, more than a year ahead, or not a date and time', async () => {
    const { user, params, start_at, view } = await scheduled();
    for (const at of [inMs(-1000), inMs(367 * 24 * hourMs), 'tomorrow', '2027-01-01']) {
      const body = { start_at: at };
      const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params, body });
      assert.deepEqual([refusal.status, Object.keys(refusal.fields ?? {})], [400, ['start_at']], at);
    }
    assert.equal((await view()).scheduled_start?.at, start_at);
  });

  it('works for a time with microseconds', async () => {
    const { user, params, sweepAt, view } = await scheduled();
    const start_at = inMs(hourMs).replace('Z', '456Z');
    await server.call(user, 'POST /api/campaigns/:id/start', { params, body: { start_at } });
    const due = Date.parse((await view()).scheduled_start?.at ?? '') - Date.now();
    await turnOff(user, false);
    assert.match((await sweepAt(due + minuteMs)).scheduled_start?.problem ?? '', /switched off/);
  });

  it('can be moved or canceled, and nothing starts once it is canceled', async () => {
    const { user, params, view } = await scheduled();
    const later = inMs(3 * hourMs);
    await server.call(user, 'POST /api/campaigns/:id/start', { params, body: { start_at: later } });
    assert.equal((await view()).scheduled_start?.at, later);
    const { campaign } = await server.call(user, 'DELETE /api/campaigns/:id/start', { params });
    assert.deepEqual([campaign.status, campaign.scheduled_start, campaign.status_reason], ['pending', null, null]);
    await startDueCampaigns(app);
    assert.equal((await view()).status, 'pending');
  });

  it('never happens for a campaign that is being deleted', async () => {
    const { params, passTo } = await scheduled();
    await passTo(minuteMs);
    await app.db.updateTable('campaigns').set({ deleted_at: new Date() }).where('id', '=', params.id).execute();
    await startDueCampaigns(app);
    const query = app.db.selectFrom('campaigns').select(['status', 'start_problem']).where('id', '=', params.id);
    assert.deepEqual(await query.executeTakeFirst(), { status: 'pending', start_problem: null });
  });

  it('does not happen if the user has already started the campaign by then', async () => {
    const { user, params, sweepAt, logged } = await scheduled();
    await server.call(user, 'POST /api/campaigns/:id/start', { params });
    await server.call(user, 'PUT /api/campaigns/:id/status', { params, body: { status: 'paused' } });
    assert.equal((await sweepAt(minuteMs)).status, 'paused');
    assert.deepEqual(await logged(), ['started', 'paused']);
  });

  for (const status of ['running', 'paused', 'completed'] as const) {
    it(`is refused for a ${status} campaign`, async () => {
      const user = await buildUser(app);
      const { id } = await buildCampaign(app, user, { status });
      const params = { id };
      const body = { start_at: inMs(hourMs) };
      const refused = await server.refuse(user, 'POST /api/campaigns/:id/start', { params, body });
      assert.equal(refused.code, 'invalid_state');
      assert.equal((await server.refuse(user, 'DELETE /api/campaigns/:id/start', { params })).code, 'invalid_state');
    });
  }
});

describe('a scheduled start that could not happen', () => {
  type Scene = Awaited<ReturnType<typeof scheduled>>;
  const causes: readonly [string, RegExp, (scene: Scene) => Promise<unknown>, (scene: Scene) => Promise<unknown>][] = [
    [
      'the subscription has ended',
      /subscription has expired/,
      ({ user }) => setEnd(user, '2020-01-01'),
      ({ user }) => setEnd(user, '2999-12-31'),
    ],
    ['no account is usable', /switched off/, ({ user }) => turnOff(user, false), ({ user }) => turnOff(user, true)],
    [
      'another running campaign uses its accounts',
      /already being used.*Other/,
      ({ user, campaign }) =>
        buildCampaign(app, user, { name: 'Other', accounts: campaign.accounts, status: 'running' }),
      async ({ user }) => {
        const { campaigns } = await server.call(user, 'GET /api/campaigns', { query: { search: 'Other' } });
        await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id: campaigns[0]?.id ?? 0 } });
      },
    ],
    [
      'nobody is left',
      /No one on this list is pending/,
      ({ campaign }) => setPeople(campaign.listId, 'sent'),
      ({ campaign }) => setPeople(campaign.listId, 'pending'),
    ],
    [
      'its user was deactivated',
      /deactivated/,
      ({ user }) => app.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute(),
      ({ user }) => app.db.updateTable('users').set({ is_active: true }).where('id', '=', user.id).execute(),
    ],
    [
      'its user has asked to be deleted',
      /deleted/,
      ({ user }) => setDeletion(user, inMs(24 * hourMs)),
      ({ user }) => setDeletion(user, null),
    ],
  ];
  const setDeletion = (user: TestUser, deletion_due_at: string | null) =>
    app.db.updateTable('users').set({ deletion_due_at }).where('id', '=', user.id).execute();
  const setEnd = (user: TestUser, subscription_end_date: string) =>
    app.db.updateTable('users').set({ subscription_end_date }).where('id', '=', user.id).execute();
  const setPeople = (listId: number, status: 'sent' | 'pending') =>
    app.db.updateTable('recipients').set({ status }).where('list_id', '=', listId).execute();

  for (const [cause, problem, begin, end] of causes) {
    it(`stores the reason (${cause}), and can still happen within two hours`, async () => {
      const scene = await scheduled();
      await begin(scene);
      const cannotSee = cause.startsWith('its user');
      if (cannotSee) {
        await assert.rejects(scene.sweepAt(minuteMs));
        const query = app.db.selectFrom('campaigns').select('start_problem').where('id', '=', scene.params.id);
        assert.match((await query.executeTakeFirst())?.start_problem ?? '', problem);
      } else {
        const { status, scheduled_start } = await scene.sweepAt(minuteMs);
        assert.equal(status, 'pending');
        assert.match(scheduled_start?.problem ?? '', problem);
        assert.equal(scheduled_start?.is_missed, false);
        const why = await server.call(scene.user, 'GET /api/campaigns/:id/why', { params: scene.params });
        assert.deepEqual([why.code, why.until, why.path], ['scheduled', null, `/campaigns/${scene.params.id}`]);
        assert.match(why.text, problem);
        assert.match(why.action ?? '', /within two hours of the scheduled time/);
      }
      await end(scene);
      const { status, scheduled_start } = await scene.sweepAt(119 * minuteMs);
      assert.deepEqual([status, scheduled_start], ['running', null]);
    });
  }

  it('advises the user to tell the administrator if the server has a problem that the user cannot fix', async () => {
    const { user, params, passTo } = await scheduled();
    await passTo(minuteMs);
    const start_problem = serverProblem;
    await app.db.updateTable('campaigns').set({ start_problem }).where('id', '=', params.id).execute();
    const why = await server.call(user, 'GET /api/campaigns/:id/why', { params });
    assert.match(why.text, /Something went wrong on the server/);
    assert.match(why.action ?? '', /tell your administrator/);
  });

  it('is retried a minute later, not on each sweep', async () => {
    const scene = await scheduled();
    await turnOff(scene.user, false);
    await scene.sweepAt(minuteMs);
    await turnOff(scene.user, true);
    await startDueCampaigns(app);
    assert.equal((await scene.view()).status, 'pending');
    assert.equal((await scene.sweepAt(2 * minuteMs)).status, 'running');
  });

  it('is abandoned after two hours, and a notice tells the user why and what to do', async () => {
    const scene = await scheduled();
    await turnOff(scene.user, false);
    await scene.sweepAt(minuteMs);
    await turnOff(scene.user, true);
    const { status, scheduled_start, status_reason } = await scene.sweepAt(121 * minuteMs);
    assert.deepEqual([status, status_reason?.code, scheduled_start?.is_missed], ['pending', 'start_missed', true]);
    assert.match(scheduled_start?.problem ?? '', /switched off/);
    const { notices } = await server.call(scene.user, 'GET /api/notices');
    assert.deepEqual(
      notices.map(({ kind, title }) => [kind, title.replace(/“.*”/u, '…')]),
      [['campaign_paused', '… won’t start automatically']],
    );
    assert.match(notices[0]?.message ?? '', /switched off.*Start it now, or choose another time\.$/);
    await startDueCampaigns(app);
    assert.equal((await scene.view()).status, 'pending');
    const { campaign } = await server.call(scene.user, 'POST /api/campaigns/:id/start', { params: scene.params });
    assert.deepEqual([campaign.status, campaign.scheduled_start], ['running', null]);
  });

  it('is reported to the agent, no matter how many newer pending campaigns there are', async () => {
    const scene = await scheduled();
    await scene.sweepAt(5 * hourMs);
    for (let newer = 0; newer < 21; newer += 1) await buildCampaign(app, scene.user, { status: 'pending' });
    const { campaigns } = await server.call(await buildAgent(app, scene.user), 'GET /api/agent/why');
    assert.deepEqual(
      campaigns.map(({ id, code }) => [id, code]),
      [[scene.campaign.id, 'start_missed']],
    );
  });

  it('shows that the server was not running at the scheduled time, if the server starts too late', async () => {
    const { scheduled_start } = await (await scheduled()).sweepAt(5 * hourMs);
    assert.deepEqual(
      [scheduled_start?.is_missed, scheduled_start?.problem],
      [true, "The server wasn't running at the scheduled time, or a restore had to be confirmed first."],
    );
  });

  it('stores no problem while the user is already starting the campaign', async () => {
    const { params, sweepAt } = await scheduled();
    const preparing = { preparation: randomUUID(), preparing_until: inMs(minuteMs) };
    await app.db.updateTable('campaigns').set(preparing).where('id', '=', params.id).execute();
    const { status, scheduled_start } = await sweepAt(minuteMs);
    assert.deepEqual([status, scheduled_start?.problem], ['pending', null]);
    await app.db.updateTable('campaigns').set({ preparing_until: null }).where('id', '=', params.id).execute();
    assert.equal((await sweepAt(2 * minuteMs)).status, 'running');
  });

  it('can be rescheduled, which clears the problem', async () => {
    const { user, params, sweepAt } = await scheduled();
    await sweepAt(5 * hourMs);
    const start_at = inMs(hourMs);
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params, body: { start_at } });
    assert.deepEqual(campaign.scheduled_start, { at: start_at, is_missed: false, problem: null });
  });

  it('stores no problem if it has been rescheduled in the meantime', async () => {
    const { user, params, start_at, view } = await scheduled();
    const due = { user_id: user.id, ...params, start_at };
    const later = inMs(3 * hourMs);
    await server.call(user, 'POST /api/campaigns/:id/start', { params, body: { start_at: later } });
    assert.equal(await saveStartProblem(app.db, due, 'Every account is on hold.'), false);
    assert.deepEqual((await view()).scheduled_start, { at: later, is_missed: false, problem: null });
    assert.equal(await saveStartProblem(app.db, { ...due, start_at: later }, 'Every account is on hold.'), true);
  });
});

describeAccess(server, [
  {
    key: 'DELETE /api/campaigns/:id/start',
    input: async (owner) => ({ params: { id: (await buildCampaign(app, owner)).id } }),
    isOwned: true,
  },
]);
