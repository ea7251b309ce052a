import type { App } from '../../platform/app-context.ts';
import { pauseIfEmbedded } from '../../platform/batches.ts';
import { transact } from '../../platform/database/transact.ts';
import { addUpCounts, listManyCounts } from './list-counts.store.ts';

/** A list's counts are compacted once they have more uncompacted rows than this. Reading that many rows has no measurable cost. */
const rowsKept = 100;

/** Compacts the counts of frequently changing lists. The periodic sweep calls this function. */
export async function addUpListCounts(app: App, moreThan = rowsKept): Promise<void> {
  for (const list of await listManyCounts(app.db, moreThan)) {
    await transact(app.db, (transaction) => addUpCounts(transaction, list));
    await pauseIfEmbedded(app);
  }
}
