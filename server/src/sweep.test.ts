import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { createSweep } from './sweep.ts';
import { testDatabaseUrl } from './testing/config.ts';
import { startTestServer, startTestServers } from './testing/test-server.ts';
import type { TestServer } from './testing/test-server.ts';

const noMaintenance = () => Promise.resolve();

/** Inserts a row for the sweep to delete. */
const insertExpiredRow = ({ app }: TestServer) =>
  app.db
    .insertInto('attempts')
    .values({ key_hash: Buffer.from('ended'), count: 1, ends_at: sql<string>`now() - interval '1 hour'` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

async function isExpiredRowDeleted({ app }: TestServer): Promise<boolean> {
  const row = await app.db.selectFrom('attempts').select('count').executeTakeFirst();
  return row === undefined;
}

describe('the background sweep', () => {
  it('continues with the next step if one fails', async () => {
    const server = await startTestServer();
    await insertExpiredRow(server);
    await sql`ALTER TABLE campaigns RENAME TO away`.execute(server.app.db);
    let isMaintained = false;
    const { run } = createSweep(server.app, async () => {
      isMaintained = true;
    });
    await run();
    assert.ok(await isExpiredRowDeleted(server));
    assert.ok(isMaintained);
  });
});

describe('the background sweep of several servers', { skip: testDatabaseUrl === null }, () => {
  it('runs in only one process, and moves to another when that process stops or goes silent', async () => {
    const servers = await startTestServers(2);
    const [server] = servers;
    assert.ok(server);
    const [first, second] = servers.map(({ app }) => createSweep(app, noMaintenance));
    assert.ok(first && second);
    await first.run();
    await insertExpiredRow(server);
    await second.run();
    assert.ok(!(await isExpiredRowDeleted(server)));
    await first.run();
    assert.ok(await isExpiredRowDeleted(server));

    await insertExpiredRow(server);
    await first.end();
    await second.run();
    assert.ok(await isExpiredRowDeleted(server));

    await insertExpiredRow(server);
    await first.run();
    assert.ok(!(await isExpiredRowDeleted(server)));
    await sql`UPDATE sweep_lease SET ends_at = now()`.execute(server.app.db);
    await first.run();
    assert.ok(await isExpiredRowDeleted(server));
    await insertExpiredRow(server);
    await second.run();
    assert.ok(!(await isExpiredRowDeleted(server)));
  });
});
