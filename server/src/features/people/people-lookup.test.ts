import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { transact } from '../../platform/database/transact.ts';
import { buildUser } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/test-server.ts';

const { app } = await startTestServer();

it('looking up people by name does not read the whole table, even on a connection that planned its queries when there were few people', async () => {
  const user = await buildUser(app);
  await transact(app.db, async (transaction) => {
    const add = (names: readonly string[]) =>
      sql`INSERT INTO do_not_contact (user_id, person, origin)
        SELECT ${user.id}, name, 'added' FROM unnest(${names}::text[]) AS name`.execute(transaction);
    await add(['first']);
    await sql`ANALYZE people`.execute(transaction);
    // After a few calls, the connection reuses its query plan instead of planning again.
    await add(Array.from({ length: 10 }, (_, index) => `early${index}`));
    await add(Array.from({ length: 1000 }, (_, index) => `late${index}`));
    const { rows } = await sql<{ read: number }>`
      SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'people'`.execute(
      transaction,
    );
    assert.ok((rows[0]?.read ?? Infinity) < 5000, `read ${rows[0]?.read} people to add 1,011`);
  });
});
