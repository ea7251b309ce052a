/** Works through a list, this many at a time, and answers the results in the list's order. */
export async function runInLanes(items, lanes, work) {
  const results = [];
  let next = 0;
  async function lane() {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index]);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
