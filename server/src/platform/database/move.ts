import type pg from 'pg';
import { BackupError, copyBeforeMigration } from './backup.ts';
import { openDatabase, withoutTimeOuts } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { migrate } from './migrations.ts';

/** Every table to copy, parents before children. */
export const tablesInOrder = [
  'users',
  'two_factor_secrets',
  'recovery_codes',
  'sign_in_challenges',
  'remembered_browsers',
  'password_resets',
  'sessions',
  'agent_tokens',
  'agent_pairings',
  'profiles',
  'templates',
  'people',
  'forgotten_people',
  'tags',
  'person_tags',
  'saved_filters',
  'lists',
  'imports',
  'import_chunks',
  'import_rows',
  'recipients',
  'list_counts',
  'list_fillings',
  'people_changes',
  'people_change_items',
  'campaigns',
  'campaign_profiles',
  'deliveries',
  'campaign_logs',
  'claims',
  'contacts',
  'conversations',
  'do_not_contact',
  'do_not_contact_removals',
  'account_holds',
  'account_days',
  'account_failures',
  'shared_sends',
  'agent_requests',
  'tickets',
  'ticket_messages',
  'contact_messages',
  'installer_tickets',
  'notices',
  'notice_switches',
  'mail_addresses',
  'outgoing_mails',
  'known_sign_ins',
  'data_exports',
  'data_export_chunks',
  'audit_events',
  'background_jobs',
  'attempts',
  'server_settings',
  'invitations',
] as const;

const batchSize = 1000;

/** Copies the embedded database into an empty database on a server, completely or not at all. Returns each table's row count. */
export async function moveToServer(dataDir: string, databaseUrl: string): Promise<Map<string, number>> {
  const target = await openDatabase({ databaseUrl });
  try {
    return await copyInto(dataDir, target);
  } finally {
    await target.close();
  }
}

/** Copies the embedded database into an open database. */
export async function copyInto(dataDir: string, target: OpenDatabase): Promise<Map<string, number>> {
  const source = await openDatabase({ dataDir });
  try {
    await migrate(source.pool, { beforeUpdate: (name) => copyBeforeMigration(dataDir, source.pool, name) });
    await migrate(target.pool);
    return await copyAll(source.pool, target.pool);
  } finally {
    await source.close();
  }
}

async function copyAll(from: pg.Pool, to: pg.Pool): Promise<Map<string, number>> {
  const source = await from.connect();
  const target = await to.connect();
  const copied = new Map<string, number>();
  try {
    await source.query('BEGIN READ ONLY');
    await target.query(`BEGIN; ${withoutTimeOuts}`);
    const present = await target.query('SELECT FROM users LIMIT 1');
    if (present.rows.length > 0)
      throw new BackupError('The target database already contains data. Choose an empty one.');
    // What triggers write is copied as well.
    for (const table of tablesInOrder) await target.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const table of tablesInOrder) copied.set(table, await copyTable(source, target, table));
    for (const table of tablesInOrder) await target.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await target.query('COMMIT');
    return copied;
  } catch (error) {
    await target.query('ROLLBACK');
    throw error;
  } finally {
    await source.query('ROLLBACK');
    source.release();
    target.release();
  }
}

async function copyTable(source: pg.PoolClient, target: pg.PoolClient, table: string): Promise<number> {
  let number = 0;
  await source.query(`DECLARE piece CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${table} t`);
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`FETCH ${batchSize} FROM piece`);
    if (rows.length === 0) break;
    const json = `[${rows.map(({ row }) => row).join(',')}]`;
    await target.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [json],
    );
    number += rows.length;
  }
  await source.query('CLOSE piece');
  await setNextId(target, table);
  return number;
}

/** New rows must not get an id that a copied row has. */
async function setNextId(target: pg.PoolClient, table: string): Promise<void> {
  const { rows } = await target.query<{ sequence: string }>(
    `SELECT pg_get_serial_sequence($1, column_name) AS sequence FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_identity = 'YES'`,
    [table],
  );
  const sequence = rows[0]?.sequence;
  if (sequence === undefined) return;
  await target.query(`SELECT setval($1::regclass, (SELECT coalesce(max(id), 0) + 1 FROM ${table}), false)`, [sequence]);
}
