import type { App } from './app-context.ts';
import type { Transaction } from './database/database.ts';
import { transact } from './database/transact.ts';

/** A transaction, and effects to run after it commits. */
export type Change = {
  app: App;
  transaction: Transaction;
  /** Registers an effect that runs after the commit, and never after a rollback. */
  afterCommit: (effect: () => void) => void;
};

/** Runs `work` in one transaction. Like {@link transact}, may run it more than once before it commits. */
export function change<T>(app: App, work: (change: Change) => Promise<T>): Promise<T> {
  return transact(app.db, (transaction, afterCommit) => work({ app, transaction, afterCommit }));
}
