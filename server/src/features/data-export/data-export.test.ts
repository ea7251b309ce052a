import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { continueJobs, jobsToEnd } from '../../platform/background-jobs.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildAgent, buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { streamArchive } from './archive.service.ts';
import { dropOldExports } from './data-export.service.ts';
import { exportKinds, leftOut } from './export-kinds.ts';

const server = await testServer();
const { app } = server;

async function download(from: TestServer, user: TestUser): Promise<Map<string, Uint8Array>> {
  const reply = await from.send(user, { method: 'GET', url: '/api/data-export/file' });
  assert.equal(reply.status, 200);
  const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(reply.raw)]))).getEntries();
  const files = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  return files;
}

async function prepare(user: TestUser): Promise<void> {
  await server.call(user, 'POST /api/data-export');
  await jobsToEnd(app);
}

/** Returns the user's prepared export, as `streamArchive` needs it. */
async function exportOf({ id: user_id }: TestUser) {
  const row = app.db.selectFrom('data_exports').select(['id', 'user_id']).where('user_id', '=', user_id);
  return { ...(await row.executeTakeFirstOrThrow()), created_at: new Date().toISOString() };
}

const textOf = (files: Map<string, Uint8Array>, name: string) => new TextDecoder().decode(files.get(name));
const jsonOf = (files: Map<string, Uint8Array>, name: string): unknown =>
  JSON.parse(textOf(files, `json/${name}.json`));

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
    await prepare(user);
    const state = await server.call(user, 'GET /api/data-export');
    assert.equal(state.export?.status, 'ready');
    const files = await download(server, user);
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
      const rows = jsonOf(files, name);
      assert.ok(Array.isArray(rows));
      assert.equal(rows.length + 1, book.sheets[index]?.rows.length, name);
    }
    const of = (name: string) => textOf(files, `json/${name}.json`);
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

  it('has every message of a person who got the same text several times', async () => {
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
    await prepare(user);
    const exported = textOf(await download(server, user), 'json/contacts.json');
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
    await prepare(user);
    const files = await download(server, user);
    const everything = exportKinds.map(({ name }) => textOf(files, `json/${name}.json`)).join('');
    assert.match(everything, /me@example\.com/);
    assert.match(everything, /"has_stored_password":true/);
    const hidden = [mark, secret.toString('hex'), secret.toString('base64'), user.token, other.username];
    for (const { token_hash } of sessions) hidden.push(token_hash.toString('hex'));
    for (const text of hidden) assert.ok(!everything.includes(text), text);
  });

  it('hides the IP addresses of administrators, as the list of activity does', async () => {
    const user = await buildUser(app);
    const admin = await buildUser(app, { role: 'admin' });
    const event = { action: 'password_set', user_id: user.id, actor_kind: 'user', request_id: 'request-7' } as const;
    await app.db
      .insertInto('audit_events')
      .values([
        { ...event, actor_id: admin.id, actor_name: admin.username, address: '203.0.113.7' },
        { ...event, actor_id: user.id, actor_name: user.username, address: '203.0.113.8' },
        { action: 'sign_in_failed', user_id: user.id, actor_kind: 'visitor', address: '203.0.113.9' },
      ])
      .execute();
    await prepare(user);
    const events = textOf(await download(server, user), 'json/audit_events.json');
    assert.match(
      events,
      new RegExp(`"actor_name":"${admin.username}"[^}]*"detail":{},"address":null,"request_id":null`),
    );
    assert.deepEqual(events.match(/203\.0\.113\.\d/g), ['203.0.113.8', '203.0.113.9']);
  });

  it('can be downloaded, whatever the texts in it look like', async () => {
    const user = await buildUser(app);
    const notes = ['2026-05-03T10: call her', '2026-05-03T10:30 met at the fair', '2026-99-99T99:99:99+00:00'];
    for (const [number, note] of notes.entries()) {
      const params = { username: `person${number}` };
      await server.call(user, 'POST /api/do-not-contact', { body: { usernames: [params.username] } });
      await server.call(user, 'PUT /api/person/:username', { params, body: { note } });
    }
    await prepare(user);
    const book = await readXlsx((await download(server, user)).get('everything.xlsx') ?? new Uint8Array());
    const { rows = [] } = book.sheets.find(({ name }) => name === 'People') ?? {};
    assert.deepEqual(
      rows.slice(1).map((row) => row[2]),
      notes,
    );
  });

  it('reads each kind of data by an index', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      SELECT i.indrelid::regclass::text AS table, ARRAY(SELECT a.attname FROM unnest(i.indkey) WITH ORDINALITY k (number, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number ORDER BY k.place)::text[] AS columns
      FROM pg_index i WHERE i.indpred IS NULL`.execute(app.db);
    // A user has few sessions.
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

  it('continues where it left off after a restart', async () => {
    const user = await buildUser(app);
    const created = await app.db
      .insertInto('data_exports')
      .values({ user_id: user.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const position = 1000;
    await app.db
      .insertInto('background_jobs')
      .values({
        user_id: user.id,
        kind: 'data-export',
        subject_id: created.id,
        progress: JSON.stringify({ kind: 1, after: null, position }),
      })
      .execute();
    await app.db
      .insertInto('data_export_chunks')
      .values({ user_id: user.id, export_id: created.id, position: 0, kind: 'user_account', rows: '{"id":7}' })
      .execute();
    const next = await startBeside(server);
    await continueJobs(next.app);
    await jobsToEnd(next.app);
    const files = await download(next, user);
    assert.deepEqual(jsonOf(files, 'user_account'), [{ id: 7 }]);
    assert.match(textOf(files, 'json/settings.json'), /max_retries/);
  });

  it('is replaced by the next one, and deleted on request, after 7 days, or when a person is forgotten', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { recipients: ['ann'] });
    const chunks = () =>
      app.db.selectFrom('data_export_chunks').select('position').where('user_id', '=', user.id).execute();
    await prepare(user);
    const first = await app.db
      .selectFrom('data_exports')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    await prepare(user);
    const second = await app.db.selectFrom('data_exports').select('id').where('user_id', '=', user.id).execute();
    assert.equal(second.length, 1);
    assert.notEqual(second[0]?.id, first?.id);
    await server.call(user, 'DELETE /api/data-export');
    assert.equal((await server.call(user, 'GET /api/data-export')).export, null);
    await prepare(user);
    await server.call(user, 'POST /api/person/:username/forget', { params: { username: 'ann' } });
    assert.deepEqual(await chunks(), []);
    await prepare(user);
    const created_at = new Date(Date.now() - 7 * 86_400_000 - 1000);
    await app.db.updateTable('data_exports').set({ created_at }).where('user_id', '=', user.id).execute();
    assert.equal((await server.refuse(user, 'GET /api/data-export/file')).status, 404);
    await dropOldExports(app);
    assert.deepEqual(await chunks(), []);
  });

  it('breaks off a download if it is deleted in the meantime, so that nobody takes the archive for complete', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { recipients: ['ann'] });
    await prepare(user);
    const prepared = await exportOf(user);
    const archive = streamArchive(app, prepared);
    await once(archive, 'readable');
    await server.call(user, 'DELETE /api/data-export');
    await assert.rejects(buffer(archive), /deleted/);
  });

  it('breaks off a download if one of its queries fails, whichever it is', async () => {
    const user = await buildUser(app);
    await prepare(user);
    const prepared = await exportOf(user);
    /** Downloads the archive. All queries after the first `most` fail. Returns how many queries there were. */
    const downloadWith = async (most: number): Promise<number> => {
      let queries = 0;
      const db = app.db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1;
          if (queries > most) throw new Error('the connection was lost');
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      await buffer(streamArchive({ ...app, db }, prepared));
      return queries;
    };
    const all = await downloadWith(Infinity);
    assert.ok(all > 10, String(all));
    for (let most = 0; most < all; most += 1)
      await assert.rejects(downloadWith(most), /connection was lost/, `${most}`);
  });

  it('does not block other work while its rows are gathered and packed', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { recipients: Array.from({ length: 2000 }, (_, number) => `one${number}`) });
    let turns = 0;
    const counting = new AbortController();
    const count = (async () => {
      while (!counting.signal.aborted) {
        await setTimeout(0);
        turns += 1;
      }
    })();
    await prepare(user);
    const gathering = turns;
    await download(server, user);
    counting.abort();
    await count;
    assert.ok(gathering > 2000 / 200, `${gathering} turns of the event loop`);
    assert.ok(turns - gathering > exportKinds.length, `${turns - gathering} turns of the event loop`);
  });
});

describeAccess(server, [
  { key: 'GET /api/data-export' },
  { key: 'POST /api/data-export' },
  { key: 'GET /api/data-export/file' },
  { key: 'DELETE /api/data-export' },
]);
