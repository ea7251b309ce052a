const minuteMs = 60_000;
/** More would take too much memory. Beyond it, everybody is counted from zero again. */
const maxKeys = 100_000;

/** Counts by key within each minute, in this process's memory. */
export class MinuteCounts {
  readonly #counts = new Map<string, number>();
  #endsAt = 0;

  /** Counts one more and returns how many that makes. */
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

  of(key: string): number {
    return performance.now() < this.#endsAt ? (this.#counts.get(key) ?? 0) : 0;
  }

  /** Until everything is counted from zero again. */
  secondsLeft(): number {
    return Math.max(Math.ceil((this.#endsAt - performance.now()) / 1000), 1);
  }
}
