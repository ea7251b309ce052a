import { subscriberOf } from '../http/network.ts';

/** The maximum number of connections that haven't signed in yet: in total, and per IP address. */
type Most = { total: number; fromAddress: number };

export class WaitingSockets {
  readonly #most: Most;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(most: Most) {
    this.#most = most;
  }

  hasRoom(address: string): boolean {
    const { total, fromAddress } = this.#most;
    return this.#total < total && (this.#counts.get(subscriberOf(address)) ?? 0) < fromAddress;
  }

  /** Counts a connection until the returned function is called. */
  begin(address: string): () => void {
    const key = subscriberOf(address);
    this.#total += 1;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#total -= 1;
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }
}
