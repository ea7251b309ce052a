import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { z } from 'zod';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { transact } from '../../platform/database/transact.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { linkReturningPeople } from '../people/people.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const name = 'nora.leaves';
/** Another username, with a different character in place of the dot. */
const dotless = 'nora_leaves';
/** Other usernames that contain or resemble `name`. */
const others = ['nora.leaves2', 'xnora.leaves', 'nora.leaves.too', dotless];
const page = `https://www.instagram.com/${name}/`;

const forget = (user: TestUser, username = name) =>
  server.call(user, 'POST /api/person/:username/forget', { params: { username } });
const refuseForget = (user: TestUser, username = name) =>
  server.refuse(user, 'POST /api/person/:username/forget', { params: { username } });

const tablesSchema = z.array(z.object({ name: z.string() }));
const rowsSchema = z.array(z.object({ text: z.string() }));

/** Lists the tables in which a user's rows contain this username. */
async function tablesNaming(user: TestUser, username: string): Promise<string[]> {
  const tables = await sql`SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_schema = c.table_schema
    WHERE c.table_schema = 'public' AND c.column_name = 'user_id' AND t.table_type = 'BASE TABLE'
    ORDER BY 1`.execute(app.db);
  const pattern = new RegExp(`(?<![a-z0-9._])${username.replaceAll('.', '\\.')}(?![a-z0-9_]|\\.[a-z0-9_])`, 'i');
  const naming: string[] = [];
  for (const table of tablesSchema.parse(tables.rows)) {
    const { rows } = await sql`SELECT row_to_json(t)::text AS text FROM ${sql.table(table.name)} t
      WHERE user_id = ${user.id}`.execute(app.db);
    if (rowsSchema.parse(rows).some(({ text }) => pattern.test(text))) naming.push(table.name);
  }
  return naming;
}

const mark = (user: TestUser, reason: string) =>
  server.call(user, 'POST /api/do-not-contact', { body: { usernames: [name], reason } });

/** Builds a user whose data contains the name everywhere. The message to her from the first campaign has an unknown outcome. */
async function everywhere() {
  const sending = await scene({ recipients: [name, ...others] });
  const { user, account } = sending;
  const delivery = await sending.commitOne();
  await sending.report(delivery, 'unknown', { reason: 'no_note', detail: `Could not read ${page}?hl=en.` });
  await sending.stop('challenge', account.id, `Blocked at @${name}, then at @${dotless}.`);
  await app.db
    .updateTable('profiles')
    .set({ unexpected_people: [name, 'ben'], wait_detail: `At ${page}` })
    .where('id', '=', account.id)
    .execute();
  const secondList = await buildList(app, user, { recipients: [name, ...others] });
  const waiting = await sending.another({ listId: secondList.id, content: 'Second text' });
  await mark(user, `${name} asked us`);
  const params = { username: name };
  await server.call(user, 'DELETE /api/do-not-contact/:username', { params, query: { reason: `${name} wrote` } });
  await mark(user, `${name} asked again`);
  const skipping = await sending.another({ listId: secondList.id, content: 'Third text', accounts: 1, name: 'Autumn' });
  const test = await buildList(app, user, { name: `Test: ${name}`, recipients: [name, 'zoe'] });
  await buildCampaign(app, user, { listId: test.id, content: 'Fourth', status: 'running' });
  const body = { note: `Her name is ${name}`, tags: ['VIP'] };
  await server.call(user, 'PUT /api/person/:username', { params, body });
  await app.db.insertInto('conversations').values({ user_id: user.id, person: name, replied_at: new Date() }).execute();
  const results = JSON.stringify({ error: `${page} did not open` });
  await app.db
    .insertInto('agent_requests')
    .values({ user_id: user.id, request_type: 'unread_check', status: 'completed', results, error_message: page })
    .execute();
  await buildImport(user);
  await jobsToEnd(app);
  return { ...sending, delivery, waiting, skipping, secondList };
}

async function buildImport(user: TestUser): Promise<void> {
  const { id } = await app.db
    .insertInto('imports')
    .values({
      user_id: user.id,
      list_name: 'Studios',
      file_name: 'studios.xlsx',
      username: user.username,
      status: 'done',
      variables: ['first_name'],
      rows: 2,
      fates: JSON.stringify({ new: 2 }),
      kept_until: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = [name, 'zoe'].map((username, position) => ({
    user_id: user.id,
    import_id: id,
    position,
    line: position + 2,
    given: `https://instagram.com/${username}`,
    username,
    variables: JSON.stringify({ first_name: username }),
    fate: 'new' as const,
  }));
  await app.db.insertInto('import_rows').values(rows).execute();
}

describe('forgetting a person', () => {
  it('removes their name everywhere, and affects nobody else', async () => {
    const { user } = await everywhere();
    const before = await tablesNaming(user, name);
    const ofOthers = await Promise.all(others.map((other) => tablesNaming(user, other)));
    const naming =
      'account_holds agent_requests campaign_logs campaigns contacts conversations deliveries do_not_contact ' +
      'do_not_contact_removals import_rows lists people profiles recipients';
    for (const table of naming.split(' ')) {
      assert.ok(before.includes(table), `${table} should name her before`);
    }
    const { withdrawn_from } = await forget(user, `@${name.toUpperCase()}`);
    assert.equal(withdrawn_from, 1);
    assert.deepEqual(await tablesNaming(user, name), []);
    assert.deepEqual(await Promise.all(others.map((other) => tablesNaming(user, other))), ofOthers);
    assert.ok(ofOthers.every((tables) => tables.includes('recipients')));
    assert.ok(ofOthers.at(-1)?.includes('account_holds'));
    assert.equal((await server.refuse(user, 'GET /api/person/:username', { params: { username: name } })).status, 404);
  });

  it('shows "(forgotten)" instead of the key in logs, exports and lists of outcomes', async () => {
    const { user, campaign, skipping, view } = await everywhere();
    await forget(user);
    const { logs } = await view();
    const recipients = logs.flatMap(({ recipient }) => (recipient === null ? [] : [recipient]));
    assert.deepEqual(recipients, ['(forgotten)']);
    const blocked = logs.find(({ action }) => action === 'profile_blocked');
    assert.match(blocked?.message ?? '', /Blocked at @\(forgotten\), then at @nora_leaves\./);
    const params = { id: campaign.id };
    const unknown = await server.call(user, 'GET /api/campaigns/:id/unknown', { params });
    assert.deepEqual(
      unknown.people.map(({ recipient, text }) => [recipient, /instagram\.com\/\(forgotten\)\/\?hl=en\./.test(text)]),
      [['(forgotten)', true]],
    );
    const file = await server.call(user, 'GET /api/campaigns/:id/logs/export', { params: { id: skipping.id } });
    const { sheets } = await readXlsx(await file.arrayBuffer());
    const skipped = sheets[0]?.rows.filter((row) => row[2] === 'skipped').map((row) => row[3]);
    assert.deepEqual(skipped, ['(forgotten)']);
    const read = await server.call(user, 'GET /api/campaigns/:id/logs', { params });
    assert.doesNotMatch(JSON.stringify([logs, unknown, read, sheets]), /#[0-9a-f]{40}/);
  });

  it('withdraws them from campaigns that have not reached them, which then continue or end', async () => {
    const given = await scene({ recipients: [name] });
    assert.equal((await forget(given.user)).withdrawn_from, 1);
    const campaign = await given.view();
    assert.deepEqual([campaign.status, campaign.total_list], ['completed', 0]);
    const list = await server.call(given.user, 'GET /api/lists/:id', { params: { id: given.campaign.listId } });
    assert.equal(list.list.recipient_count, 0);
  });

  it('counts their rows in imports as invalid', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: [name] });
    await buildImport(user);
    await forget(user);
    const { fates } = await app.db
      .selectFrom('imports')
      .select('fates')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(fates, { new: 1, invalid: 1 });
  });

  for (const state of ['claimed', 'committed'] as const) {
    it(`is refused while they are ${state}, and changes nothing`, async () => {
      const given = await scene({ recipients: [name] });
      const delivery = state === 'claimed' ? await given.claimOne() : await given.commitOne();
      const refusal = await refuseForget(given.user);
      assert.deepEqual(
        [refusal.code, refusal.error.startsWith(`A message to ${name} may be on its way`)],
        ['invalid_state', true],
      );
      assert.equal((await server.call(given.user, 'GET /api/people')).people.length, 1);
      if (state === 'claimed') await given.commit(delivery);
      await given.report(delivery, 'sent');
      await forget(given.user);
      assert.deepEqual(await tablesNaming(given.user, name), []);
    });
  }

  it('needs no subscription', async () => {
    const user = await buildUser(app, { subscription_end_date: '2020-01-01' });
    await buildList(app, user, { recipients: [name] });
    await forget(user);
  });

  it("does not affect another user's people", async () => {
    const [user, stranger] = [await buildUser(app), await buildUser(app)];
    await buildList(app, user, { recipients: [name] });
    await buildList(app, stranger, { recipients: [name] });
    await mark(stranger, 'Asked us');
    const before = await tablesNaming(stranger, name);
    await forget(user);
    assert.deepEqual(await tablesNaming(stranger, name), before);
  });
});

describe('a forgotten person who returns', () => {
  it('is not sent the same message again, and is still on Do not contact', async () => {
    const given = await scene({ recipients: [name] });
    const { user } = given;
    await given.sendOne();
    await mark(user, 'Asked us');
    await forget(user);
    const list = await buildList(app, user);
    const recipients = [name, 'zoe'];
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
    const people = await server.call(user, 'GET /api/people');
    const nora = people.people.find(({ username }) => username === name);
    assert.deepEqual([nora?.is_do_not_contact, nora?.last_contacted_at === null, nora?.note], [true, false, null]);
    const next = await given.another({ listId: list.id });
    assert.deepEqual(await given.counters(next.id), [1, 0, 0, 1]);
    await server.call(user, 'DELETE /api/do-not-contact/:username', {
      params: { username: name },
      query: { reason: 'She wrote to us' },
    });
    const alone = await buildList(app, user, { recipients: [] });
    await server.call(user, 'POST /api/recipients', { body: { list_id: alone.id, recipient: name } });
    const third = await buildCampaign(app, user, { listId: alone.id });
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id: third.id }, body: {} });
    assert.deepEqual([refusal.code, refusal.already_messaged], ['everybody_skipped', 1]);
    const other = await buildCampaign(app, user, { listId: alone.id, content: 'Another text', status: 'running' });
    assert.deepEqual(await given.counters(other.id), [1, 0, 0, 0]);
  });

  it('still has their conversation, and a timeline of what was kept', async () => {
    const given = await scene({ recipients: [name] });
    const { user } = given;
    await given.sendOne();
    await app.db
      .insertInto('conversations')
      .values({ user_id: user.id, person: name, replied_at: new Date() })
      .execute();
    await forget(user);
    const list = await buildList(app, user);
    await server.call(user, 'POST /api/recipients', { body: { list_id: list.id, recipient: name } });
    const params = { username: name };
    const { events } = await server.call(user, 'GET /api/person/:username/timeline', { params });
    assert.deepEqual(events.map(({ type }) => type).toSorted(), ['added_to_list', 'message_sent', 'replied']);
    const { summary } = await server.call(user, 'GET /api/person/:username', { params });
    assert.deepEqual([summary.sent, summary.replied_at === null], [1, false]);
    const again = await buildCampaign(app, user, { listId: list.id, content: 'Another text' });
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id: again.id }, body: {} });
    assert.match(refusal.error, /written to/i);
  });

  it('gets the outcome of a message that was still unknown when they were forgotten', async () => {
    const { user, campaign, delivery, view } = await everywhere();
    await forget(user);
    const list = await buildList(app, user);
    await server.call(user, 'POST /api/recipients', { body: { list_id: list.id, recipient: name } });
    const outcome = async () => (await server.call(user, 'GET /api/people', { query: { search: name } })).people[0];
    const found = async () =>
      (await server.call(user, 'GET /api/person/:username', { params: { username: name } })).person;
    assert.equal((await found()).outcome, 'unknown');
    const params = { id: campaign.id, deliveryId: delivery.id };
    await server.call(user, 'POST /api/campaigns/:id/unknown/:deliveryId', { params, body: { was_sent: true } });
    assert.equal((await found()).outcome, 'sent');
    assert.ok(await outcome());
    const { logs } = await view();
    const ofPerson = logs
      .filter(({ recipient }) => recipient !== null)
      .map(({ recipient, action }) => [recipient, action]);
    assert.deepEqual(ofPerson, [['(forgotten)', 'message_sent']]);
  });

  it('can be forgotten again', async () => {
    const { user } = await everywhere();
    await forget(user);
    const list = await buildList(app, user);
    await server.call(user, 'POST /api/recipients', { body: { list_id: list.id, recipient: name } });
    await mark(user, `${name} again`);
    await forget(user);
    assert.deepEqual(await tablesNaming(user, name), []);
    assert.equal((await server.call(user, 'GET /api/do-not-contact')).forgotten_count, 1);
  });
});

// The embedded database runs one transaction at a time.
if (testDatabaseUrl !== null) {
  describe('forgetting a person who is being added at the same moment', () => {
    it('waits until they are added, and then removes them', async () => {
      const user = await buildUser(app);
      const list = await buildList(app, user, { recipients: [name] });
      const second = await buildList(app, user);
      let forgetting: Promise<unknown> | undefined;
      await transact(app.db, async (transaction) => {
        const values = { user_id: user.id, list_id: second.id, recipient: name };
        await transaction.insertInto('recipients').values(values).execute();
        await linkReturningPeople(app, transaction, { userId: user.id, usernames: [name] });
        forgetting = forget(user);
        await setTimeout(200);
      });
      await forgetting;
      assert.ok(list.id > 0);
      assert.deepEqual(await tablesNaming(user, name), []);
    });

    it('reconnects them if they were added first but not committed yet', async () => {
      const user = await buildUser(app);
      await buildList(app, user, { recipients: [name] });
      await mark(user, 'Asked us');
      const second = await buildList(app, user);
      await transact(app.db, async (transaction) => {
        const values = { user_id: user.id, list_id: second.id, recipient: name };
        await transaction.insertInto('recipients').values(values).execute();
        await forget(user);
        await linkReturningPeople(app, transaction, { userId: user.id, usernames: [name] });
      });
      const { person } = await server.call(user, 'GET /api/person/:username', { params: { username: name } });
      assert.deepEqual([person.is_do_not_contact, person.list_count], [true, 1]);
    });
  });
}

describeAccess(server, [
  {
    key: 'POST /api/person/:username/forget',
    input: async (owner) => {
      await buildList(app, owner, { recipients: [name] });
      return { params: { username: name } };
    },
    isOwned: true,
  },
]);
