import type { SendResult } from '../page-data.ts';

type Shown = SendResult | 'connection lost';

const patienceMs = 20_000;

/**
 * What the page shows for each message. The page asks for it in a separate request with the message's key, so the response to the request
 * that sends the message can be late, wrong or missing.
 */
export class Sendings {
  readonly #byKey = new Map<string, PromiseWithResolvers<Shown>>();

  settle(key: string, shown: Shown): void {
    this.#of(key).resolve(shown);
  }

  /** Returns what the page shows for a message, as soon as the sandbox has decided. Returns null after the timeout. */
  async wait(key: string): Promise<Shown | null> {
    const { promise: tooLate, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), patienceMs);
    const shown = await Promise.race([this.#of(key).promise, tooLate]);
    clearTimeout(timer);
    this.#byKey.delete(key);
    return shown;
  }

  #of(key: string): PromiseWithResolvers<Shown> {
    const known = this.#byKey.get(key) ?? Promise.withResolvers<Shown>();
    this.#byKey.set(key, known);
    return known;
  }
}
