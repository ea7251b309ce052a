import type pg from 'pg';

/*
 * Reads the rows of tables, and creates the statements that write them to another database. Used by backups and by the move to a
 * database server.
 */

/** All tables to copy. Referenced tables come first. */
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
  'person_events',
  'campaigns',
  'campaign_profiles',
  'deliveries',
  'campaign_logs',
  'campaign_days',
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
  'unread_counts',
  'unread_schedules',
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
  'restores',
  'kept_keys',
] as const;

/** The number of rows per statement. The embedded database reads and writes that many in about 20 ms. */
const rowsAtOnce = 500;

/** Yields a table's rows as JSON arrays, each with its number of rows. Requires an open transaction. */
export async function* readRows(
  client: pg.PoolClient,
  table: string,
): AsyncGenerator<{ json: string; number: number }> {
  await client.query(`DECLARE piece CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${table} t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${rowsAtOnce} FROM piece`);
    if (rows.length === 0) break;
    yield { json: `[${rows.map(({ row }) => row).join(',')}]`, number: rows.length };
  }
  await client.query('CLOSE piece');
}

/** Returns a statement that inserts rows read by {@link readRows}. `json` is a SQL expression. */
export function insertOf(table: string, json: string): string {
  return `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, ${json}::json)`;
}

/**
 * Returns statements that disable triggers before a copy or enable them again afterward. Rows written by triggers are copied like all
 * others.
 */
export function triggersOf(tables: readonly string[], state: 'DISABLE' | 'ENABLE'): string[] {
  return tables.map((table) => `ALTER TABLE ${table} ${state} TRIGGER USER`);
}

/**
 * Returns statements that make the IDs of each table's copy continue where those of the original would. Otherwise, new rows could get the
 * IDs of copied rows, or of rows that were deleted from the original. Audit events still contain the IDs of deleted users.
 */
export async function nextIdsOf(original: pg.PoolClient, tables: readonly string[]): Promise<string[]> {
  const { rows } = await original.query<{ table: string; sequence: string }>(
    `SELECT table_name AS table, pg_get_serial_sequence(table_name, column_name) AS sequence
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY($1) AND is_identity = 'YES'`,
    [tables],
  );
  const statements: string[] = [];
  for (const { table, sequence } of rows) {
    const next = await original.query<{ id: string }>(
      `SELECT (CASE WHEN is_called THEN last_value + 1 ELSE last_value END)::text AS id FROM ${sequence}`,
    );
    statements.push(
      `SELECT setval('${sequence}'::regclass, greatest(${next.rows[0]?.id ?? 1}, (SELECT max(id) + 1 FROM ${table})), false)`,
    );
  }
  return statements;
}
