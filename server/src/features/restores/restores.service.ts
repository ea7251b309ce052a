import type { Restore } from '@sandpiper/contract/backups';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { missStartsAfterRestore } from '../campaigns/campaign-schedule.service.ts';
import { lockCampaign, pauseCampaign } from '../campaigns/campaign-state.service.ts';
import { postponeDeletions } from '../user-deletion/user-deletion.service.ts';
import { confirmAll, findAwaited, listRunningCampaigns, noteCampaignsPaused } from './restores.store.ts';

/*
 * A restored database doesn't know who was messaged after the backup was made. So its running campaigns are paused, and agents get no work
 * until an administrator confirms the restore. `sending-rules.service.ts` has the rule that withholds the work.
 */

export async function findRestore(db: Database): Promise<Restore | null> {
  const restore = await findAwaited(db);
  if (restore === undefined) return null;
  return { backup_made_at: restore.backup_made_at, restored_at: restore.restored_at };
}

export const restorePause = {
  code: 'paused_after_restore',
  message: 'The server was restored from a backup, so this campaign was paused.',
} as const;

/**
 * Pauses the campaigns that were running when the backup was made, and keeps scheduled campaigns from starting automatically. Gives users
 * more time to cancel the deletion of their user account. The server calls this function before it starts listening.
 */
export async function pauseAfterRestore(app: App): Promise<void> {
  const restore = await findAwaited(app.db);
  if (restore === undefined || restore.campaigns_paused_at !== null) return;
  for (const { user_id, id } of await listRunningCampaigns(app.db)) {
    await change(app, async (change) => {
      const campaign = await lockCampaign(change.transaction, user_id, id);
      if (campaign?.status === 'running') await pauseCampaign(change, campaign, restorePause);
    });
  }
  await missStartsAfterRestore(app);
  await postponeDeletions(app);
  await noteCampaignsPaused(app.db);
}

/** Confirms the restore, so that agents get work again. Campaigns stay paused until their owners resume them. */
export async function confirmRestore(app: App, by: Requester): Promise<void> {
  await change(app, async (change) => {
    if ((await confirmAll(change.transaction)) === 0)
      throw new AppError('invalid_state', 'No restored backup is waiting for confirmation.');
    await recordActOf(change, by, { action: 'restore_confirmed', userId: null });
  });
}
