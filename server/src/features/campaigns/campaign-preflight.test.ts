import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { preflightPeopleMax } from '@sandpiper/contract/limits';
import { buildAccount, buildComputer, buildList, buildTemplate, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

type Plan = { recipients?: string[]; content?: string; accounts?: number; cool_off_days?: number };

/** Builds a list, a template and accounts. `preflight` returns the preflight for a campaign that hasn't been created yet. */
async function planned({ recipients = ['anna', 'ben', 'cleo'], content = 'Hello {username}!', ...more }: Plan = {}) {
  const user = await buildUser(app);
  const list = await buildList(app, user, { recipients });
  const template = await buildTemplate(app, user, { content });
  const accounts = [];
  while (accounts.length < (more.accounts ?? 1)) accounts.push(await buildAccount(app, user));
  await buildComputer(app, user);
  const body = {
    name: 'Spring',
    message_template_id: template.id,
    list_id: list.id,
    profiles_used: accounts.map(({ id }) => id),
    cool_off_days: more.cool_off_days ?? 0,
  };
  const preflight = (query = {}) => server.call(user, 'POST /api/campaigns/preflight', { body, query });
  return { user, list, accounts, body, preflight };
}

const preflightOf = (user: TestUser, id: number, body = {}) =>
  server.call(user, 'POST /api/campaigns/:id/preflight', { params: { id }, body });

describe('a preflight', () => {
  it('counts the people who would be skipped for each reason, and the start includes as many people as expected', async () => {
    const given = await scene({ recipients: ['earlier', 'busy'], content: 'Hello {username}!' });
    const { user } = given;
    await given.sendOne();
    await app.db.updateTable('profiles').set({ next_due_at: null }).where('user_id', '=', user.id).execute();
    const { recipient: busy } = await given.claimOne();
    const recipients = ['anna', 'ben', 'never', 'earlier', busy, 'done'];
    const list = await buildList(app, user, { recipients });
    await app.db
      .updateTable('recipients')
      .set({ status: 'sent' })
      .where('list_id', '=', list.id)
      .where('recipient', '=', 'done')
      .execute();
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['never'], reason: '' } });
    const { id } = await buildCampaign(app, user, { listId: list.id, content: 'Hello {username}!' });
    const seen = await preflightOf(user, id);
    assert.deepEqual(
      seen.skipped.toSorted((a, b) => a.reason.localeCompare(b.reason)),
      [
        { reason: 'do_not_contact', people: 1 },
        { reason: 'not_pending', people: 1 },
        { reason: 'same_message', people: 1 },
      ],
    );
    assert.deepEqual([seen.people, seen.to_message, seen.already_messaged, seen.being_written_to], [6, 3, 1, 1]);
    assert.deepEqual((await preflightOf(user, id, { allow_repeat: true })).to_message, 4);
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.deepEqual([campaign.total_list, campaign.total_skipped], [3, 2]);
  });

  it('gives the same result for a campaign that does not exist yet, and creates nothing', async () => {
    const { user, body, preflight } = await planned();
    const before = await preflight();
    const { campaign } = await server.call(user, 'POST /api/campaigns', { body });
    const after = await preflightOf(user, campaign.id);
    const stable = ({ people, to_message, messages, problems, accounts }: typeof after) => [
      people,
      to_message,
      messages,
      problems,
      accounts.map(({ profile_id, code, is_counted }) => [profile_id, code, is_counted]),
    ];
    assert.deepEqual(stable(before), stable(after));
    assert.equal((await server.call(user, 'GET /api/campaigns')).pagination.totalItems, 1);
  });

  it('shows every message, one page at a time', async () => {
    const recipients = Array.from({ length: 12 }, (_, index) => `person${index}`);
    const { preflight } = await planned({ recipients });
    const { messages, pagination } = await preflight({ page: 2, limit: 10 });
    assert.deepEqual(messages, [
      { recipient: 'person10', text: 'Hello person10!' },
      { recipient: 'person11', text: 'Hello person11!' },
    ]);
    assert.deepEqual(pagination, { currentPage: 2, totalPages: 2, totalItems: 12, itemsPerPage: 10 });
  });

  it('checks only the first people on a long list, and says how many it has not checked', async () => {
    const recipients = Array.from({ length: preflightPeopleMax + 5 }, (_, index) => `person${index}`);
    const { user, body, preflight } = await planned({ recipients });
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['person0'] } });
    const told = ({ people, to_message, unchecked, skipped, pagination }: Awaited<ReturnType<typeof preflight>>) => [
      people,
      to_message,
      unchecked,
      skipped.map((skip) => skip.people),
      pagination.totalItems,
    ];
    const checked = preflightPeopleMax;
    const before = await preflight();
    assert.deepEqual(told(before), [checked + 5, checked - 1, 5, [1], checked - 1]);
    const forecastOf = before.forecast?.per_day.reduce((sum, { messages }) => sum + messages, 0);
    assert.equal(forecastOf, checked + 4, 'the forecast assumes that the others get the message');
    const { campaign } = await server.call(user, 'POST /api/campaigns', { body });
    const params = { id: campaign.id };
    const started = await server.call(user, 'POST /api/campaigns/:id/start', { params });
    assert.deepEqual([started.campaign.total_list, started.campaign.total_skipped], [checked + 4, 1]);
    await server.call(user, 'PUT /api/campaigns/:id/status', { params, body: { status: 'paused' } });
    assert.deepEqual(told(await preflightOf(user, campaign.id)), [checked + 4, checked, 4, [], checked]);
  });

  it('does not say that no one would get the message while there are people it has not checked', async () => {
    const recipients = Array.from({ length: preflightPeopleMax + 1 }, (_, index) => `person${index}`);
    const { user, preflight } = await planned({ recipients });
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: recipients.slice(0, -1) } });
    const { to_message, unchecked, problems } = await preflight();
    assert.deepEqual([to_message, unchecked, problems], [0, 1, []]);
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: recipients.slice(-1) } });
    await app.db.deleteFrom('recipients').where('user_id', '=', user.id).where('recipient', '=', 'person0').execute();
    const after = await preflight();
    assert.deepEqual([after.to_message, after.unchecked, after.problems[0]?.code], [0, 0, 'nobody_to_message']);
  });

  it('warns about links and unknown placeholders, and counts people whose message would be too long', async () => {
    const long = `Hi {first_name} {username}, see https://example.com ${'x'.repeat(957)}`;
    const { preflight } = await planned({ content: long, recipients: ['a', 'a.long.name'] });
    const { problems, skipped } = await preflight();
    assert.deepEqual(
      problems.map(({ code, is_blocking }) => [code, is_blocking]),
      [
        ['unknown_placeholder', false],
        ['link_in_message', false],
      ],
    );
    assert.match(problems[0]?.text ?? '', /\{first_name\}/);
    assert.deepEqual(skipped, [{ reason: 'message_too_long', people: 1 }]);
  });

  it('shows whether each account can send, by the same rules as a claim', async () => {
    const { user, accounts, preflight } = await planned({ accounts: 4 });
    const [limited, held, off, away] = accounts.map(({ id }) => id);
    const set = (id: number | undefined, values: object) =>
      app.db
        .updateTable('profiles')
        .set(values)
        .where('id', '=', id ?? 0)
        .execute();
    const today = new Date().toISOString().slice(0, 10);
    await set(limited, { daily_limit: 5, sending_day: today, sent_on_day: 5, ramp_day: 1 });
    await set(held, { hold_reason: 'challenge', held_at: new Date() });
    await set(off, { is_active: false });
    await set(away, { installation_id: null, folder: null });
    const seen = await preflight();
    assert.deepEqual(
      seen.accounts.map(({ code, is_counted, allowed_today, used_today }) => [
        code,
        is_counted,
        allowed_today,
        used_today,
      ]),
      [
        ['over_budget', true, 5, 5],
        ['challenge', false, null, 0],
        ['account_inactive', false, null, 0],
        ['no_computer', true, null, 0],
      ],
    );
    assert.deepEqual(seen.problems, []);
    await app.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', user.id).execute();
    assert.deepEqual(
      (await preflight()).problems.map(({ code, is_blocking }) => [code, is_blocking]),
      [['no_usable_account', true]],
    );
  });

  it('leaves an account out of the forecast if its sending hours never overlap the campaign’s', async () => {
    const { user, accounts, body } = await planned({ accounts: 2 });
    const sunday = JSON.stringify([{ day: 7, from: '09:00', to: '17:00' }]);
    await app.db
      .updateTable('profiles')
      .set({ hours: sunday })
      .where('id', '=', accounts[0]?.id ?? 0)
      .execute();
    const monday = [{ day: 1, from: '00:00', to: '24:00' }];
    const seen = await server.call(user, 'POST /api/campaigns/preflight', {
      body: { ...body, hours: monday },
      query: {},
    });
    assert.deepEqual([seen.accounts[0]?.code, seen.accounts[0]?.is_counted], ['no_common_hours', false]);
    assert.equal(seen.accounts[1]?.is_counted, true);
    const alone = { ...body, hours: monday, profiles_used: body.profiles_used.slice(0, 1) };
    const { problems } = await server.call(user, 'POST /api/campaigns/preflight', { body: alone, query: {} });
    assert.deepEqual(problems, [], 'the campaign can start, like any campaign that has to wait');
    const { campaign } = await server.call(user, 'POST /api/campaigns', { body: alone });
    const started = await server.call(user, 'POST /api/campaigns/:id/start', { params: { id: campaign.id }, body: {} });
    assert.equal(started.campaign.status, 'running');
  });

  it('names the running campaign that already uses an account', async () => {
    const given = await scene();
    const { id } = await buildCampaign(app, given.user, { accounts: [await buildAccount(app, given.user)] });
    const ids = [given.account.id];
    await server.call(given.user, 'PUT /api/campaigns/:id/profiles', { params: { id }, body: { profiles_used: ids } });
    const { problems } = await preflightOf(given.user, id);
    assert.deepEqual(
      problems.map(({ code, text }) => [code, text]),
      [['accounts_in_use', `${given.account.profile_name} is used by the running campaign Spring.`]],
    );
  });

  it('forecasts when the first message is sent, when the campaign ends, and how many messages are sent each day', async () => {
    const recipients = Array.from({ length: 25 }, (_, index) => `person${index}`);
    const { accounts, preflight } = await planned({ recipients });
    await app.db
      .updateTable('profiles')
      .set({ daily_limit: 10 })
      .where('id', '=', accounts[0]?.id ?? 0)
      .execute();
    const { forecast } = await preflight();
    assert.ok(forecast);
    const { first_at, earliest_end_at, end_at, latest_end_at, per_day, working_days } = forecast;
    assert.ok(Math.abs(Date.parse(first_at) - Date.now()) < 60_000);
    assert.ok(earliest_end_at <= end_at && end_at <= latest_end_at, JSON.stringify(forecast));
    assert.equal(
      per_day.reduce((sum, { messages }) => sum + messages, 0),
      25,
    );
    // Shortly before midnight, there isn't enough time left today to send the full daily limit.
    assert.ok(working_days === 3 || working_days === 4, `${working_days}`);
    assert.equal(per_day[1]?.messages, 10);
  });

  it('forecasts no messages before the given start time', async () => {
    const { user, body } = await planned();
    const { campaign } = await server.call(user, 'POST /api/campaigns', { body });
    const start_at = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const { forecast } = await preflightOf(user, campaign.id, { start_at });
    assert.ok(forecast);
    assert.equal(forecast.first_at, start_at);
    assert.equal(forecast.per_day[0]?.date, new Date().toISOString().slice(0, 10));
    const withMessages = forecast.per_day.filter(({ messages }) => messages > 0);
    assert.equal(withMessages[0]?.date, start_at.slice(0, 10));
  });

  it('assumes an immediate start if no time is given, even if the campaign has a scheduled start', async () => {
    const { user, body } = await planned();
    const { campaign } = await server.call(user, 'POST /api/campaigns', { body });
    const start_at = new Date(Date.now() + 7 * 86_400_000).toISOString();
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id: campaign.id }, body: { start_at } });
    const { forecast } = await preflightOf(user, campaign.id);
    assert.ok(forecast);
    assert.ok(Math.abs(Date.parse(forecast.first_at) - Date.now()) < 60_000, forecast.first_at);
  });

  it('covers only the people left in a paused campaign', async () => {
    const given = await scene();
    await given.sendOne();
    await given.setStatus('paused');
    const { people, to_message, messages } = await preflightOf(given.user, given.campaign.id);
    assert.deepEqual([people, to_message], [2, 2]);
    assert.deepEqual(
      messages.map(({ recipient }) => recipient),
      ['ben', 'cleo'],
    );
  });

  it('is refused, with an error under the field, if the start time is in the past or too far ahead', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    for (const start_at of [new Date(Date.now() - 1000), new Date(Date.now() + 400 * 86_400_000)]) {
      const input = { params: { id }, body: { start_at: start_at.toISOString() } };
      const refusal = await server.refuse(user, 'POST /api/campaigns/:id/preflight', input);
      assert.deepEqual([refusal.status, Object.keys(refusal.fields ?? {})], [400, ['start_at']]);
    }
  });

  it('is refused for a campaign that has ended', async () => {
    const given = await scene();
    await given.setStatus('completed');
    const refusal = await server.refuse(given.user, 'POST /api/campaigns/:id/preflight', { params: given.params });
    assert.equal(refusal.code, 'invalid_state');
  });

  it('does not accept another user’s template, list or account', async () => {
    const [mine, theirs] = [await planned(), await planned()];
    for (const field of ['message_template_id', 'list_id', 'profiles_used'] as const) {
      const body = { ...mine.body, [field]: theirs.body[field] };
      const refusal = await server.refuse(mine.user, 'POST /api/campaigns/preflight', { body });
      assert.equal(refusal.status, 404);
    }
  });
});

describeAccess(server, [
  {
    key: 'POST /api/campaigns/preflight',
    input: async (owner) => {
      const list = await buildList(app, owner);
      const template = await buildTemplate(app, owner);
      const account = await buildAccount(app, owner);
      return {
        body: { name: 'Spring', message_template_id: template.id, list_id: list.id, profiles_used: [account.id] },
      };
    },
  },
  {
    key: 'POST /api/campaigns/:id/preflight',
    input: async (owner) => ({ params: { id: (await buildCampaign(app, owner)).id }, body: {} }),
    isOwned: true,
  },
]);
