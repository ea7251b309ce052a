import { randomUUID } from 'node:crypto';
import type { App } from '../../platform/app-context.ts';
import { batchSize, pauseIfEmbedded } from '../../platform/batches.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { change } from '../../platform/change.ts';
import { now } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { AppError } from '../../platform/http/app-error.ts';
import {
  deleteNextDeliveries,
  isAnyBeingSent,
  markCommittedUnknown,
  countReset,
} from '../deliveries/campaign-ledger.service.ts';
import { refuseMissing, requireCampaign } from './campaign-state.service.ts';
import { releaseAccounts, updateCampaign } from './campaign-state.store.ts';
import {
  deleteCampaignRow,
  deleteDays,
  deleteLogBatch,
  listHalfDeleted,
  takeDeletion,
} from './campaign-deletion.store.ts';

const entriesPerBatch = { embedded: 300, server: 1000 };

export async function previewDeletion(app: App, userId: number, id: number) {
  await refuseMissing(app.db, userId, id);
  return countReset(app.db, { user_id: userId, id });
}

/**
 * Deletes a campaign. The people on the list whom it messaged or tried to message become pending again. Returns how many they are.
 * Sandpiper still remembers who got the message. The campaign and its results disappear immediately. Its other rows are deleted in batches,
 * and browsers are notified again after the last batch. Throws `not_found` if the campaign doesn't exist. Throws `invalid_state` while an
 * agent may still be sending one of the campaign's messages, which can last up to a minute after the campaign has been stopped.
 */
export async function deleteCampaign(app: App, userId: number, id: number): Promise<number> {
  const key = { user_id: userId, id };
  await change(app, async (change) => {
    const campaign = await requireCampaign(change.transaction, userId, id);
    if (await isAnyBeingSent(change.transaction, campaign)) {
      const advice = campaign.status === 'running' ? 'Stop the campaign and try again' : 'Try again';
      throw new AppError(
        'invalid_state',
        `A message from this campaign is being sent right now. ${advice} in a minute.`,
      );
    }
    await markCommittedUnknown({ change, campaign });
    await releaseAccounts(change.transaction, campaign);
    await updateCampaign(change.transaction, campaign, { deleted_at: now, status: 'completed' });
    await deleteDays(change.transaction, campaign);
    change.afterCommit(() => announceDeletion(app, key));
  });
  return deleteRowsInBatches(app, key);
}

function announceDeletion(app: App, key: CampaignKey): void {
  app.events.toUser(key.user_id, 'campaign_update', { campaign_id: key.id, status: 'deleted' });
}

/** Finishes deletions that were interrupted, for example because the process exited. */
export async function finishDeletions(app: App): Promise<void> {
  await attemptEach(app, await listHalfDeleted(app.db), {
    work: (key) => deleteRowsInBatches(app, key),
    failure: 'the deletion of a campaign could not be finished yet',
    identify: ({ id: campaign }) => ({ campaign }),
  });
}

/**
 * Deletes a campaign's rows and returns how many people this call set back to pending. A lease lets only one call do this at a time, across
 * all server processes. Otherwise, a second call could see rows whose deletion isn't committed yet, and count their people again.
 */
async function deleteRowsInBatches(app: App, key: CampaignKey): Promise<number> {
  const deletion = randomUUID();
  let reset = 0;
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    if (!(await takeDeletion(app.db, key, deletion))) return reset;
    const piece = await change(app, (change) => deleteNextDeliveries(change, key, from));
    reset += piece?.reset ?? 0;
    after = piece?.last ?? null;
    await pauseIfEmbedded(app);
  }
  const limit = batchSize(app, entriesPerBatch);
  while (await change(app, ({ transaction }) => deleteLogBatch(transaction, key, limit))) {
    if (!(await takeDeletion(app.db, key, deletion))) return reset;
    await pauseIfEmbedded(app);
  }
  await change(app, async ({ transaction, afterCommit }) => {
    const isGone = await deleteCampaignRow(transaction, key);
    // The last people have only just become pending, so lists that browsers loaded earlier are outdated.
    if (isGone) afterCommit(() => announceDeletion(app, key));
  });
  return reset;
}
