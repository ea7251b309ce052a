import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgottenName } from '@sandpiper/contract/forgotten-people';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import { transact } from '../../platform/database/transact.ts';
import { mailContent } from '../../platform/secrets/sealed-owners.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { buildImport, forgettingOn, leaver, others } from '../../testing/forgotten-people.ts';
import { check, createImport, sendRows } from '../../testing/import-scene.ts';
import { untilWaitedFor } from '../../testing/lock-waits.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { dropOldExports } from '../data-export/data-export.service.ts';
import { letterOf } from '../mail/letter.service.ts';
import { queueMail } from '../mail/outgoing-mail.service.ts';
import { linkReturningPeople } from '../people/people.service.ts';

const server = await testServer();
const { app } = server;
const { forget, refuseForget, mark, tablesNaming, everywhere } = forgettingOn(server);
const scene = scenesOn(server);

describe('forgetting a person', () => {
  it('removes their name everywhere, and affects nobody else', async () => {
    const { user } = await everywhere();
    const before = await tablesNaming(user, leaver);
    const ofOthers = await Promise.all(others.map((other) => tablesNaming(user, other)));
    const naming =
      'account_holds agent_requests campaign_logs campaigns contacts conversations deliveries do_not_contact ' +
      'do_not_contact_removals import_rows imports lists people people_changes person_events profiles recipients saved_filters';
    for (const table of naming.split(' ')) {
      assert.ok(before.includes(table), `${table} should contain her name before she is forgotten`);
    }
    const { withdrawn_from } = await forget(user, `@${leaver.toUpperCase()}`);
    assert.equal(withdrawn_from, 1);
    assert.deepEqual(await tablesNaming(user, leaver), []);
    assert.deepEqual(await Promise.all(others.map((other) => tablesNaming(user, other))), ofOthers);
    assert.ok(ofOthers.every((tables) => tables.includes('recipients')));
    assert.ok(ofOthers.at(-1)?.includes('account_holds'));
    assert.equal(
      (await server.refuse(user, 'GET /api/person/:username', { params: { username: leaver } })).status,
      404,
    );
  });

  it('shows "(forgotten)" instead of the person’s stored key in logs, exports and the list of unknown outcomes', async () => {
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

  it('removes their name only from the texts in results of requests, not from keys, paths and names of accounts', async () => {
    for (const username of ['null', 'true', '1990', 'error', 'home.anna']) {
      const user = await buildUser(app);
      await buildList(app, user, { recipients: [username] });
      const account = {
        profile_name: username,
        profile_path: `/home/${username}/profile`,
        unread_count: null,
        exact: true,
      };
      const resultsWith = (name: string) => ({ results: [{ ...account, error: `@${name} is blocked` }], total: 1990 });
      const results = JSON.stringify(resultsWith(username));
      await app.db
        .insertInto('agent_requests')
        .values({ user_id: user.id, request_type: 'unread_check', status: 'completed', results })
        .execute();
      await forget(user, username);
      const [request] = await app.db
        .selectFrom('agent_requests')
        .select('results')
        .where('user_id', '=', user.id)
        .execute();
      assert.deepEqual(request?.results, resultsWith(forgottenName), username);
    }
  });

  it('withdraws them from a campaign that has not reached them, and the campaign ends if nobody else is left', async () => {
    const given = await scene({ recipients: [leaver] });
    assert.equal((await forget(given.user)).withdrawn_from, 1);
    const campaign = await given.view();
    assert.deepEqual([campaign.status, campaign.total_list], ['completed', 0]);
    const list = await server.call(given.user, 'GET /api/lists/:id', { params: { id: given.campaign.listId } });
    assert.equal(list.list.recipient_count, 0);
  });

  it('removes their name from searches in saved filters and bulk changes', async () => {
    const { user } = await everywhere();
    await forget(user);
    const { saved_filters } = await server.call(user, 'GET /api/saved-filters');
    assert.deepEqual(
      saved_filters.map(({ filter }) => filter),
      ['@(forgotten)', '@nora_leaves'].map((search) => ({ search, state: 'contacted' })),
    );
    const { changes } = await server.call(user, 'GET /api/people-changes');
    assert.deepEqual(
      changes.map(({ scope }) => scope.filter),
      [{ search: 'nora_leaves' }, { search: '(forgotten)' }, null],
    );
  });

  it('marks their rows in imports as invalid', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: [leaver] });
    await buildImport(app, user);
    await forget(user);
    const { fates } = await app.db
      .selectFrom('imports')
      .select('fates')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(fates, { new: 1, invalid: 2 });
    assert.deepEqual(await tablesNaming(user, leaver), []);
  });

  it('removes them from uploaded rows that have not been checked yet', async () => {
    const user = await buildUser(app);
    const list = await buildList(app, user, { recipients: [leaver] });
    const { id } = await createImport(server, user, list.id, { variables: ['first_name'] });
    const rows = [`https://instagram.com/${leaver}/`, `\t${leaver}`, 'zoe'].map((username, index) => ({
      line: index + 2,
      username,
      values: [username],
    }));
    await sendRows(server, user, id, rows);
    assert.ok((await tablesNaming(user, leaver)).includes('import_chunks'));
    await forget(user);
    assert.deepEqual(await tablesNaming(user, leaver), []);
    const { fates } = await check(server, { user, id });
    assert.deepEqual([fates.new, fates.invalid], [1, 2]);
  });

  it('replaces their name in unsent notice emails, which are still sent', async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: [leaver] });
    const letter = letterOf({ subject: `@${leaver} replied`, sections: [], footer: [] });
    await change(app, (change) => queueMail(change, user.id, { purpose: 'notices', to: 'a@b.example', ...letter }));
    await forget(user);
    const [mail] = await app.db.selectFrom('outgoing_mails').select('sealed').where('user_id', '=', user.id).execute();
    assert.ok(mail?.sealed);
    const content = app.secrets.open(mail.sealed, mailContent(user.id));
    assert.ok(!content.includes(leaver), content);
    assert.ok(content.includes(`@${forgottenName} replied`), content);
  });

  it("leaves no export of the user's data, even if the server stops before it has deleted the export", async () => {
    const user = await buildUser(app);
    await buildList(app, user, { recipients: [leaver] });
    await server.call(user, 'POST /api/data-export');
    await jobsToEnd(app);
    assert.ok((await tablesNaming(user, leaver)).includes('data_export_chunks'));
    await sql`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''stopped''; END'`.execute(
      app.db,
    );
    await sql`CREATE TRIGGER stops BEFORE DELETE ON data_export_chunks EXECUTE FUNCTION stop()`.execute(app.db);
    await refuseForget(user);
    await sql`DROP FUNCTION stop CASCADE`.execute(app.db);
    assert.equal((await server.call(user, 'GET /api/data-export')).export, null);
    await dropOldExports(app);
    assert.deepEqual(await tablesNaming(user, leaver), []);
  });

  for (const state of ['claimed', 'committed'] as const) {
    it(`is refused while they are ${state}, and changes nothing`, async () => {
      const given = await scene({ recipients: [leaver] });
      const delivery = state === 'claimed' ? await given.claimOne() : await given.commitOne();
      const refusal = await refuseForget(given.user);
      assert.deepEqual(
        [refusal.code, refusal.error.startsWith(`A message to ${leaver} may be on its way`)],
        ['invalid_state', true],
      );
      assert.equal((await server.call(given.user, 'GET /api/people')).people.length, 1);
      if (state === 'claimed') await given.commit(delivery);
      await given.report(delivery, 'sent');
      await forget(given.user);
      assert.deepEqual(await tablesNaming(given.user, leaver), []);
    });
  }

  it('is refused right after their campaign was stopped if their message may still be on its way', async () => {
    const given = await scene({ recipients: [leaver] });
    const delivery = await given.commitOne();
    await given.setStatus('completed');
    assert.match((await refuseForget(given.user)).error, /may be on its way/);
    await given.report(delivery, 'sent');
    await forget(given.user);
    assert.deepEqual(await tablesNaming(given.user, leaver), []);
  });

  it('needs no subscription', async () => {
    const user = await buildUser(app, { subscription_end_date: '2020-01-01' });
    await buildList(app, user, { recipients: [leaver] });
    await forget(user);
  });

  it("does not affect another user's people", async () => {
    const [user, stranger] = [await buildUser(app), await buildUser(app)];
    await buildList(app, user, { recipients: [leaver] });
    await buildList(app, stranger, { recipients: [leaver] });
    await mark(stranger, 'Asked us');
    const before = await tablesNaming(stranger, leaver);
    await forget(user);
    assert.deepEqual(await tablesNaming(stranger, leaver), before);
  });
});

// The embedded database runs only one transaction at a time, so these tests need a database server.
if (testDatabaseUrl !== null) {
  describe('forgetting a person who is being added at the same moment', () => {
    it('waits until they are added, and then removes them', async () => {
      const user = await buildUser(app);
      const list = await buildList(app, user, { recipients: [leaver] });
      const second = await buildList(app, user);
      let forgetting: Promise<unknown> | undefined;
      await transact(app.db, async (transaction) => {
        const values = { user_id: user.id, list_id: second.id, recipient: leaver };
        await transaction.insertInto('recipients').values(values).execute();
        await linkReturningPeople(app, transaction, { userId: user.id, usernames: [leaver] });
        forgetting = forget(user);
        await untilWaitedFor(transaction);
      });
      await forgetting;
      assert.ok(list.id > 0);
      assert.deepEqual(await tablesNaming(user, leaver), []);
    });

    it('leaves them linked to their earlier records if the addition is committed later', async () => {
      const user = await buildUser(app);
      await buildList(app, user, { recipients: [leaver] });
      await mark(user, 'Asked us');
      const second = await buildList(app, user);
      await transact(app.db, async (transaction) => {
        const values = { user_id: user.id, list_id: second.id, recipient: leaver };
        await transaction.insertInto('recipients').values(values).execute();
        await forget(user);
        await linkReturningPeople(app, transaction, { userId: user.id, usernames: [leaver] });
      });
      const { person } = await server.call(user, 'GET /api/person/:username', { params: { username: leaver } });
      assert.deepEqual([person.is_do_not_contact, person.list_count], [true, 1]);
    });
  });
}

describeAccess(server, [
  {
    key: 'POST /api/person/:username/forget',
    input: async (owner) => {
      await buildList(app, owner, { recipients: [leaver] });
      return { params: { username: leaver } };
    },
    isOwned: true,
  },
]);
