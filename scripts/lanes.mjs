/**
 * Works through a list, this many at a time, and answers the results in the list's order. Two items of one group never
 * run side by side: the next one that may run goes first.
 */
export async function runInLanes(items, lanes, work, groupOf = (item) => item) {
  const results = [];
  const waiting = items.map((item, index) => ({ item, index, group: groupOf(item) }));
  const busy = new Map();

  async function run({ item, index }) {
    results[index] = await work(item);
  }

  function next() {
    const at = waiting.findIndex(({ group }) => !busy.has(group));
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  }

  async function lane() {
    while (waiting.length > 0) {
      const chosen = next();
      if (chosen === undefined) {
        await Promise.race(busy.values());
        continue;
      }
      const running = run(chosen).finally(() => busy.delete(chosen.group));
      busy.set(chosen.group, running);
      await running;
    }
  }

  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
