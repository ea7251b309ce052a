/** Counts what is open at the moment, by key, such as the connections from each IP address. */
export class OpenCounts<Key> {
  readonly #counts = new Map<Key, number>();

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Counts one more for a key until the returned function is called. Call the returned function only once. */
  begin(key: Key): () => void {
    this.#counts.set(key, this.of(key) + 1);
    return () => {
      const left = this.of(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }
}
