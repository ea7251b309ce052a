import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { firstLine, lastLine, statementEnd } from './dump.ts';
import { OperatorError } from '../../operator-error.ts';

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  // `pipe` doesn't forward errors. Without this listener, reading would hang if the source failed.
  source.on('error', (error) => text.destroy(error));
  const lines = createInterface({ input: text, crlfDelay: Infinity });
  const failed = new Promise<never>((_resolve, reject) => {
    text.on('error', reject);
  });
  const iterator = lines[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([iterator.next(), failed]);
    if (next.done === true) return;
    yield next.value;
  }
}

/** Checks whether a file is a backup written by {@link writeDump}, not a copy of a database's files. */
export async function isDump(file: string): Promise<boolean> {
  try {
    for await (const line of linesOf(file)) return line === firstLine;
  } catch {
    // The file isn't compressed text. The reader for the other format will report what is wrong.
  }
  return false;
}

/** Loads a backup in one transaction. Throws if the backup is incomplete or the database already contains Sandpiper's tables. */
export async function loadDump(pool: pg.Pool, file: string): Promise<void> {
  const client = await pool.connect();
  try {
    const present = await client.query<{ found: string | null }>(`SELECT to_regclass('schema_migrations') AS found`);
    if (present.rows[0]?.found !== null) {
      throw new OperatorError('The target database already contains Sandpiper tables. Choose an empty one.');
    }
    await runStatements(client, file);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Runs the statements. The last one is the commit, which must not run before the end of the file has been found. */
async function runStatements(client: pg.PoolClient, file: string): Promise<void> {
  let lines: string[] = [];
  let waiting: string | undefined;
  let isWhole = false;
  for await (const line of linesOf(file)) {
    if (line === lastLine) isWhole = true;
    if (line !== statementEnd) {
      lines.push(line);
      continue;
    }
    if (waiting !== undefined) await client.query(waiting);
    waiting = lines.join('\n');
    lines = [];
  }
  if (!isWhole || waiting === undefined) throw new Error('The end of the backup is missing');
  await client.query(waiting);
}
