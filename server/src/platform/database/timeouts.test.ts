import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import type pg from 'pg';
import { buildTemplate, buildUser } from '../../testing/builders.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createTestApp, testServerOver } from '../../testing/test-server.ts';
import { isDatabaseUnavailable, isDatabaseTimeout } from './postgres-errors.ts';

const changed = { name: 'Changed', content: 'Hi' };

/** Simulates another process that freezes in the middle of a transaction and keeps a row locked. */
async function freezeOver(pool: pg.Pool, templateId: number): Promise<pg.PoolClient> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM templates WHERE id = $1 FOR UPDATE', [templateId]);
  return client;
}

describe('on a PostgreSQL server', { skip: testDatabaseUrl === null }, async () => {
  const database = await openTestDatabase({ lock: 300 });
  const app = await createTestApp(database);
  after(async () => {
    await app.http.close();
    await database.close();
  });
  const server = testServerOver(app);

  it('timeouts are set on the connections for calls and for sending events', async () => {
    const names = [
      'lock_timeout',
      'statement_timeout',
      'idle_in_transaction_session_timeout',
      'tcp_user_timeout',
      'jit',
    ];
    for (const pool of [database.pool, database.eventsPools?.notifying]) {
      const found = await pool?.query<{ name: string; setting: string }>(
        'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
        [names],
      );
      const settings = new Map(found?.rows.map(({ name, setting }) => [name, setting]));
      assert.deepEqual(
        names.map((name) => settings.get(name)),
        ['300', '15000', '10000', '15000', 'off'],
      );
    }
  });

  it('a request that is waiting for a frozen process is refused, and that process’s transaction is then ended', async () => {
    const user = await buildUser(app);
    const { id } = await buildTemplate(app, user);
    const other = await database.openAgain();
    const frozen = await freezeOver(other.pool, id);
    const refusal = await server.refuse(user, 'PUT /api/templates/:id', { params: { id }, body: changed });
    assert.deepEqual(
      [refusal.status, refusal.code, refusal.error],
      [503, 'unavailable', 'The database took too long to answer. Try again in a moment.'],
    );
    const ended = new Promise((resolve) => frozen.once('end', resolve));
    await frozen.query('SET LOCAL idle_in_transaction_session_timeout = 50');
    await ended;
    await assert.rejects(frozen.query('SELECT 1'), isDatabaseUnavailable);
    frozen.release();
    await server.call(user, 'PUT /api/templates/:id', { params: { id }, body: changed });
    assert.equal((await other.pool.query('SELECT 1')).rowCount, 1);
    await other.close();
  });

  it('other requests are answered while many requests wait for one row', async () => {
    const user = await buildUser(app);
    const { id } = await buildTemplate(app, user);
    const other = await database.openAgain();
    const frozen = await freezeOver(other.pool, id);
    const calls = Array.from({ length: 25 }, () =>
      server.send(user, { method: 'PUT', url: `/api/templates/${id}`, body: changed }),
    );
    await server.call(user, 'GET /api/templates');
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.ok(statuses.includes(503));
    frozen.release(true);
    await other.close();
  });

  it('a statement that takes too long is ended', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN; SET LOCAL statement_timeout = 50');
    await assert.rejects(client.query('SELECT pg_sleep(60)'), isDatabaseTimeout);
    await client.query('ROLLBACK');
    client.release();
  });

  it('a connection that is closed in the middle of a transaction counts as an unavailable database', async () => {
    const work = app.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
      await database.pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await transaction.selectFrom('users').select('id').execute();
    });
    await assert.rejects(work, isDatabaseUnavailable);
  });
});
