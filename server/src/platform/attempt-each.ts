import type { App } from './app-context.ts';

type Attempt<Item> = {
  work: (item: Item) => Promise<unknown>;
  /** The text of the log line about a failure. `identify` returns the fields that identify the item. */
  failure: string;
  identify: (item: Item) => Record<string, number>;
};

/**
 * Calls `work` for each item, one after another. Logs a failure instead of throwing it, so that the other items aren't affected. The next
 * sweep tries the failed items again.
 */
export async function attemptEach<Item>(
  { log }: Pick<App, 'log'>,
  items: Iterable<Item>,
  { work, failure, identify }: Attempt<Item>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (err) {
      log.error({ err, ...identify(item) }, failure);
    }
  }
}
