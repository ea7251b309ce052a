import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { AppError } from './app-error.ts';
import { countAttempt, secondsToEnd, uncountAttempt } from './attempts.store.ts';

type Options = {
  /** Separates this limit's counts from those of other limits. */
  name: string;
  /** Attempts allowed in one window. */
  limit: number;
  windowSeconds: number;
};

/** Limits attempts per time window. All server processes on one database share the counts. */
export class AttemptLimit {
  readonly #db: Database;
  readonly #options: Options;

  constructor(db: Database, options: Options) {
    this.#db = db;
    this.#options = options;
  }

  /** Counts one attempt and returns how many are left; throws `rate_limited` when there were too many. */
  async take(key: string, message: string): Promise<number> {
    const hash = this.#hashOf(key);
    const count = await countAttempt(this.#db, hash, this.#options);
    if (count !== null) return this.#options.limit - count;
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
