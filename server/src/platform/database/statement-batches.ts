import type { CompiledQuery, QueryResult } from 'kysely';
import type pg from 'pg';

type Waiting = { query: CompiledQuery } & PromiseWithResolvers<pg.QueryResult>;

/**
 * Returns a function that runs statements outside transactions. The statements of one tick share a connection, so a call that
 * needs several statements waits for only one round trip to the database. On a database server, statements of different ticks
 * don't wait for each other.
 */
export function createBatches(pool: pg.Pool): (query: CompiledQuery) => Promise<QueryResult<unknown>> {
  let batch: Waiting[] = [];
  const sendBatch = async () => {
    const statements = batch;
    batch = [];
    try {
      const client = await pool.connect();
      try {
        await Promise.all(
          statements.map(({ query, resolve, reject }) =>
            client.query(query.sql, [...query.parameters]).then(resolve, reject),
          ),
        );
      } finally {
        client.release();
      }
    } catch (error) {
      for (const { reject } of statements) reject(error);
    }
  };
  return async (query) => {
    if (batch.length === 0) process.nextTick(() => void sendBatch());
    const statement = { query, ...Promise.withResolvers<pg.QueryResult>() };
    batch.push(statement);
    try {
      return resultOf(await statement.promise);
    } catch (error) {
      // Replace the stack trace, which leads to the driver's socket, with one that leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  };
}

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function resultOf({ command, rowCount, rows }: pg.QueryResult): QueryResult<unknown> {
  return changes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
}
