import { changeUndoHours } from '@sandpiper/contract/limits';
import type { App } from '../../platform/app-context.ts';
import { pauseIfEmbedded } from '../../platform/batches.ts';
import { transact } from '../../platform/database/transact.ts';
import { deleteSomeItems } from './change-items.store.ts';
import type { ChangeKey } from './change-items.store.ts';
import { deleteOldChanges, listToForget, updateChange } from './people-changes.store.ts';

const itemsAtOnce = 500;
const keptDays = 30;

/**
 * Deletes a change's undo data once the change can no longer be undone, and later the change itself. The periodic sweep calls this
 * function.
 */
export async function forgetOldChanges(app: App): Promise<void> {
  for (const change of await listToForget(app.db, changeUndoHours * 3600)) await forget(app, change);
  await deleteOldChanges(app.db, keptDays * 86_400);
}

async function forget(app: App, change: ChangeKey): Promise<void> {
  while ((await deleteSomeItems(app.db, change, itemsAtOnce)) > 0) await pauseIfEmbedded(app);
  await transact(app.db, (transaction) =>
    updateChange(transaction, change, { has_items: false, chosen: null, filter: null, in_flight: [] }),
  );
}
