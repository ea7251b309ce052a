import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { AppError } from './app-error.ts';
import { countAttempt, secondsToEnd, uncountAttempt } from './attempts.store.ts';

type Options = {
  /** Keeps the counts of one limit apart from those of another. */
  name: string;
  /** Attempts allowed in one window. */
  limit: number;
  windowSeconds: number;
};

/** Counts attempts in windows of time and refuses those past a limit. All server processes on a database count together. */
export class AttemptLimit {
  readonly #db: Database;
  readonly #options: Options;

  constructor(db: Database, options: Options) {
    this.#db = db;
    this.#options = options;
  }

  /** Counts one attempt; throws `rate_limited` when there were too many. */
  async take(key: string, message: string): Promise<void> {
    const hash = this.#hashOf(key);
    if (await countAttempt(this.#db, hash, this.#options)) return;
    const seconds = Math.ceil(await secondsToEnd(this.#db, hash));
    throw new AppError('rate_limited', message, { retry_after: Math.max(seconds, 1) });
  }

  /** Takes back an attempt that should not count. */
  async giveBack(key: string): Promise<void> {
    await uncountAttempt(this.#db, this.#hashOf(key));
  }

  #hashOf(key: string): Buffer {
    return createHash('sha256').update(`${this.#options.name} ${key}`).digest();
  }
}
