import { setImmediate } from 'node:timers/promises';
import type { App } from '../../platform/app-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { retentionOf } from './retention.service.ts';
import {
  deleteDetails,
  deleteOldContactMessages,
  deleteOldLogs,
  deleteOldRequests,
  listWithOldDetails,
  listWithOldLogs,
  noteDetailsDeleted,
} from './retention.store.ts';

/** Few enough that nobody waits long, even with the embedded database. */
const rowsAtOnce = 300;
const campaignsAtOnce = 20;
/** The rest waits for the next sweep, so that its other steps aren't delayed. */
const piecesAtOnce = 100;

/** Deletes data that is older than its retention period, in small pieces. The sweep calls it. */
export async function deleteOutdated(app: App): Promise<void> {
  const days = await retentionOf(app.db);
  if (days.campaign_logs !== null) await deleteLogs(app, days.campaign_logs);
  if (days.campaign_details !== null) await deleteCampaignDetails(app, days.campaign_details);
  await deleteRows(app, days.agent_requests, deleteOldRequests);
  await deleteRows(app, days.contact_messages, deleteOldContactMessages);
}

async function deleteLogs(app: App, days: number): Promise<void> {
  let pieces = 0;
  for (const campaign of await listWithOldLogs(app.db, days, campaignsAtOnce)) {
    for (let deleted = rowsAtOnce; deleted === rowsAtOnce && pieces < piecesAtOnce; pieces += 1) {
      deleted = await transact(app.db, (transaction) =>
        deleteOldLogs(transaction, campaign, { days, limit: rowsAtOnce }),
      );
      await setImmediate();
    }
  }
}

/** Goes through the people of each campaign in one go. If the server stops meanwhile, the campaign is begun again. */
async function deleteCampaignDetails(app: App, days: number): Promise<void> {
  for (const campaign of await listWithOldDetails(app.db, days, campaignsAtOnce)) {
    for (let after: number | null = 0; after !== null;) {
      const from: number = after;
      after = await transact(app.db, (transaction) =>
        deleteDetails(transaction, campaign, { after: from, limit: rowsAtOnce }),
      );
      await setImmediate();
    }
    await transact(app.db, (transaction) => noteDetailsDeleted(transaction, campaign));
  }
}

type Delete = (transaction: Transaction, piece: { days: number; limit: number }) => Promise<number>;

async function deleteRows(app: App, days: number | null, deleteSome: Delete): Promise<void> {
  if (days === null) return;
  for (let piece = 0; piece < piecesAtOnce; piece += 1) {
    const deleted = await transact(app.db, (transaction) => deleteSome(transaction, { days, limit: rowsAtOnce }));
    if (deleted < rowsAtOnce) return;
    await setImmediate();
  }
}
