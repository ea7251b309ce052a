/** A random number generator. The same seed always gives the same numbers. */
export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next: () => number;
  /** Returns an integer from 0 to `limit` - 1. */
  below: (limit: number) => number;
  /** Returns an integer from `from` to `to`, both inclusive. */
  between: (from: number, to: number) => number;
  isLucky: (chance: number) => boolean;
  pick: <T>(items: readonly T[]) => T;
};

/** Hashes a string to a number. Even a small change to the string can change every bit. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates a Mulberry32 generator, which is small, fast, and good enough for tests. */
export function createRandom(seed: string): Random {
  let state = hashOf(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    isLucky: (chance) => next() < chance,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("Can't pick from an empty list");
      return item;
    },
  };
}

export type Weighted<T> = readonly (readonly [weight: number, item: T])[];

/** Picks one of the items at random, according to their weights. */
export function draw<T>(random: Random, items: Weighted<T>): T {
  const sum = items.reduce((total, [weight]) => total + weight, 0);
  let left = random.next() * sum;
  for (const [weight, item] of items) {
    left -= weight;
    if (left < 0) return item;
  }
  throw new Error("Can't draw from a list without positive weights");
}
