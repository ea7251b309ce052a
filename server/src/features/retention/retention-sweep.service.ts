import { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import { deleteInPieces, pauseIfEmbedded, piecesPerSweep, rowsPerPiece } from '../../platform/batches.ts';
import { startJob } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
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

export const detailJobs = 'old_details';

const campaignsAtOnce = 5;

/** Deletes data that is older than its retention period, in small pieces. The periodic sweep calls this function. */
export async function deleteOutdated(app: App): Promise<void> {
  const days = await retentionOf(app.db);
  if (days.campaign_logs !== null) await deleteLogs(app, days.campaign_logs);
  if (days.campaign_details !== null) await startDeletingDetails(app, days.campaign_details);
  await deleteRows(app, days.agent_requests, deleteOldRequests);
  await deleteRows(app, days.contact_messages, deleteOldContactMessages);
}

async function deleteLogs(app: App, days: number): Promise<void> {
  let pieces = 0;
  for (const campaign of await listWithOldLogs(app.db, days, campaignsAtOnce)) {
    for (let deleted = rowsPerPiece; deleted === rowsPerPiece && pieces < piecesPerSweep; pieces += 1) {
      deleted = await transact(app.db, (transaction) =>
        deleteOldLogs(transaction, campaign, { days, limit: rowsPerPiece }),
      );
      await pauseIfEmbedded(app);
    }
  }
}

async function startDeletingDetails(app: App, days: number): Promise<void> {
  for (const { user_id, id } of await listWithOldDetails(app.db, days, campaignsAtOnce)) {
    await change(app, (change) => startJob(change, { userId: user_id, kind: detailJobs, subjectId: id }, { after: 0 }));
  }
}

const progressSchema = z.object({ after: z.int() });

/** Deletes the variable values and reason details of the next batch of a campaign's deliveries. */
export const deleteNextDetails: DoPiece = async ({ transaction }, { job, progress }) => {
  const campaign = { user_id: job.userId, id: job.subjectId };
  const { after } = progressSchema.parse(progress);
  const last = await deleteDetails(transaction, campaign, { after, limit: rowsPerPiece });
  if (last !== null) return { progress: { after: last } };
  await noteDetailsDeleted(transaction, campaign);
  return 'done';
};

type Delete = (transaction: Transaction, piece: { days: number; limit: number }) => Promise<number>;

async function deleteRows(app: App, days: number | null, deleteSome: Delete): Promise<void> {
  if (days === null) return;
  await deleteInPieces(app, (limit) => transact(app.db, (transaction) => deleteSome(transaction, { days, limit })));
}
