import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The longest time that work waits for other calls at each pause. */
const longestWaitMs = 50;
/** Work doesn't wait for calls that take longer than this, such as downloads. */
const shortMs = 1000;

type Call = { startedAt: number; pauses: boolean; ended: Promise<void> };

/** The calls that the server is answering. Long work lets them finish before it uses the embedded database again. */
export class CallsInProgress {
  readonly #calls = new Set<Call>();
  readonly #current = new AsyncLocalStorage<Call>();
  readonly #longestWaitMs: number;

  constructor(http: FastifyInstance, waitMs = longestWaitMs) {
    this.#longestWaitMs = waitMs;
    http.addHook('onRequest', (_request, { raw }, done) => {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const call = { startedAt: performance.now(), pauses: false, ended };
      this.#calls.add(call);
      raw.once('close', () => {
        this.#calls.delete(call);
        resolve();
      });
      this.#current.run(call, done);
    });
  }

  /**
   * Waits until the calls that are being answered have ended, but only for short calls and at most {@link longestWaitMs}. Doesn't wait for
   * calls whose own work or background work has called this function.
   */
  async toEnd(): Promise<void> {
    const own = this.#current.getStore();
    if (own !== undefined) own.pauses = true;
    const now = performance.now();
    const short = [...this.#calls].filter(({ pauses, startedAt }) => !pauses && now - startedAt < shortMs);
    if (short.length === 0) return;
    const waiting = new AbortController();
    const timeOut = setTimeout(this.#longestWaitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([Promise.all(short.map(({ ended }) => ended)), timeOut]);
    waiting.abort();
  }
}
