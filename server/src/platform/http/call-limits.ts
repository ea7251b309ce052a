import type { EventEmitter } from 'node:events';
import { callQuotas, usedUpText } from '@sandpiper/contract/call-quotas';
import type { CallQuota } from '@sandpiper/contract/call-quotas';
import { sandboxFactor } from '@sandpiper/contract/limits';
import type { Config } from '../config.ts';
import { AppError } from './app-error.ts';
import { AttemptLimit } from './attempt-limit.ts';
import type { AttemptStore } from './attempt-limit.ts';
import { MinuteCounts } from './minute-counts.ts';
import { subscriberOf } from './network.ts';
import { OpenCounts } from './open-counts.ts';

/**
 * How many requests per minute all processes together accept from one IP address (`visitors` and `wrongTokens`) or one user. Many people
 * can share one IP address.
 */
const perMinute = { visitors: 600, wrongTokens: 300, users: 3000, agents: 3000 };
/**
 * How many blocks a limit is divided into. Each process counts requests in memory, and adds a block to the count in the database when the
 * block is full. All processes share the count of blocks, so each process can exceed a limit by at most one block.
 */
const blocksOfLimit = 20;
/** How many downloads a user can run at the same time from one process. */
const maxDownloads = 4;
const downloadSeconds = 10;

const tooManyCalls = 'Too many requests. Wait a minute and try again.';

/** Limits how often users and IP addresses can call the API, across all processes. */
export class CallLimits {
  readonly #minute = new MinuteCounts();
  readonly #downloads = new OpenCounts<number>();
  readonly #factor: number;
  readonly #store: AttemptStore;

  constructor(store: AttemptStore, { callLimitFactor, sandbox }: Pick<Config, 'callLimitFactor' | 'sandbox'>) {
    this.#store = store;
    // In sandbox mode, delays are divided by `sandboxFactor`, so clients send more requests.
    this.#factor = callLimitFactor === 0 ? Infinity : callLimitFactor * (sandbox ? sandboxFactor : 1);
  }

  /** Multiplies a limit by the operator's factor and, in sandbox mode, by the sandbox factor. Returns Infinity if limits are turned off. */
  scaled(limit: number): number {
    return Math.ceil(limit * this.#factor);
  }

  countVisitor(address: string): Promise<void> {
    return this.#count('visitors', subscriberOf(address));
  }

  countUser(userId: number): Promise<void> {
    return this.#count('users', String(userId));
  }

  /** Counts a request from an agent. All agents of a user share one count. */
  countAgents(userId: number): Promise<void> {
    return this.#count('agents', String(userId));
  }

  async #count(kind: keyof typeof perMinute, key: string): Promise<void> {
    if (!(await this.#add(kind, key))) this.#refuse(tooManyCalls);
  }

  /** Counts one request. Returns false if the limit was already reached. */
  async #add(kind: keyof typeof perMinute, key: string): Promise<boolean> {
    const name = `${kind} ${key}`;
    const limit = this.scaled(perMinute[kind]);
    const count = this.#minute.add(name);
    if (count > limit) return false;
    const block = Math.ceil(limit / blocksOfLimit);
    if (count % block !== 0) return true;
    const blocks = { name: `minute ${kind}`, limit: Math.ceil(limit / block), windowSeconds: 60 };
    if (await new AttemptLimit(this.#store, blocks).tryToTake(key)) return true;
    this.#minute.fill(name);
    return false;
  }

  #refuse(text: string): never {
    throw new AppError('rate_limited', text, { retry_after: this.#minute.secondsLeft() });
  }

  /** Looks up a token. If this IP address has recently sent too many wrong tokens, rejects the request without querying the database. */
  async lookUp<T>(address: string, find: () => Promise<T>): Promise<T> {
    const subscriber = subscriberOf(address);
    if (this.#minute.of(`wrongTokens ${subscriber}`) >= this.scaled(perMinute.wrongTokens)) {
      this.#refuse('Too many requests with an invalid token came from your network. Wait a minute and try again.');
    }
    try {
      return await find();
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') await this.#add('wrongTokens', subscriber);
      throw error;
    }
  }

  /** Counts a request against a quota. Throws `rate_limited` if the user has used up the quota. */
  async useQuota(quota: CallQuota, userId: number): Promise<void> {
    if (this.#factor === Infinity) return;
    const { limit, seconds } = callQuotas[quota];
    const options = { name: `quota ${quota}`, limit: this.scaled(limit), windowSeconds: seconds };
    await new AttemptLimit(this.#store, options).take(String(userId), usedUpText(quota, options.limit));
  }

  /** Counts a download as running until its response has ended. Throws `rate_limited` if the user has too many running downloads. */
  beginDownload(userId: number, { raw }: { raw: EventEmitter }): void {
    if (this.#downloads.of(userId) >= this.scaled(maxDownloads)) {
      const text = 'Several of your downloads are still running. Wait until one has finished and try again.';
      throw new AppError('rate_limited', text, { retry_after: downloadSeconds });
    }
    raw.once('close', this.#downloads.begin(userId));
  }
}
