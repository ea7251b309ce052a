import { createHmac } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { AppError } from './app-error.ts';
import { countAttempt, secondsToEnd, uncountAttempt } from './attempts.store.ts';

export type AttemptStore = {
  db: Database;
  /**
   * The key for hashing IP addresses and names. Without a key, anyone with the hashes could find the addresses by hashing all possible
   * ones.
   */
  attemptKey: Buffer;
};

type Options = {
  /** Separates this limit's counts from those of other limits. */
  name: string;
  /** The maximum number of attempts per window. */
  limit: number;
  windowSeconds: number;
};

/** Limits attempts per time window. Server processes that use the same database share the counts. */
export class AttemptLimit {
  readonly #db: Database;
  readonly #key: Buffer;
  readonly #options: Options;

  constructor({ db, attemptKey }: AttemptStore, options: Options) {
    this.#db = db;
    this.#key = attemptKey;
    this.#options = options;
  }

  /**
   * Counts one attempt and returns how many are left. Throws `rate_limited` if the limit was already reached. The error's text is
   * `message`, followed by how long to wait.
   */
  async take(key: string, message: string): Promise<number> {
    const hash = this.#hashOf(key);
    const count = await countAttempt(this.#db, hash, this.#options);
    if (count !== null) return this.#options.limit - count;
    const seconds = Math.max(Math.ceil(await secondsToEnd(this.#db, hash)), 1);
    throw new AppError('rate_limited', `${message} ${waitText(seconds)}`, { retry_after: seconds });
  }

  /** Counts one attempt. Returns false if the limit was already reached. */
  async tryToTake(key: string): Promise<boolean> {
    return (await countAttempt(this.#db, this.#hashOf(key), this.#options)) !== null;
  }

  /** Reverses the count of an attempt that shouldn't be counted after all. */
  async giveBack(key: string): Promise<void> {
    await uncountAttempt(this.#db, this.#hashOf(key));
  }

  #hashOf(key: string): Buffer {
    return createHmac('sha256', this.#key).update(`${this.#options.name} ${key}`).digest();
  }
}

/** Says when to try again, in minutes up to two hours, otherwise in hours. Rounds up. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return 'Try again in a minute.';
  return minutes <= 120 ? `Try again in ${minutes} minutes.` : `Try again in ${Math.ceil(minutes / 60)} hours.`;
}
