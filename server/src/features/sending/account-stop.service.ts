import type { StopReason } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { oneDay } from '../../platform/time-scale.ts';
import { holdAccount } from '../accounts/account-holds.service.ts';
import { settleCampaign } from '../campaigns/campaign-settle.service.ts';
import { countLimited, lockCampaign, pauseCampaign } from '../campaigns/campaign-state.service.ts';
import type { LockedCampaign } from '../campaigns/campaign-state.service.ts';
import { writeLog } from '../deliveries/campaign-log.service.ts';
import { findSender, updateSender } from './senders.store.ts';

type Account = { userId: number; profileId: number };
type Stop = { reason: StopReason; detail: string | null };

/**
 * Puts an account on hold for this stop reason, then settles the running campaign that uses the account. Throws `not_found` if the account
 * doesn't exist.
 */
export function stopAccount(app: App, account: Account, stop: Stop): Promise<void> {
  return change(app, async (change) => {
    const known = await findSender(change.transaction, account.userId, account.profileId);
    if (known === undefined) throw notFound('Account');
    const campaign =
      known.campaign_id === null
        ? undefined
        : await lockCampaign(change.transaction, account.userId, known.campaign_id);
    await holdAndLog(change, campaign, account, stop);
    const current = campaign && (await lockCampaign(change.transaction, account.userId, campaign.id));
    if (current !== undefined) await settleCampaign(change, current);
  });
}

/**
 * Puts an account on hold. If this is a new hold, logs it in the campaign, and pauses a running campaign if Instagram has limited two of
 * its accounts within a day. Resets the streaks that can lead to a hold. Doesn't settle the campaign.
 */
export async function holdAndLog(
  change: Change,
  campaign: LockedCampaign | undefined,
  account: Account,
  stop: Stop,
): Promise<void> {
  await updateSender(change.transaction, account, {
    unexpected_people: [],
    not_found_in_a_row: 0,
    vanished_in_a_row: 0,
    undelivered_in_a_row: 0,
  });
  const text = await holdAccount(change, account, stop);
  if (text === null || campaign === undefined) return;
  await writeLog(change, campaign, {
    action: 'profile_blocked',
    message: text,
    profile_id: account.profileId,
  });
  if (campaign.status === 'running' && stop.reason === 'rate_limited') await pauseIfLimitedTwice(change, campaign);
}

/** Pauses the campaign if Instagram limited two of its accounts within a day, which suggests that the overall pace is too fast. */
async function pauseIfLimitedTwice(change: Change, campaign: LockedCampaign): Promise<void> {
  if ((await countLimited(change.transaction, campaign, oneDay(change.app.config))) < 2) return;
  await pauseCampaign(change, campaign, {
    code: 'two_accounts_limited',
    message: 'Instagram limited two accounts within a day, so this campaign was paused.',
  });
}
