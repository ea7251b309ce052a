/** Runs work when its turn comes. */
type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many in at a time, in the order they came. */
export function createGate(atOnce: number): Gate {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
