import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { buildUser } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { isDatabaseUnavailable } from '../database/postgres-errors.ts';

const server = await startTestServer();
const address = await server.app.http.listen({ host: '127.0.0.1', port: 0 });
const user = await buildUser(server.app);
const template = { name: 'Tide', content: 'Hi' };

/** Makes this test's database read-only like a standby, or writable again. Also affects open connections. */
function setReadOnly(value: 'on' | 'off'): Promise<void> {
  return server.app.db.connection().execute(async (connection) => {
    await sql`SET default_transaction_read_only = off`.execute(connection);
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(connection);
    const name = sql.id(rows[0]?.name ?? '');
    await sql`ALTER DATABASE ${name} SET default_transaction_read_only = ${sql.lit(value)}`.execute(connection);
    await sql`
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(connection);
    await sql`SET default_transaction_read_only = ${sql.lit(value)}`.execute(connection);
  });
}

describe('while the database is read-only', () => {
  it('reads work, but changes are refused with 503 and Retry-After until the database is writable again', async () => {
    await server.call(user, 'POST /api/templates', { body: template });
    await setReadOnly('on');
    const reply = await server.send(user, { method: 'POST', url: '/api/templates', body: template });
    assert.deepEqual([reply.status, reply.headers['retry-after']], [503, '5'], reply.text);
    assert.match(
      reply.text,
      /"error":"The server can't reach its database\. Try again in a moment\.","code":"unavailable"/,
    );
    const { templates } = await server.call(user, 'GET /api/templates');
    assert.equal(templates.length, 1);
    await setReadOnly('off');
    await server.call(user, 'POST /api/templates', { body: template });
  });
});

describe('the errors that mean the database is unavailable', () => {
  for (const code of ['53100', '53300', '57P01', '58030', '25006', '08006', 'ECONNREFUSED', 'EPIPE', 'EAI_AGAIN']) {
    it(`include ${code}`, () => assert.ok(isDatabaseUnavailable(Object.assign(new Error('no'), { code }))));
  }
  for (const code of ['23505', '25001', '42P01', 'ERR_INVALID_ARG_TYPE']) {
    it(`do not include ${code}`, () => assert.ok(!isDatabaseUnavailable(Object.assign(new Error('no'), { code }))));
  }
});

/** Makes every lookup of a session fail as if the disk were full. */
async function fillDisk(): Promise<void> {
  const { db } = server.app;
  await sql`
    CREATE FUNCTION fail() RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`.execute(db);
  await sql`ALTER TABLE sessions RENAME TO kept_sessions`.execute(db);
  await sql`CREATE VIEW sessions AS SELECT * FROM kept_sessions WHERE fail()`.execute(db);
}

describe('a live connection', () => {
  it('is refused as unavailable while no session can be looked up', async () => {
    await fillDisk();
    const socket = io(address, { transports: ['websocket'], auth: { token: user.token }, reconnection: false });
    after(() => socket.close());
    const error = await new Promise((settle) => socket.once('connect_error', settle));
    assert.ok(error instanceof Error && 'data' in error);
    assert.deepEqual(error.data, { code: 'unavailable' });
  });
});
