import type { CallOutput } from '@sandpiper/contract/client';
import type { App } from '../../platform/app-context.ts';
import { pauseIfEmbedded } from '../../platform/batches.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { refusalOf } from '../../platform/http/error-handler.ts';
import { findComingStart, listActiveCampaigns } from './campaign-pause.store.ts';
import { noSchedule } from './campaign-schedule.store.ts';
import { announceStatus, lockCampaign, pauseCampaign, requireCampaign } from './campaign-state.service.ts';
import type { LockedCampaign } from './campaign-state.service.ts';
import { updateCampaign } from './campaign-state.store.ts';

const pausedByUser = { code: 'paused_by_user', message: 'You paused this campaign.' } as const;

/** Pauses one campaign at its user's request. */
export async function pauseByUser(app: App, userId: number, id: number): Promise<void> {
  await change(app, async (change) => {
    const campaign = await requireCampaign(change.transaction, userId, id);
    if (campaign.status !== 'running') {
      throw new AppError('invalid_state', `You can't pause a ${campaign.status} campaign.`);
    }
    await pauseCampaign(change, campaign, pausedByUser);
  });
}

type PauseResult = CallOutput<'POST /api/campaigns/pause'>;
type Start = PauseResult['canceled_starts'][number]['start'];

/**
 * Pauses all of the user's running campaigns, and cancels all starts that are scheduled or in progress. Changes each campaign in its own
 * transaction, so that one that can't be changed doesn't keep the others running.
 */
export async function pauseAllCampaigns(app: App, userId: number): Promise<PauseResult> {
  const result: PauseResult = { paused: [], canceled_starts: [], failed: [] };
  for (const campaign of await listActiveCampaigns(app.db, userId)) {
    try {
      const done = await change(app, (change) => pauseOrKeepFromStarting(change, userId, campaign.id));
      if (done === 'paused') result.paused.push(campaign);
      else if (done !== null) result.canceled_starts.push({ ...campaign, start: done });
    } catch (err) {
      app.log.error({ err, campaign: campaign.id }, 'a campaign could not be paused');
      result.failed.push({ ...campaign, reason: refusalOf(err).text });
    }
    await pauseIfEmbedded(app);
  }
  return result;
}

/** Returns null if there is nothing to do, for example because the campaign has just ended. */
async function pauseOrKeepFromStarting(change: Change, userId: number, id: number): Promise<'paused' | Start | null> {
  const campaign = await lockCampaign(change.transaction, userId, id);
  if (campaign?.status === 'pending') return keepFromStarting(change, campaign);
  if (campaign?.status !== 'running') return null;
  await pauseCampaign(change, campaign, pausedByUser);
  return 'paused';
}

/** Cancels a pending campaign's start, and returns how it would have started. Returns null if it wouldn't have. */
async function keepFromStarting(change: Change, campaign: LockedCampaign): Promise<Start | null> {
  const start = await findComingStart(change.transaction, campaign);
  if (start === undefined) return null;
  const { start_at, allow_repeat, review_key } = start;
  // Without its preparation, a start in progress fails.
  const noStart = { ...noSchedule, preparation: null, preparing_until: null };
  announceStatus(change, await updateCampaign(change.transaction, campaign, noStart));
  return {
    start_at: start_at ?? undefined,
    allow_repeat: allow_repeat ?? undefined,
    review_key: review_key ?? undefined,
  };
}
