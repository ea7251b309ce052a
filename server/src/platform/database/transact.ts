import type { Database, Transaction } from './database.ts';
import { errorCodeOf } from '../error-code.ts';

type Work<T> = (transaction: Transaction, afterCommit: (effect: () => void) => void) => Promise<T>;

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const maxTries = 4;

/**
 * Runs work in one transaction. Effects passed to `afterCommit` run after the commit, and never after a rollback. After a deadlock or a
 * serialization failure, runs the work again from the start, up to three times.
 */
export async function transact<T>(db: Database, work: Work<T>): Promise<T> {
  for (let tryNumber = 1; ; tryNumber += 1) {
    const effects: (() => void)[] = [];
    try {
      const result = await db
        .transaction()
        .execute((transaction) => work(transaction, (effect) => effects.push(effect)));
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      const code = errorCodeOf(error);
      if (tryNumber >= maxTries || (code !== serializationFailure && code !== deadlockDetected)) throw error;
    }
  }
}
