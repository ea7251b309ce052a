import { readFile, writeFile } from 'node:fs/promises';
import type pg from 'pg';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrations.ts';

/* Generates database.types.ts from the migrated tables. With --check, only reports whether the file is up to date. */

type Column = {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: boolean;
  has_default: boolean;
  is_identity: boolean;
  checks: string[];
};

const target = new URL('./database.types.ts', import.meta.url);

const query = `
  SELECT c.table_name, c.column_name, c.udt_name, c.is_nullable = 'YES' AS is_nullable,
    c.column_default IS NOT NULL AS has_default, c.is_identity = 'YES' AS is_identity,
    coalesce((
      SELECT array_agg(pg_get_constraintdef(k.oid)) FROM pg_constraint k
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = c.column_name
      WHERE k.contype = 'c' AND k.conrelid = c.table_name::regclass AND k.conkey = ARRAY[a.attnum]
    ), '{}') AS checks
  FROM information_schema.columns c
  WHERE c.table_schema = 'public' AND c.table_name NOT IN ('schema_migrations', 'socket_io_attachments')
  ORDER BY c.table_name, c.ordinal_position`;

const plainTypes: Readonly<Record<string, string>> = {
  int8: 'number',
  int4: 'number',
  text: 'string',
  bool: 'boolean',
  date: 'string',
  bytea: 'Buffer',
  timestamptz: 'Timestamp',
  jsonb: 'Json',
  uuid: 'string',
  _int8: 'number[]',
  _text: 'string[]',
};

function allowedValues(checks: string[]): string | undefined {
  const list = checks.find((check) => /= ANY \(\(?ARRAY\[/.test(check));
  const values = list === undefined ? [] : [...list.matchAll(/'([^']+)'::text/g)].map((match) => `'${match[1]}'`);
  return values.length === 0 ? undefined : values.join(' | ');
}

function typeOf(column: Column): string {
  const plain = allowedValues(column.checks) ?? plainTypes[column.udt_name];
  if (plain === undefined)
    throw new Error(`No type for ${column.udt_name} of ${column.table_name}.${column.column_name}`);
  const type = column.is_nullable ? `${plain} | null` : plain;
  if (column.is_identity) return `GeneratedAlways<${type}>`;
  return column.has_default ? `Generated<${type}>` : type;
}

function interfaceName(table: string): string {
  return table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function render(columns: Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table_name);
  const interfaces = [...tables].map(
    ([table, own]) =>
      `export interface ${interfaceName(table)} {\n` +
      `${own.map((column) => `  ${column.column_name}: ${typeOf(column)};\n`).join('')}}\n`,
  );
  const map = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)};\n`).join('');
  return [
    "import type { ColumnType, GeneratedAlways } from 'kysely';\n",
    '// Written by `npm run db:types` from the migrations. Do not edit.\n',
    'export type Generated<T> =\n  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;',
    '/** ISO 8601 in UTC when read. */\nexport type Timestamp = ColumnType<string, string | Date, string | Date>;',
    '/** Written as JSON text. */\nexport type Json = ColumnType<unknown, string, string>;\n',
    ...interfaces,
    `export interface DB {\n${map}}\n`,
  ].join('\n');
}

async function main(): Promise<void> {
  const embedded = await openEmbedded(null);
  await migrate(embedded.pool);
  const plainPool: pg.Pool = embedded.pool;
  const { rows } = await plainPool.query<Column>(query);
  await embedded.close();
  const text = render(rows);
  if (!process.argv.includes('--check')) {
    await writeFile(target, text);
    return;
  }
  const present = await readFile(target, 'utf8');
  if (present === text) return;
  console.error("database.types.ts doesn't match the migrations. Run `npm run db:types -w server`.");
  process.exitCode = 1;
}

await main();
