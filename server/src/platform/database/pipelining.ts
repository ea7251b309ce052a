import type { ConnectionProvider, Kysely } from 'kysely';
import type pg from 'pg';
import { errorCodeOf } from '../error-code.ts';
import { createBatches } from './statement-batches.ts';

/**
 * Lets statements be sent without waiting for the answers to earlier ones. Statements of one transaction run in the order in which they
 * were sent, and so do statements that one call sends at the same time. Each statement sees its own snapshot. By default, Kysely would wait
 * for each answer before it sends the next statement of a transaction, and it would send all other statements over separate connections.
 * Requires connections with pg's option `pipeline`. Use {@link together} to wait for such statements.
 */
export function pipelineStatements<Tables>(db: Kysely<Tables>, pool: pg.Pool): Kysely<Tables> {
  const executor = db.getExecutor();
  const withConnectionProvider = executor.withConnectionProvider.bind(executor);
  Object.assign(executor, {
    executeQuery: createBatches(pool),
    withConnectionProvider: (provider: ConnectionProvider) => withConnectionProvider(concurrently(provider)),
  });
  return db;
}

/**
 * Waits for statements that were sent together, and returns their results like `Promise.all`. If one fails, first waits for the others.
 * Otherwise, one of them might still run after the rollback, outside the transaction.
 */
export async function together<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}

const inFailedTransaction = '25P02';

/**
 * Returns a provider that lets several statements use a connection at the same time. After a statement has failed, the database refuses the
 * statements that were sent after it. They throw the error of the failed statement, so that the caller learns the cause.
 */
function concurrently(provider: ConnectionProvider): ConnectionProvider {
  const connection = provider.provideConnection((provided) => Promise.resolve(provided));
  let cause: unknown;
  return {
    provideConnection: async (consumer) => {
      try {
        return await consumer(await connection);
      } catch (error) {
        cause ??= error;
        throw errorCodeOf(error) === inFailedTransaction ? cause : error;
      }
    },
  };
}
