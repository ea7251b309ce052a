const minuteMs = 60_000;
/** The maximum number of keys. To save memory, adding one more key resets all counts. */
const maxKeys = 100_000;

/** Per-minute counts by key, kept in this process's memory. */
export class MinuteCounts {
  readonly #counts = new Map<string, number>();
  #endsAt = 0;

  /** Increments a count and returns it. */
  add(key: string): number {
    const isFull = this.#counts.size >= maxKeys && !this.#counts.has(key);
    if (performance.now() >= this.#endsAt || isFull) {
      this.#counts.clear();
      this.#endsAt = performance.now() + minuteMs;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  /** Makes a count larger than any limit until all counts are reset. */
  fill(key: string): void {
    this.#counts.set(key, Infinity);
  }

  of(key: string): number {
    return performance.now() < this.#endsAt ? (this.#counts.get(key) ?? 0) : 0;
  }

  /** Returns how many seconds are left until all counts are reset. */
  secondsLeft(): number {
    return Math.max(Math.ceil((this.#endsAt - performance.now()) / 1000), 1);
  }
}
