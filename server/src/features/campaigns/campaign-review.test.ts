import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildList, buildUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { startDueCampaigns } from './campaign-schedule.service.ts';

const server = await testServer();
const { app } = server;

const recipients = ['anna', 'ben'];
const changedText = 'Hello again {username}!';

/** Builds a pending campaign and records that anna has already got both the campaign's text and `changedText`. */
async function planned() {
  const user = await buildUser(app);
  const campaign = await buildCampaign(app, user, { recipients });
  for (const text of ['Hello {username}!', changedText]) {
    await sql`INSERT INTO contacts (user_id, person, text_key, state, contacted_at, delivery_id, campaign_name)
      VALUES (${user.id}, 'anna', md5(${text}), 'sent', now(), 0, 'Earlier')`.execute(app.db);
  }
  const params = { id: campaign.id };
  const view = async () => (await server.call(user, 'GET /api/campaigns/:id', { params })).campaign;
  const changeText = () =>
    server.call(user, 'PUT /api/templates/:id', {
      params: { id: campaign.templateId },
      body: { content: changedText },
    });
  const changeList = async () => {
    const { id: list_id } = await buildList(app, user, { recipients });
    return server.call(user, 'PUT /api/campaigns/:id', { params, body: { list_id } });
  };
  const review = async () => (await server.call(user, 'POST /api/campaigns/:id/preflight', { params })).review_key;
  return { user, params, view, changeText, changeList, review };
}

type Planned = Awaited<ReturnType<typeof planned>>;

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const schedule = ({ user, params }: Planned) =>
  server.call(user, 'POST /api/campaigns/:id/start', { params, body: { start_at: inAnHour(), allow_repeat: true } });

async function passStart({ params, view }: Planned) {
  const start_at = new Date(Date.now() - 60_000);
  await app.db
    .updateTable('campaigns')
    .set({ start_at, start_next_try_at: null })
    .where('id', '=', params.id)
    .execute();
  await startDueCampaigns(app);
  return view();
}

const changes: readonly [string, (given: Planned) => Promise<unknown>][] = [
  ['message', ({ changeText }) => changeText()],
  ['list', ({ changeList }) => changeList()],
];

describe('sending the message again at a scheduled start', () => {
  it('happens if neither the message nor the list has changed', async () => {
    const given = await planned();
    await schedule(given);
    const { allow_repeat, total_list, total_skipped } = await passStart(given);
    assert.deepEqual([allow_repeat, total_list, total_skipped], [true, 2, 0]);
  });

  for (const [part, changePart] of changes) {
    it(`does not happen if the ${part} has changed since the user scheduled the start, not even when the start is retried`, async () => {
      const given = await planned();
      await schedule(given);
      await changePart(given);
      const turnOn = (is_active: boolean) =>
        app.db.updateTable('profiles').set({ is_active }).where('user_id', '=', given.user.id).execute();
      await turnOn(false);
      assert.equal((await passStart(given)).status, 'pending');
      await turnOn(true);
      const { status, allow_repeat, total_list, total_skipped } = await passStart(given);
      assert.deepEqual([status, allow_repeat, total_list, total_skipped], ['running', false, 1, 1]);
    });
  }

  it('does not happen after a change, even if the campaign was created with the choice to send again', async () => {
    const given = await planned();
    await app.db.updateTable('campaigns').set({ allow_repeat: true }).where('user_id', '=', given.user.id).execute();
    await schedule(given);
    await changes[0]?.[1](given);
    const { allow_repeat, total_list, total_skipped } = await passStart(given);
    assert.deepEqual([allow_repeat, total_list, total_skipped], [false, 1, 1]);
  });
});

describe('a start after a review', () => {
  it('begins if neither the message nor the list has changed since the review', async () => {
    const { user, params, review } = await planned();
    const body = { allow_repeat: true, review_key: await review() };
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params, body });
    assert.deepEqual([campaign.status, campaign.total_list], ['running', 2]);
  });

  for (const [part, changePart] of changes) {
    it(`is refused if the ${part} has changed since the review, whether it is immediate or scheduled`, async () => {
      const given = await planned();
      const { user, params, review, view } = given;
      const review_key = await review();
      await changePart(given);
      for (const order of [{}, { start_at: inAnHour() }]) {
        const body = { ...order, allow_repeat: true, review_key };
        const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params, body });
        assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
        assert.match(refusal.error, /has changed since you reviewed this campaign/);
      }
      const { status, scheduled_start } = await view();
      assert.deepEqual([status, scheduled_start], ['pending', null]);
      assert.notEqual(await review(), review_key);
    });
  }
});
