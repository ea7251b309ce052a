import type { BulkImportResult } from '@sandpiper/contract/recipients';
import type { App } from '../../platform/app-context.ts';
import { isClosing } from '../../platform/background-jobs.ts';
import { batchSize, manyRows, pauseIfEmbedded, refreshPeopleStatistics } from '../../platform/batches.ts';
import { findList, lockListForImport } from '../../platform/database/lists.store.ts';
import { lockPeopleShared } from '../../platform/database/people-lock.ts';
import { together } from '../../platform/database/pipelining.ts';
import { transact } from '../../platform/database/transact.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { relinkRecipients } from '../deliveries/withdrawal.service.ts';
import { linkReturningPeople } from '../people/people.service.ts';
import { sortNames } from './recipient-import.ts';
import { insertRecipients } from './recipients.store.ts';

/** On a slow machine, the embedded database needs 20 ms of processor time for 125 names, and 40 ms for 250. */
const namesPerBatch = { embedded: 150, server: 500 };

/** A server that is stopping adds up to this many remaining names. It stops an import with more, because it has to exit within seconds. */
const finishedWhileClosing = 5000;

/**
 * Adds many people to a list. Each batch is committed separately. After an interruption, for example because the server is stopping, the
 * client can simply send the same names again. People who were already added are then reported as duplicates.
 */
export async function importRecipients(
  app: App,
  userId: number,
  { listId, recipients }: { listId: number; recipients: readonly string[] },
): Promise<BulkImportResult> {
  if ((await findList(app.db, userId, listId)) === undefined) throw notFound('List');
  const { names, repeated, invalid, rejected } = await sortNames(recipients);
  const size = batchSize(app, namesPerBatch);
  let added = 0;
  for (let from = 0; from < names.length; from += size) {
    if (from > 0 && names.length - from > finishedWhileClosing && isClosing(app)) throw stoppedHalfway();
    added += await addBatch(app, userId, { listId, names: names.slice(from, from + size) });
    await pauseIfEmbedded(app);
  }
  if (added >= manyRows) await refreshPeopleStatistics(app);
  return { added, duplicates: repeated + names.length - added, invalid, rejected };
}

function stoppedHalfway(): AppError {
  return new AppError(
    'unavailable',
    'The server is stopping. The names that were added so far stay on the list. Import all names again to add the rest.',
  );
}

function addBatch(app: App, userId: number, piece: { listId: number; names: readonly string[] }): Promise<number> {
  return transact(app.db, async (transaction) => {
    const [list] = await together([
      lockListForImport(transaction, userId, piece.listId),
      lockPeopleShared(transaction, userId),
    ]);
    if (list === undefined) throw notFound('List');
    const added = await insertRecipients(transaction, userId, piece);
    await linkReturningPeople(app, transaction, { userId, usernames: piece.names });
    await relinkRecipients(
      transaction,
      userId,
      piece.names.map((recipient) => ({ list_id: piece.listId, recipient })),
    );
    return added;
  });
}
