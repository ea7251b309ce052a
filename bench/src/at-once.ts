/** Processes items, at most `atOnce` at a time. Returns the results in no particular order. */
export async function eachOf<T, R>(atOnce: number, items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) results.push(await work(next.value));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
