import { requireEnabled, requireKept, requireSubscription } from '../../platform/access/access.service.ts';
import { findPersonById } from '../../platform/access/access.store.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { isAwaitingRestore } from '../../platform/database/restores.store.ts';
import { AppError, fieldError, notFound } from '../../platform/http/app-error.ts';
import { notifyStartMissed } from '../notices/notices.service.ts';
import { refuseOutdatedReview, reviewKeyOf } from './campaign-review.service.ts';
import {
  missAllStarts,
  noSchedule,
  saveStartProblem,
  takeDueStarts,
  takeMissedStarts,
} from './campaign-schedule.store.ts';
import type { DueStart, MissedStart } from './campaign-schedule.store.ts';
import { startCampaign } from './campaign-start.service.ts';
import { announceStatus, requireCampaign } from './campaign-state.service.ts';
import { updateCampaign } from './campaign-state.store.ts';
import { findCampaign } from './campaigns.store.ts';
import { serverProblem } from './status-reasons.ts';

const aheadMs = 366 * 86_400_000;

type Schedule = { start_at: string; allow_repeat?: boolean | undefined; review_key?: string | undefined };

/** Schedules a pending campaign's start. The campaign reserves no accounts until it starts. */
export async function scheduleStart(
  app: App,
  userId: number,
  id: number,
  { start_at, allow_repeat, review_key }: Schedule,
): Promise<void> {
  refuseStartAt(start_at);
  // Drop the microseconds. The database would store them but return only milliseconds, so a comparison with the stored time would fail.
  const at = new Date(start_at).toISOString();
  await setSchedule(app, { userId, id }, async (transaction) => {
    const campaign = await findCampaign(transaction, userId, id);
    if (campaign === undefined) throw notFound('Campaign');
    refuseOutdatedReview(review_key, campaign);
    const start_review_key = reviewKeyOf(campaign);
    return { ...noSchedule, start_at: at, start_allow_repeat: allow_repeat ?? null, start_review_key };
  });
}

export async function cancelStart(app: App, userId: number, id: number): Promise<void> {
  await setSchedule(app, { userId, id }, () => Promise.resolve(noSchedule));
}

export function refuseStartAt(startAt: string): void {
  const ahead = new Date(startAt).getTime() - Date.now();
  if (ahead > 0 && ahead <= aheadMs) return;
  throw fieldError('start_at', ahead > 0 ? 'Choose a time within the next year' : 'Choose a time in the future');
}

type Chosen = { start_at: string; start_allow_repeat: boolean | null; start_review_key: string };
type Columns = typeof noSchedule | (Omit<typeof noSchedule, keyof Chosen> & Chosen);

async function setSchedule(
  app: App,
  { userId, id }: { userId: number; id: number },
  choose: (transaction: Transaction) => Promise<Columns>,
): Promise<void> {
  await change(app, async (change) => {
    const campaign = await requireCampaign(change.transaction, userId, id);
    if (campaign.status !== 'pending') {
      throw new AppError('invalid_state', 'This campaign has already started.');
    }
    const columns = await choose(change.transaction);
    announceStatus(change, await updateCampaign(change.transaction, campaign, columns));
  });
}

const neverTried = "The server wasn't running at the scheduled time, or a restore had to be confirmed first.";

/**
 * Starts the campaigns that are due, and notifies the owners of campaigns whose start was missed. Does nothing while an administrator still
 * has to confirm a restore.
 */
export async function startDueCampaigns(app: App): Promise<void> {
  if (await isAwaitingRestore(app.db)) return;
  for (const due of await takeDueStarts(app.db)) await startDue(app, due);
  await change(app, async (change) => {
    await announceMissed(change, await takeMissedStarts(change.transaction, neverTried));
  });
}

const maybeStarted =
  'The server was restored from a backup. The campaign may have been started after the backup was made, so check whether people already got the message.';

/**
 * Keeps scheduled campaigns from being started automatically after a restore. Since the backup was made, users may already have started
 * them, or may have added people to the do-not-contact list who are now missing from it.
 */
export async function missStartsAfterRestore(app: App): Promise<void> {
  await change(app, async (change) => {
    await announceMissed(change, await missAllStarts(change.transaction, maybeStarted));
  });
}

async function announceMissed(change: Change, starts: readonly MissedStart[]): Promise<void> {
  for (const missed of starts) {
    await notifyStartMissed(change, missed);
    change.afterCommit(() => announcePending(change.app, missed.user_id, missed.id));
  }
}

/**
 * Starts a campaign as if the user had clicked Start. If the start fails, stores the reason so that the user can see it. A later
 * sweep tries again.
 */
async function startDue(app: App, due: DueStart): Promise<void> {
  const { user_id: userId, id, start_at: scheduledFor, start_allow_repeat, start_review_key } = due;
  try {
    const owner = await findPersonById(app.db, userId);
    if (owner === undefined) return;
    requireEnabled(owner);
    requireKept(owner);
    requireSubscription(owner);
    await startCampaign(app, userId, id, {
      allow_repeat: start_allow_repeat ?? undefined,
      review_key: start_review_key ?? undefined,
      scheduledFor,
    });
  } catch (err) {
    if (!(err instanceof AppError)) app.log.error({ err, campaign: id }, 'a campaign could not be started on time');
    const problem = err instanceof AppError ? err.message : serverProblem;
    if (await saveStartProblem(app.db, due, problem)) announcePending(app, userId, id);
  }
}

function announcePending(app: App, userId: number, id: number): void {
  app.events.toUser(userId, 'campaign_update', { campaign_id: id, status: 'pending' });
}
