import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { buildAccount, buildAgent, buildUser, uniqueName } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { downloadExport, jsonIn, prepareExport, textIn } from '../../testing/data-exports.ts';
import { testServer } from '../../testing/test-server.ts';
import { exportKinds, leftOut } from './export-kinds.ts';

const server = await testServer();
const { app } = server;

describe('an export of everything', () => {
  it('has a JSON file and a sheet for each kind of data, both with the same rows', async () => {
    const user = await buildUser(app);
    const recipients = Array.from({ length: 450 }, (_, number) => `person${number}`);
    await buildCampaign(app, user, {
      name: '=1+1',
      recipients,
      status: 'running',
      variables: ['city'],
      values: { person0: { city: 'Ulm' } },
    });
    await server.call(user, 'PUT /api/person/:username', {
      params: { username: 'person1' },
      body: { note: 'Met <in> May' },
    });
    await server.call(user, 'POST /api/people-changes', {
      body: { scope: { usernames: ['person1'] }, change: { type: 'tag', tag: 'Friend' } },
    });
    await jobsToEnd(app);
    await server.call(user, 'POST /api/support', { body: { subject: 'Help', description: 'Me' } });
    await prepareExport(server, user);
    const state = await server.call(user, 'GET /api/data-export');
    assert.equal(state.export?.status, 'ready');
    const files = await downloadExport(server, user);
    assert.deepEqual(
      [...files.keys()].toSorted(),
      ['README.txt', 'everything.xlsx', ...exportKinds.map(({ name }) => `json/${name}.json`)].toSorted(),
    );
    const book = await readXlsx(files.get('everything.xlsx') ?? new Uint8Array());
    assert.deepEqual(
      book.sheets.map(({ name }) => name.toLowerCase().replaceAll(' ', '_')),
      exportKinds.map(({ name }) => name),
    );
    for (const [index, { name }] of exportKinds.entries()) {
      const rows = jsonIn(files, name);
      assert.ok(Array.isArray(rows));
      assert.equal(rows.length + 1, book.sheets[index]?.rows.length, name);
    }
    const of = (name: string) => textIn(files, `json/${name}.json`);
    assert.equal(of('recipients').match(/"recipient":"person\d+"/g)?.length, 450);
    assert.match(of('recipients'), /"variables":\{"city": ?"Ulm"\}/);
    assert.match(of('people'), /"note":"Met <in> May".*"tags":\["Friend"\]/);
    assert.match(of('support_tickets'), /"subject":"Help"/);
    assert.match(of('audit_events'), /data_export_requested/);
    const campaigns = book.sheets.find(({ name }) => name === 'Campaigns');
    assert.equal(campaigns?.rows[1]?.[1], '=1+1');
    const notices = await app.db.selectFrom('notices').select('kind').where('user_id', '=', user.id).execute();
    assert.ok(notices.some(({ kind }) => kind === 'export_ready'));
  });

  it('says in the spreadsheet’s headings that times are in UTC', async () => {
    const user = await buildUser(app);
    await prepareExport(server, user);
    const book = await readXlsx((await downloadExport(server, user)).get('everything.xlsx') ?? new Uint8Array());
    const { rows: times } = await sql<{ table_name: string; column_name: string }>`
      SELECT table_name, column_name FROM information_schema.columns WHERE data_type = 'timestamp with time zone'`.execute(
      app.db,
    );
    const isTime = new Set(times.map(({ table_name, column_name }) => `${table_name}.${column_name}`));
    for (const [index, { table, columns }] of exportKinds.entries()) {
      const headings = book.sheets[index]?.rows[0] ?? [];
      for (const [position, column] of columns.entries()) {
        const heading = String(headings[position]);
        assert.equal(heading.endsWith(' (UTC)'), isTime.has(`${table}.${column}`), `${table}: ${heading}`);
      }
    }
  });

  it('includes every message to a person who got the same text several times', async () => {
    const user = await buildUser(app);
    const messages = Array.from({ length: 205 }, (_, number) => ({
      user_id: user.id,
      person: number < 195 ? `ann${String(number).padStart(3, '0')}` : 'bob',
      text_key: 'hello',
      delivery_id: number + 1,
      state: 'sent' as const,
      campaign_name: 'Spring',
      profile_name: 'sender',
      contacted_at: sql<Date>`now()`,
    }));
    await app.db.insertInto('contacts').values(messages).execute();
    await prepareExport(server, user);
    const exported = textIn(await downloadExport(server, user), 'json/contacts.json');
    assert.equal(exported.match(/"person":"bob"/g)?.length, 10);
  });

  it('contains nothing that belongs to another user, and no secrets', async () => {
    const mark = uniqueName('secret');
    const [user, other] = [await buildUser(app), await buildUser(app, { username: uniqueName('other') })];
    await buildCampaign(app, other, { recipients: [other.username] });
    const account = await buildAccount(app, user);
    await buildAgent(app, user);
    const secret = Buffer.from(mark);
    await app.db.updateTable('users').set({ password_hash: mark }).where('id', '=', user.id).execute();
    await app.db.updateTable('profiles').set({ insta_password_sealed: secret }).where('id', '=', account.id).execute();
    await app.db.updateTable('agent_tokens').set({ token_hash: secret }).where('user_id', '=', user.id).execute();
    const address = { user_id: user.id, address: 'me@example.com', token_hash: secret, token_expires_at: new Date() };
    await app.db.insertInto('mail_addresses').values(address).execute();
    const sessions = await app.db.selectFrom('sessions').select('token_hash').where('user_id', '=', user.id).execute();
    await prepareExport(server, user);
    const files = await downloadExport(server, user);
    const everything = exportKinds.map(({ name }) => textIn(files, `json/${name}.json`)).join('');
    assert.match(everything, /me@example\.com/);
    assert.match(everything, /"has_stored_password":true/);
    const hidden = [mark, secret.toString('hex'), secret.toString('base64'), user.token, other.username];
    for (const { token_hash } of sessions) hidden.push(token_hash.toString('hex'));
    for (const text of hidden) assert.ok(!everything.includes(text), text);
  });

  it('shows what administrators changed but hides their IP addresses, as the list of activity does', async () => {
    const user = await buildUser(app);
    const admin = await buildUser(app, { role: 'admin' });
    const event = { action: 'user_changed', user_id: user.id, actor_kind: 'user', request_id: 'request-7' } as const;
    const changes = JSON.stringify({ pack: { from: 'starter', to: 'pro' } });
    await app.db
      .insertInto('audit_events')
      .values([
        { ...event, actor_id: admin.id, actor_name: admin.username, address: '203.0.113.7', changes },
        { ...event, actor_id: user.id, actor_name: user.username, address: '203.0.113.8' },
        { action: 'sign_in_failed', user_id: user.id, actor_kind: 'visitor', address: '203.0.113.9' },
      ])
      .execute();
    await prepareExport(server, user);
    const events = textIn(await downloadExport(server, user), 'json/audit_events.json');
    const change = '"changes":{"pack": {"to": "pro", "from": "starter"}}';
    const byAdmin = `"actor_name":"${admin.username}"[^}]*"detail":{},${change},"address":null,"request_id":null`;
    assert.match(events, new RegExp(byAdmin));
    assert.deepEqual(events.match(/203\.0\.113\.\d/g), ['203.0.113.8', '203.0.113.9']);
  });

  it('can use an index to read each kind of data', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      SELECT i.indrelid::regclass::text AS table, ARRAY(SELECT a.attname FROM unnest(i.indkey) WITH ORDINALITY k (number, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number ORDER BY k.place)::text[] AS columns
      FROM pg_index i WHERE i.indpred IS NULL`.execute(app.db);
    // Sessions need no index, because a user has only a few.
    const long = exportKinds.filter(({ table }) => table !== 'sessions');
    const without = long.filter(({ table, key }) => {
      const wanted = [...(table === 'users' ? [] : ['user_id']), ...key.map(([column]) => column)].join();
      return !rows.some((index) => index.table === table && `${index.columns.join()},`.startsWith(`${wanted},`));
    });
    assert.deepEqual(
      without.map(({ name }) => name),
      [],
    );
  });

  it('covers every table with user data, except those that are left out for a stated reason', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT DISTINCT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'user_id'`.execute(app.db);
    const known = new Set([...exportKinds.map(({ table }) => table), ...Object.keys(leftOut)]);
    assert.deepEqual([...known].toSorted(), ['users', ...rows.map(({ name }) => name)].toSorted());
    for (const [table, reason] of Object.entries(leftOut)) assert.ok(reason.length > 10, table);
  });
});
