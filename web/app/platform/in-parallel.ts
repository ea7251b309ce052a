type InParallelOptions = {
  /** How many items run at once. */
  width?: number;
  /** Called after each item with the number of finished items. */
  onProgress?: (done: number) => void;
};

export type Failed<Item> = { item: Item; error: unknown };

/** Runs the work for each item, a few at a time. Continues after failures and returns them. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { width = 4, onProgress }: InParallelOptions = {},
): Promise<Failed<Item>[]> {
  const queue = [...items];
  const failed: Failed<Item>[] = [];
  let done = 0;
  async function takeNext(): Promise<void> {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        failed.push({ item, error });
      }
      done += 1;
      onProgress?.(done);
    }
  }
  await Promise.all(Array.from({ length: width }, takeNext));
  return failed;
}
