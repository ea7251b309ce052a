import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { findPersonFacts, listPendingFacts, recordOutcomeAndContact } from './people.store.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

/** Counts the rows that this transaction has read from a table so far. */
async function rowsRead(transaction: Transaction, table: 'contacts' | 'people'): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables WHERE relname = ${table}
  `.execute(transaction);
  return rows[0]?.read ?? Number.NaN;
}

it('checking a person and recording an outcome read only that person’s contacts, even if statistics are outdated', async () => {
  const { user, campaign } = await scene({ recipients: ['anna'] });
  await transact(app.db, async (transaction) => {
    // Other tests use the same table and connection. The settings keep the database from reusing those tests' plans, and from reading the
    // whole table because the table is small.
    await sql`SET LOCAL plan_cache_mode = force_custom_plan`.execute(transaction);
    await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
    await sql`ANALYZE contacts`.execute(transaction);
    const { recipient_id } = await transaction
      .selectFrom('deliveries')
      .select('recipient_id')
      .where('campaign_id', '=', campaign.id)
      .executeTakeFirstOrThrow();
    const textKeys = ['hello', 'hello as written'];
    const question = { userId: user.id, textKeys, coolOffSeconds: 60, deliveryId: null, needsVariables: false };
    await sql`
      INSERT INTO contacts (user_id, person, text_key, state, contacted_at, delivery_id, campaign_name)
      SELECT ${user.id}, 'other' || n, 'hello', 'sent', now(), n, 'Spring' FROM generate_series(1, 2000) n`.execute(
      transaction,
    );
    const before = await rowsRead(transaction, 'contacts');
    await findPersonFacts(transaction, question, recipient_id);
    const ended = { user_id: user.id, username: 'anna', outcome: 'sent' as const, at: new Date(), endedBefore: null };
    await recordOutcomeAndContact(transaction, ended);
    assert.ok((await rowsRead(transaction, 'contacts')) - before < 10);
  });
});

it('checking some of the people on a list does not read all of the user’s people', async () => {
  const { user, campaign } = await scene({ recipients: ['anna'] });
  await transact(app.db, async (transaction) => {
    await sql`SET LOCAL plan_cache_mode = force_custom_plan`.execute(transaction);
    await sql`INSERT INTO recipients (user_id, list_id, recipient)
      SELECT user_id, list_id, 'other' || n FROM campaigns, generate_series(1, 3000) n
      WHERE user_id = ${user.id} AND id = ${campaign.id}`.execute(transaction);
    await sql`ANALYZE people, recipients`.execute(transaction);
    const { list_id } = await transaction
      .selectFrom('campaigns')
      .select('list_id')
      .where('id', '=', campaign.id)
      .executeTakeFirstOrThrow();
    const question = { userId: user.id, textKeys: [], coolOffSeconds: 0, deliveryId: null, needsVariables: false };
    const before = await rowsRead(transaction, 'people');
    const next = { listId: list_id ?? 0, afterRecipientId: 0, limit: 1000, isLocked: true };
    assert.equal((await listPendingFacts(transaction, question, next)).length, 1000);
    assert.ok((await rowsRead(transaction, 'people')) - before <= 1000);
  });
});
