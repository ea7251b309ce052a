/** Works through a list, this many at a time, and answers the results in the list's order. */
export async function runInLanes(items, lanes, work) {
  const results = [];
  const waiting = [...items.entries()];

  async function lane() {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  }

  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
