const minuteMs = 60_000;
/** More keys than this would take too much memory, so all counts then start again from zero. */
const maxKeys = 100_000;

/** Counts by key within each minute, in this process's memory. */
export class MinuteCounts {
  readonly #counts = new Map<string, number>();
  #endsAt = 0;

  /** Counts one more and returns the new count. */
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

  /** Makes the count larger than any limit until all counts start again. */
  fill(key: string): void {
    this.#counts.set(key, Infinity);
  }

  of(key: string): number {
    return performance.now() < this.#endsAt ? (this.#counts.get(key) ?? 0) : 0;
  }

  /** Returns how long until all counts start again from zero. */
  secondsLeft(): number {
    return Math.max(Math.ceil((this.#endsAt - performance.now()) / 1000), 1);
  }
}
