import { subscriberOf } from '../http/network.ts';
import { OpenCounts } from '../http/open-counts.ts';

/** The maximum number of connections that haven't signed in yet: in total, and per IP address. */
type Most = { total: number; fromAddress: number };

export class WaitingSockets {
  readonly #most: Most;
  readonly #counts = new OpenCounts<string>();
  #total = 0;

  constructor(most: Most) {
    this.#most = most;
  }

  hasRoom(address: string): boolean {
    const { total, fromAddress } = this.#most;
    return this.#total < total && this.#counts.of(subscriberOf(address)) < fromAddress;
  }

  /** Counts a connection until the returned function is called. */
  begin(address: string): () => void {
    const end = this.#counts.begin(subscriberOf(address));
    this.#total += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#total -= 1;
      end();
    };
  }
}
