import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createTestApp, startBeside, startTestServer, testServerOver } from '../../testing/test-server.ts';
import { beginStopping } from './health.service.ts';

const server = await startTestServer();
const { app } = server;

describe('the server', () => {
  it('is ready while it can handle requests', async () => {
    assert.deepEqual(await server.call(null, 'GET /api/ready'), { status: 'ready' });
  });

  it('is alive but not ready without its database', async () => {
    const database = await openTestDatabase();
    const alone = await createTestApp(database);
    const calls = testServerOver(alone);
    await calls.call(null, 'GET /api/ready');
    await database.close();
    assert.equal((await calls.call(null, 'GET /api/health')).status, 'ok');
    assert.ok((await calls.refuse(null, 'GET /api/ready')).status >= 500);
    await alone.http.close();
  });

  it('is not ready with the tables of an earlier version, but is ready with those of a later version', async () => {
    const { rows } = await sql<{ name: string }>`SELECT max(name) AS name FROM schema_migrations`.execute(app.db);
    const name = rows[0]?.name ?? '';
    const rename = (from: string, to: string) =>
      sql`UPDATE schema_migrations SET name = ${to} WHERE name = ${from}`.execute(app.db);
    await rename(name, '0000_of_another.sql');
    const { code, error } = await server.refuse(null, 'GET /api/ready');
    assert.equal(code, 'unavailable');
    assert.match(error, /earlier version/);
    await rename('0000_of_another.sql', name);
    await sql`INSERT INTO schema_migrations (name) VALUES ('9999_newer.sql')`.execute(app.db);
    await server.call(null, 'GET /api/ready');
  });

  it('is no longer ready once it is told to stop, but still answers requests', async () => {
    const stopping = await startBeside(server);
    beginStopping(stopping.app);
    assert.deepEqual((await stopping.refuse(null, 'GET /api/ready')).status, 503);
    assert.equal((await stopping.call(null, 'GET /api/health')).status, 'ok');
    await server.call(null, 'GET /api/ready');
  });
});
