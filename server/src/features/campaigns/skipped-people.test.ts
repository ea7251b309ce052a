import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { readXlsx } from 'hucre/xlsx';
import type { SkipReason } from '@sandpiper/contract/reasons';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign, makeDue } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { skippedOf } from '../deliveries/campaign-ledger.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const doNotContact = (user: TestUser, ...usernames: string[]) =>
  server.call(user, 'POST /api/do-not-contact', { body: { usernames } });

/** Records that a person was contacted `hoursAgo` hours ago, by default with the campaign's own text. */
async function remember(user: TestUser, person: string, { text = 'Hello {username}!', hoursAgo = 1 } = {}) {
  await sql`INSERT INTO contacts (user_id, person, text_key, state, contacted_at, delivery_id, campaign_name)
    VALUES (${user.id}, ${person}, md5(${text}), 'sent', now() - make_interval(hours => ${hoursAgo}), 0, 'Earlier')
  `.execute(app.db);
}

const talked = (user: TestUser, person: string) =>
  app.db.insertInto('conversations').values({ user_id: user.id, person, replied_at: new Date() }).execute();

async function exportedRows(user: TestUser, campaignId: number) {
  const reply = await server.send(user, { method: 'GET', url: `/api/campaigns/${campaignId}/logs/export` });
  const book = await readXlsx(new Uint8Array(reply.raw));
  return (book.sheets[0]?.rows ?? []).slice(1);
}

const everyone = ['anna', 'ben', 'cleo', 'dora', 'emil'];

/** Builds a campaign whose start skips one person for each of four reasons. */
async function planned(options: Parameters<typeof buildCampaign>[2] = {}) {
  const user = await buildUser(app);
  const campaign = await buildCampaign(app, user, { recipients: everyone, cool_off_days: 7, ...options });
  await doNotContact(user, 'anna');
  await remember(user, 'ben');
  await remember(user, 'cleo', { text: 'Another text' });
  await talked(user, 'dora');
  const params = { id: campaign.id };
  const preflight = (body: { allow_repeat?: boolean } = {}) =>
    server.call(user, 'POST /api/campaigns/:id/preflight', { params, query: {}, body });
  const start = (body: { allow_repeat?: boolean } = {}) =>
    server.call(user, 'POST /api/campaigns/:id/start', { params, body });
  return { user, campaign, params, preflight, start };
}

const oneEach = (...reasons: SkipReason[]) => reasons.toSorted().map((reason) => ({ reason, people: 1 }));
const sorted = (skipped: readonly { reason: SkipReason; people: number }[]) =>
  skipped.toSorted((one, other) => one.reason.localeCompare(other.reason));

describe('a campaign’s first start', () => {
  it('skips people for each reason, counts them by reason, and writes a single log entry', async () => {
    const { start } = await planned();
    const { campaign } = await start();
    assert.deepEqual([campaign.total_list, campaign.total_skipped], [1, 4]);
    assert.deepEqual(sorted(campaign.skipped), oneEach('do_not_contact', 'same_message', 'cool_off', 'conversation'));
    assert.equal(campaign.preview?.recipient, 'emil');
    assert.deepEqual(
      campaign.logs.map(({ action, message }) => [action, message]),
      [['started', '1 person to message. 4 were skipped.']],
    );
  });

  it('can count skip reasons for a limited number of people, starting with those who were skipped first', async () => {
    const { user, start, campaign } = await planned();
    await start();
    const key = { user_id: user.id, id: campaign.id };
    assert.deepEqual(sorted(await skippedOf(app.db, key, 2)), oneEach('do_not_contact', 'same_message'));
  });

  it('leaves the people it skips pending on the list', async () => {
    const { user, start } = await planned();
    await start();
    const rows = await app.db.selectFrom('recipients').select('status').where('user_id', '=', user.id).execute();
    assert.ok(rows.every(({ status }) => status === 'pending'));
  });

  it('gives each person it skips a row in the export', async () => {
    const { user, start, campaign } = await planned();
    await start();
    const [started, ...skipped] = await exportedRows(user, campaign.id);
    assert.deepEqual(new Set(skipped.map((row) => row[1])), new Set([started?.[1]]));
    const rows = skipped.map((row) => [row[2], row[3], row[5]]);
    assert.deepEqual(rows, [
      ['skipped', 'anna', 'On your Do not contact list.'],
      ['skipped', 'ben', 'Already got this message.'],
      ['skipped', 'cleo', 'Contacted recently.'],
      ['skipped', 'dora', 'Has already written to you.'],
    ]);
  });

  it('keeps the time of the first start in the export, even if its log entry was deleted and the campaign was continued', async () => {
    const { user, start, campaign } = await planned();
    await start();
    const [time, startedAt] = ['2026-01-05 10:00:00', '2026-01-05T10:00:00Z'];
    // The only log entry left is the one about the later start.
    const columns = { started_at: startedAt, logs_deleted_to: '2026-01-06T00:00:00Z' };
    await app.db.updateTable('campaigns').set(columns).where('id', '=', campaign.id).execute();
    const rows = (await exportedRows(user, campaign.id)).map((row) => [row[2], row[1] === time]);
    assert.deepEqual(rows, [...Array.from({ length: 4 }, () => ['skipped', true]), ['started', false]]);
  });

  it('can be previewed without changing anything', async () => {
    const { preflight, start } = await planned();
    for (const _time of [1, 2]) {
      const told = await preflight();
      assert.deepEqual([told.people, told.to_message, told.already_messaged], [5, 1, 1]);
      assert.deepEqual(sorted(told.skipped), oneEach('do_not_contact', 'same_message', 'cool_off', 'conversation'));
    }
    assert.equal((await start()).campaign.total_list, 1);
  });

  it('sends the same text again only on request, and not during the cool-off', async () => {
    const { preflight, start } = await planned({ cool_off_days: 0 });
    assert.deepEqual((await preflight()).to_message, 2);
    assert.deepEqual(
      sorted((await preflight({ allow_repeat: true })).skipped),
      oneEach('do_not_contact', 'conversation'),
    );
    const { campaign } = await start({ allow_repeat: true });
    assert.deepEqual([campaign.allow_repeat, campaign.total_list, campaign.total_skipped], [true, 3, 2]);
    const cooling = await planned();
    assert.deepEqual(sorted((await cooling.preflight({ allow_repeat: true })).skipped), [
      { reason: 'conversation', people: 1 },
      { reason: 'cool_off', people: 2 },
      { reason: 'do_not_contact', people: 1 },
    ]);
  });

  it('keeps the campaign’s own rules if the request leaves them out', async () => {
    const { start } = await planned({ allow_repeat: true, cool_off_days: 0, skip_conversations: false });
    const { campaign } = await start();
    assert.deepEqual([campaign.allow_repeat, campaign.total_list, campaign.total_skipped], [true, 4, 1]);
  });

  it('changes nothing if it is refused', async () => {
    const { user, campaign, start, params, preflight } = await planned({ cool_off_days: 0 });
    const accountId = campaign.accounts[0]?.id ?? 0;
    await app.db.updateTable('profiles').set({ is_active: false }).where('id', '=', accountId).execute();
    const body = { allow_repeat: true };
    assert.equal((await server.refuse(user, 'POST /api/campaigns/:id/start', { params, body })).code, 'invalid_state');
    const { campaign: shown } = await server.call(user, 'GET /api/campaigns/:id', { params });
    assert.deepEqual([shown.status, shown.skipped, shown.allow_repeat], ['pending', [], false]);
    assert.equal((await preflight()).to_message, 2);
    await app.db.updateTable('profiles').set({ is_active: true }).where('id', '=', accountId).execute();
    assert.equal((await start()).campaign.total_list, 2);
  });

  it('is refused if everyone would be skipped, and the error says how many already got the message', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { recipients: ['anna', 'ben', 'cleo'] });
    await remember(user, 'anna');
    await remember(user, 'ben');
    await doNotContact(user, 'cleo');
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.deepEqual([refusal.status, refusal.code, refusal.already_messaged], [409, 'everybody_skipped', 2]);
    assert.match(
      refusal.error,
      /Already got this message: 2\. On your Do not contact list: 1\. You can choose to send the message again/,
    );
    const { campaign } = await server.call(user, 'GET /api/campaigns/:id', { params: { id } });
    assert.deepEqual([campaign.status, campaign.started_at], ['pending', null]);
    const { summary } = await server.call(user, 'GET /api/person/:username', { params: { username: 'cleo' } });
    assert.equal(summary.skipped, 0);
    assert.deepEqual(await exportedRows(user, id), []);
    const body = { allow_repeat: true };
    const again = await server.call(user, 'POST /api/campaigns/:id/start', { params: { id }, body });
    assert.deepEqual([again.campaign.total_list, again.campaign.total_skipped], [2, 1]);
  });

  it('does not offer to send the message again if everyone would be skipped and nobody got it', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { recipients: ['anna'] });
    await doNotContact(user, 'anna');
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.deepEqual([refusal.code, refusal.already_messaged], ['everybody_skipped', 0]);
    assert.doesNotMatch(refusal.error, /again/);
  });

  it('ignores other users’ data when deciding who is skipped', async () => {
    await planned();
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { recipients: everyone, cool_off_days: 7 });
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.deepEqual([campaign.total_list, campaign.total_skipped], [5, 0]);
  });
});

describe('a campaign’s cool-off', () => {
  for (const [days, hoursAgo, isSkipped] of [
    [7, 7 * 24 - 1, true],
    [7, 7 * 24 + 1, false],
    [0, 1, false],
  ] as const) {
    it(`${isSkipped ? 'skips' : 'does not skip'} a person contacted ${hoursAgo} hours ago if it lasts ${days} days`, async () => {
      const user = await buildUser(app);
      const { id } = await buildCampaign(app, user, { recipients: ['anna', 'ben'], cool_off_days: days });
      await remember(user, 'anna', { text: 'Another text', hoursAgo });
      const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
      assert.deepEqual(campaign.skipped, isSkipped ? oneEach('cool_off') : []);
    });
  }
});

const lateReasons: readonly [SkipReason, (user: TestUser) => Promise<unknown>][] = [
  ['do_not_contact', (user) => doNotContact(user, '@Anna')],
  ['same_message', (user) => remember(user, 'anna')],
  ['cool_off', (user) => remember(user, 'anna', { text: 'Another text' })],
  ['conversation', (user) => talked(user, 'anna')],
  [
    'not_pending',
    (user) =>
      app.db
        .updateTable('recipients')
        .set({ status: 'failed' })
        .where('user_id', '=', user.id)
        .where('recipient', '=', 'anna')
        .execute(),
  ],
];

describe('while a campaign runs', () => {
  for (const [reason, happen] of lateReasons) {
    it(`a claim skips a person who may no longer be messaged, logs this, and takes the next person (${reason})`, async () => {
      const { user, claimOne, counters, logOfPeople, view, recipients } = await scene({ cool_off_days: 7 });
      const before = (await recipients()).length;
      await happen(user);
      assert.equal((await claimOne()).recipient, 'ben');
      assert.deepEqual(await counters(), [2, 0, 0, 1]);
      assert.deepEqual(await logOfPeople(), ['anna skipped']);
      assert.deepEqual((await view()).skipped, oneEach(reason));
      assert.equal((await recipients()).length, before);
    });

    it(`the agent gets no go-ahead for a claimed person who may no longer be messaged (${reason})`, async () => {
      const { user, claimOne, refusalOf, logOfPeople, statusOf, counters } = await scene({ cool_off_days: 7 });
      const delivery = await claimOne();
      await happen(user);
      assert.equal(await refusalOf(delivery), reason);
      assert.equal(await statusOf(delivery), 'skipped');
      assert.deepEqual(await logOfPeople(), ['anna skipped']);
      assert.deepEqual(await counters(), [2, 0, 0, 1]);
    });
  }

  it('a person who is skipped has a single row in the exported log', async () => {
    const { user, claimOne, campaign } = await scene({ recipients: ['anna', 'ben'], cool_off_days: 7 });
    await doNotContact(user, 'anna');
    await claimOne();
    const rows = (await exportedRows(user, campaign.id)).map((row) => [row[2], row[3]]);
    assert.deepEqual(rows, [
      ['started', ''],
      ['skipped', 'anna'],
    ]);
  });

  it('a claim that skips many people asks the agent to claim again, until someone can be messaged', async () => {
    const people = Array.from({ length: 120 }, (_, index) => `person${index}`);
    const { user, claim, account, counters, view } = await scene({ recipients: people });
    await doNotContact(user, ...people.slice(0, 119));
    const reasons = [];
    for (let asked = 0; asked < 3; asked += 1) reasons.push(reasonOf(await claim()));
    assert.deepEqual(reasons, ['retry_later', 'retry_later', null]);
    assert.deepEqual(await counters(), [1, 0, 0, 119]);
    await makeDue(app, account);
    assert.equal((await view()).logs.length, 50);
  });

  it('skipping everyone completes the campaign', async () => {
    const { user, claim, view } = await scene();
    await doNotContact(user, 'anna', 'ben', 'cleo');
    assert.equal(reasonOf(await claim()), 'nothing_left');
    const { status, total_list, total_skipped } = await view();
    assert.deepEqual([status, total_list, total_skipped], ['completed', 0, 3]);
  });
});
