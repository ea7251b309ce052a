import type { StatusReasonCode } from '@sandpiper/contract/campaign-status';
import type { App } from '../../platform/app-context.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { notifyCampaignEnded } from '../notices/notices.service.ts';
import {
  markCommittedUnknown,
  findOpenWork,
  unknownOf,
  withdrawRemovedPeople,
} from '../deliveries/campaign-ledger.service.ts';
import { writeLog } from '../deliveries/campaign-log.service.ts';
import { announceStatus, lockCampaign, pauseCampaign } from './campaign-state.service.ts';
import type { LockedCampaign } from './campaign-state.service.ts';
import {
  hasUsableAccount,
  listRunningCampaigns,
  listStuckCampaigns,
  releaseAccounts,
  updateCampaign,
} from './campaign-state.store.ts';

const noUsableAccount =
  'Every account in this campaign is switched off, deleted, or on hold until you check it. See Accounts, then start the campaign again.';

/**
 * Ends a running or paused campaign that has nobody left to message or check, and pauses a running campaign without a usable account. If the
 * campaign has already ended, recomputes its final status.
 */
export async function settleCampaign(change: Change, campaign: LockedCampaign): Promise<void> {
  if (campaign.status === 'pending') return;
  if (campaign.status === 'completed' || campaign.status === 'failed') return correctEnd(change, campaign);
  if ((await endWhenDone(change, campaign)) || campaign.status === 'paused') return;
  if (await hasUsableAccount(change.transaction, campaign)) return;
  await pauseCampaign(change, campaign, { code: 'no_usable_account', message: noUsableAccount });
}

/** Ends a campaign that has nobody left to message or check. Returns true if the campaign was ended. */
export async function endWhenDone(change: Change, campaign: LockedCampaign): Promise<boolean> {
  const work = await findOpenWork(change.transaction, campaign);
  if (!work.has_pending) await withdrawRemovedPeople({ change, campaign });
  if (work.has_pending || work.has_claimed || work.has_committed) return false;
  await endCampaign(change, campaign, { message: () => 'No one is left to message.' });
  return true;
}

type End = { message: (ended: LockedCampaign) => string; isByUser?: boolean };

/** Ends a campaign and frees its accounts. Committed deliveries become `unknown`, but agents can still report their outcome. */
export async function endCampaign(change: Change, campaign: LockedCampaign, { message, isByUser = false }: End) {
  await releaseAccounts(change.transaction, campaign);
  await markCommittedUnknown({ change, campaign });
  const ended = await updateCampaign(change.transaction, campaign, {
    status: 'completed',
    status_reason: isByUser ? 'stopped_by_user' : null,
    stopped_by_user: isByUser,
    completed_at: new Date(),
  });
  const status = isByUser ? 'completed' : statusOfEnd(ended);
  await updateCampaign(change.transaction, campaign, {
    status,
    ...(isByUser ? {} : { status_reason: reasonOfEnd(status) }),
  });
  await writeLog(change, campaign, { action: status, message: message(ended) });
  const { total: total_unknown } = await unknownOf(change.transaction, campaign, { limit: 1, offset: 0 });
  if (!isByUser) await notifyCampaignEnded(change, { ...ended, status, total_unknown });
  announceStatus(change, { ...ended, status });
}

/** Returns the final status. A campaign has failed if it sent nothing and failed for at least one person. */
function statusOfEnd({ total_sent, total_failed }: LockedCampaign): 'completed' | 'failed' {
  return total_sent === 0 && total_failed > 0 ? 'failed' : 'completed';
}

function reasonOfEnd(status: 'completed' | 'failed'): StatusReasonCode | null {
  return status === 'failed' ? 'nobody_was_sent' : null;
}

/**
 * Corrects an ended campaign's status after a late report, or after the user has said whether a message was sent. A campaign that the user
 * stopped stays `completed`.
 */
async function correctEnd(change: Change, campaign: LockedCampaign): Promise<void> {
  if (campaign.stopped_by_user) return;
  const status = statusOfEnd(campaign);
  if (status === campaign.status) return;
  announceStatus(
    change,
    await updateCampaign(change.transaction, campaign, { status, status_reason: reasonOfEnd(status) }),
  );
}

/**
 * Calls `settleCampaign` for the running campaigns that use an account, or for all of the user's running campaigns if no account is given.
 * Call this function after an account has been switched off or removed, so that a campaign without any other usable account is paused.
 */
export async function settleCampaignsOf(app: App, userId: number, profileId?: number): Promise<void> {
  await changeCampaigns(app, await listRunningCampaigns(app.db, userId, profileId), settleCampaign);
}

/** Calls `settleCampaign` for running campaigns that can't continue, but weren't settled, for example because a process exited. */
export async function settleStuckCampaigns(app: App): Promise<void> {
  await changeCampaigns(app, await listStuckCampaigns(app.db), settleCampaign);
}

/** Calls `work` for these campaigns, each in its own transaction. If the call fails for one campaign, the others aren't affected. */
export function changeCampaigns(
  app: App,
  campaigns: readonly CampaignKey[],
  work: (change: Change, campaign: LockedCampaign) => Promise<void>,
): Promise<void> {
  return attemptEach(app, campaigns, {
    work: ({ user_id, id }) =>
      change(app, async (change) => {
        const campaign = await lockCampaign(change.transaction, user_id, id);
        if (campaign !== undefined) await work(change, campaign);
      }),
    failure: 'a campaign could not be updated',
    identify: ({ id: campaign }) => ({ campaign }),
  });
}
