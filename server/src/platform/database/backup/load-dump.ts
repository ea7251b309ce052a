import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { firstLine, lastLine, statementEnd } from './dump.ts';
import { OperatorError } from '../../operator-error.ts';

/**
 * Reads the lines of a compressed text file. Splits only at line feeds, unlike `node:readline`, because JSON and therefore the rows in a
 * backup can contain other line separators, such as U+2028.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  // `pipeline` requires a callback. This one does nothing, because the loop below throws the error of either stream.
  const content = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8');
  let line = '';
  for await (const chunk of content as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    line += first;
    for (const other of others) {
      yield line;
      line = other;
    }
  }
  if (line !== '') yield line;
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

/** Checks whether a file is a backup written by {@link writeDump} that someone has decompressed. */
export async function isUncompressedDump(file: string): Promise<boolean> {
  return (await text(createReadStream(file, { end: firstLine.length - 1 }))) === firstLine;
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
