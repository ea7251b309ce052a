import type { Query } from './cuts.ts';
import type { Store } from './store.ts';

/*
 * Saves and restores all tables except the list of migrations. Restoring them simulates a restored backup, or a failover that lost the last
 * commits.
 */

export type Snapshot = { tables: Map<string, string>; sequences: Map<string, string | null> };

export type Snapshots = {
  /** Takes a snapshot with queries that run through `ask`. By default, they use the nemesis's own connection. */
  take: (ask?: Query) => Promise<Snapshot>;
  restore: (snapshot: Snapshot) => Promise<void>;
};

type Names = { tables: string[]; sequences: string[] };

async function readNames(store: Store): Promise<Names> {
  const tables = await store.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE '%migration%' ORDER BY 1`,
  );
  const sequences = await store.pool.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  );
  return { tables: tables.rows.map(({ name }) => name), sequences: sequences.rows.map(({ name }) => name) };
}

/** Returns the columns of a query result's only row. */
function columnsOf(answer: unknown): Map<string, unknown> {
  if (typeof answer !== 'object' || answer === null || !('rows' in answer))
    throw new Error('The database sent no rows');
  const row: unknown = Array.isArray(answer.rows) ? answer.rows[0] : null;
  return new Map<string, unknown>(Object.entries(row ?? {}));
}

function takeOf(store: Store, { tables, sequences }: Names): Snapshots['take'] {
  const parts = tables.map((name) => `(SELECT json_agg(t)::text FROM ${name} t) AS ${name}`);
  const numbers = `(SELECT json_object_agg(sequencename, last_value::text)::text FROM pg_sequences
    WHERE schemaname = 'public') AS of_sequences`;
  const question = `SELECT ${[...parts, numbers].join(', ')}`;
  return async (ask = (text) => store.pool.query(text)) => {
    const row = columnsOf(await ask(question));
    const sequenceText = row.get('of_sequences');
    const numbersOf: unknown = JSON.parse(typeof sequenceText === 'string' ? sequenceText : '{}');
    const pairs = new Map<string, unknown>(Object.entries(numbersOf ?? {}));
    const kept = tables.flatMap((name) => {
      const text = row.get(name);
      return typeof text === 'string' ? [[name, text] as const] : [];
    });
    const lastOf = (name: string): string | null => {
      const last = pairs.get(name);
      return typeof last === 'string' ? last : null;
    };
    return { tables: new Map(kept), sequences: new Map(sequences.map((name) => [name, lastOf(name)])) };
  };
}

function setSequences({ sequences }: Snapshot): string {
  const parts = [...sequences].map(([name, last]) =>
    last === null ? `setval('public.${name}', 1, false)` : `setval('public.${name}', ${last})`,
  );
  return `SELECT ${parts.join(', ')}`;
}

export async function openSnapshots(store: Store): Promise<Snapshots> {
  const names = await readNames(store);
  const clear = names.tables.map((name) => `DELETE FROM ${name}`).join('; ');
  const restore = async (snapshot: Snapshot): Promise<void> => {
    const client = await store.pool.connect();
    try {
      // With triggers off, tables can be filled in any order, regardless of their foreign keys.
      await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${clear}; ${setSequences(snapshot)}`);
      for (const [name, rows] of snapshot.tables) {
        await client.query(
          `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, $1)`,
          [rows],
        );
      }
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
  return { take: takeOf(store, names), restore };
}
