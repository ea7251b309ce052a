import type { Change } from '../../platform/change.ts';
import {
  addToCounters,
  countAccounts,
  failUnverifiable,
  findOpenWork,
  findProfileName,
  hasSentWithin,
  insertLog,
  listRunningCampaigns,
  lockCampaign,
  outcomeUnknown,
  releaseAccounts,
  setRecipientStatus,
  turnFailedIntoSent,
  updateCampaign,
  withdrawRemoved,
} from './campaign-state.store.ts';
import type { LockedCampaign, NewLog } from './campaign-state.store.ts';

/*
 * How a campaign changes. Every function here takes a campaign that lockCampaign answered in the same transaction:
 * that lock is the first of all, so that nobody waits in a circle, counters add up and the log has no gap.
 */

export type { LockedCampaign, NewLog };
export { findProfileName, hasSentWithin, listRunningCampaigns, lockCampaign, outcomeUnknown, setRecipientStatus };

/** Writes an entry of the campaign's log and shows it in the user's browsers. */
export async function writeLog({ app, transaction, afterCommit }: Change, campaign: LockedCampaign, entry: NewLog) {
  const log = await insertLog(transaction, campaign, entry);
  afterCommit(() => app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/** Makes of the entry that somebody failed the one that they were sent to, also in the user's browsers. */
export async function correctLog(
  { app, transaction, afterCommit }: Change,
  campaign: LockedCampaign,
  recipient: string,
  sentAt: Date,
) {
  const log = await turnFailedIntoSent(transaction, campaign, recipient, sentAt);
  afterCommit(() => app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/** Adds to the campaign's counters and shows them in the user's browsers. */
export async function count(
  { app, transaction, afterCommit }: Change,
  campaign: LockedCampaign,
  added: { list?: number; sent?: number; failed?: number },
): Promise<void> {
  const { total_sent, total_failed, total_list } = await addToCounters(transaction, campaign, added);
  afterCommit(() =>
    app.events.toUser(campaign.user_id, 'campaign_progress_update', {
      campaignId: campaign.id,
      total_sent,
      total_failed,
      total_list,
    }),
  );
}

export function announceStatus({ app, afterCommit }: Change, { user_id, id, status }: LockedCampaign): void {
  afterCommit(() => app.events.toUser(user_id, 'campaign_update', { campaign_id: id, status }));
}

/** Ends a campaign for good and frees its accounts. */
export async function endCampaign(
  change: Change,
  campaign: LockedCampaign,
  status: 'completed' | 'failed',
  message: string,
): Promise<LockedCampaign> {
  await releaseAccounts(change.transaction, campaign);
  await giveUpUnverifiable(change, campaign);
  const ended = await updateCampaign(change.transaction, campaign, { status, completed_at: new Date() });
  await writeLog(change, campaign, { action: status, message });
  announceStatus(change, ended);
  return ended;
}

export async function pauseCampaign(change: Change, campaign: LockedCampaign, message: string) {
  await releaseAccounts(change.transaction, campaign);
  const paused = await updateCampaign(change.transaction, campaign, { status: 'paused' });
  await writeLog(change, campaign, { action: 'paused', message });
  announceStatus(change, paused);
  return paused;
}

const unverifiable =
  'It is not known whether this message was sent, and the account cannot look any more. Open the conversation and look.';

/** Ends or pauses a running campaign that can get no further; one that has ended leaves nobody without a word. */
export async function settleCampaign(change: Change, campaign: LockedCampaign): Promise<LockedCampaign> {
  if (campaign.status === 'completed' || campaign.status === 'failed') await giveUpUnverifiable(change, campaign);
  if (campaign.status !== 'running') return campaign;
  const work = await findOpenWork(change.transaction, campaign);
  if (!work.has_pending) await withdraw(change, campaign);
  if (!work.has_pending && !work.has_claimed && work.has_unknown) {
    work.has_unknown = !(await giveUpUnverifiable(change, campaign));
  }
  if (!work.has_pending && !work.has_claimed && !work.has_unknown) {
    return endCampaign(change, campaign, 'completed', 'Everybody on the list was tried.');
  }
  const { usable, inactive } = await countAccounts(change.transaction, campaign);
  if (usable > 0) return campaign;
  if (inactive > 0) {
    return pauseCampaign(change, campaign, 'No account of this campaign is switched on. Switch one on and resume.');
  }
  return endCampaign(change, campaign, 'failed', 'No usable account is left: each one was blocked or removed.');
}

async function withdraw(change: Change, campaign: LockedCampaign): Promise<void> {
  const withdrawn = await withdrawRemoved(change.transaction, campaign);
  if (withdrawn > 0) await count(change, campaign, { list: -withdrawn });
}

/** Answers whether that was the last of the unknown ones. */
async function giveUpUnverifiable(change: Change, campaign: LockedCampaign): Promise<boolean> {
  const { transaction } = change;
  for (const delivery of await failUnverifiable(transaction, campaign, unverifiable)) {
    await setRecipientStatus(transaction, campaign.user_id, delivery.recipient_id, 'failed');
    await count(change, campaign, { failed: 1 });
    await writeLog(change, campaign, {
      action: 'message_failed',
      recipient: delivery.recipient,
      message: unverifiable,
      profile_id: delivery.profile_id,
      profile_name: await findProfileName(transaction, campaign.user_id, delivery.profile_id),
    });
  }
  return !(await findOpenWork(transaction, campaign)).has_unknown;
}
