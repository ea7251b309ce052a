import { randomUUID } from 'node:crypto';
import { reasonOf } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { manyRows, pauseIfEmbedded, refreshStatistics } from '../../platform/batches.ts';
import { startJob } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { counted } from '../../platform/counted.ts';
import { now } from '../../platform/database/expressions.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { deleteNextDeliveries, skippedOf, writePeople } from '../deliveries/campaign-ledger.service.ts';
import type { PeopleCounts } from '../deliveries/campaign-ledger.service.ts';
import { textKeyOf } from '../deliveries/person-checks.service.ts';
import { refuseWhileChanging } from '../variables/variables.service.ts';
import { refuseWhileFilling } from '../list-fillings/list-fillings.service.ts';
import { refuseOutdatedReview, reviewKeyOf } from './campaign-review.service.ts';
import { refuseConflicts, refuseWithNobodyLeft, runCampaign, withFreeAccounts } from './campaign-run.service.ts';
import { lockCampaign, requireCampaign } from './campaign-state.service.ts';
import type { LockedCampaign } from './campaign-state.service.ts';
import { updateCampaign } from './campaign-state.store.ts';
import { beginPreparation, endPreparation, keepPreparation } from './campaign-preparation.store.ts';
import { noSchedule } from './campaign-schedule.store.ts';
import { findCampaign } from './campaigns.store.ts';
import { skippedPeopleJobs } from './skipped-people.service.ts';

type StartOptions = {
  allow_repeat?: boolean | undefined;
  /** Identifies the message and the list that the user reviewed. */
  review_key?: string | undefined;
  /** If this is set, the campaign is started only if it is pending and still scheduled for that time. */
  scheduledFor?: string;
};

/** Starts a campaign for the first time, or resumes a paused one. Accounts on hold stay on hold. */
export async function startCampaign(
  app: App,
  userId: number,
  id: number,
  { allow_repeat, review_key, scheduledFor }: StartOptions = {},
): Promise<void> {
  const campaign = await findCampaign(app.db, userId, id);
  if (campaign === undefined) throw notFound('Campaign');
  if (scheduledFor !== undefined && campaign.start_at !== scheduledFor) throw changedMeanwhile();
  await withFreeAccounts(app, { user_id: userId, id }, async () => {
    if (campaign.status === 'pending') {
      const reviewed = { allowRepeat: allow_repeat, reviewKey: review_key, scheduledFor };
      await startFirst(app, userId, { id, listId: campaign.list_id, ...reviewed });
    } else await change(app, (change) => resume(change, userId, id));
  });
}

type FirstStart = {
  id: number;
  listId: number | null;
  allowRepeat: boolean | undefined;
  reviewKey: string | undefined;
  scheduledFor: string | undefined;
};

/** Creates the deliveries in batches, then runs the campaign. After an interrupted start, the next start begins from scratch. */
async function startFirst(app: App, userId: number, start: FirstStart): Promise<void> {
  const { id, listId, scheduledFor } = start;
  if (listId !== null) await refuseWhileFilling(app.db, userId, [listId]);
  const key = { user_id: userId, id };
  // Checked again when the campaign runs, but creating the deliveries can take long.
  await refuseConflicts(app.db, key);
  const preparation = randomUUID();
  if (!(await beginPreparation(app.db, key, preparation))) {
    // A scheduled start leaves the campaign to the other start. If that one fails, the next sweep tries again.
    if (scheduledFor !== undefined) return;
    throw new AppError('invalid_state', 'This campaign is already being started.');
  }
  try {
    const frozen = await freezeText(app, userId, id, preparation);
    const allowRepeat = repeatOf(start, frozen);
    const counts = await preparePeople(app, userId, { id, preparation, allowRepeat });
    if (counts.people + counts.skipped >= manyRows) await refreshStatistics(app, ['deliveries']);
    const isRepeatDropped = start.allowRepeat === true && allowRepeat !== true;
    const prepared = { ...start, allowRepeat, isRepeatDropped, preparation, ...counts };
    await change(app, (change) => runFirst(change, userId, prepared));
  } finally {
    await endPreparation(app.db, key, preparation);
  }
}

/**
 * Copies the current text, variables and names of the template and list to the campaign, so that later edits don't affect the campaign.
 * `text_key` identifies the text, so that people who already got the same text can be skipped. `message_key` identifies the text and the
 * user in the agents' journals, because users can share a computer.
 */
async function freezeText(app: App, userId: number, id: number, preparation: string): Promise<LockedCampaign> {
  return change(app, async ({ transaction }) => {
    const campaign = await lockCampaign(transaction, userId, id);
    const isMine = await keepPreparation(transaction, { user_id: userId, id }, preparation);
    const current = await findCampaign(transaction, userId, id);
    if (campaign === undefined || current === undefined || !isMine) throw changedMeanwhile();
    if (campaign.list_id !== null) await refuseWhileChanging(transaction, userId, campaign.list_id);
    const { template_name, template_content, variables, list_name } = current;
    const text_key = textKeyOf(template_content);
    const message_key = `${userId} ${text_key}`;
    return updateCampaign(transaction, campaign, {
      template_name,
      template_content,
      variables,
      list_name,
      text_key,
      message_key,
    });
  });
}

/**
 * Returns the user's choice to send the message again. Throws if the user reviewed another message or list. A scheduled start isn't
 * refused, because the user may have changed the campaign after scheduling it, but then nobody gets the message again.
 */
function repeatOf({ allowRepeat, reviewKey, scheduledFor }: FirstStart, frozen: LockedCampaign): boolean | undefined {
  if (scheduledFor === undefined) refuseOutdatedReview(reviewKey, frozen);
  else if (allowRepeat === true && reviewKey !== reviewKeyOf(frozen)) return false;
  return allowRepeat;
}

function changedMeanwhile(): AppError {
  return new AppError(
    'invalid_state',
    'This campaign was changed while it was being started. Check it, then try again.',
  );
}

type Preparing = { id: number; preparation: string; allowRepeat: boolean | undefined };

/** Creates the deliveries, and returns how many people the campaign includes and how many it skips. */
async function preparePeople(
  app: App,
  userId: number,
  { id, preparation, allowRepeat }: Preparing,
): Promise<PeopleCounts> {
  const key = { user_id: userId, id };
  const inPieces = async <T>(work: (change: Change, campaign: LockedCampaign) => Promise<T>): Promise<T> => {
    await pauseIfEmbedded(app);
    return change(app, async (change) => {
      const campaign = await lockCampaign(change.transaction, userId, id);
      const isMine = await keepPreparation(change.transaction, key, preparation);
      if (campaign === undefined || !isMine) throw changedMeanwhile();
      return work(change, campaign);
    });
  };
  // Delete the deliveries that an interrupted or refused start has left behind.
  for (let left: string | null = ''; left !== null;) {
    const after: string = left;
    left = await inPieces(async (change) => (await deleteNextDeliveries(change, key, after))?.last ?? null);
  }
  const total = { people: 0, skipped: 0 };
  for (let next: number | null = 0; next !== null;) {
    const afterRecipientId: number = next;
    const { people, skipped, last } = await inPieces(({ transaction }, { list_id, ...campaign }) =>
      list_id === null
        ? Promise.resolve({ people: 0, skipped: 0, last: null })
        : writePeople(app, transaction, key, {
            userId,
            listId: list_id,
            text: campaign,
            policy: { ...campaign, allow_repeat: allowRepeat ?? campaign.allow_repeat },
            afterRecipientId,
          }),
    );
    total.people += people;
    total.skipped += skipped;
    next = last;
  }
  return total;
}

type Prepared = FirstStart & PeopleCounts & { preparation: string; isRepeatDropped: boolean };

async function runFirst(change: Change, userId: number, first: Prepared): Promise<void> {
  const campaign = await requireCampaign(change.transaction, userId, first.id);
  if (campaign.preparation !== first.preparation) throw changedMeanwhile();
  // Fail if the start was canceled or rescheduled while the deliveries were being created.
  if (first.scheduledFor !== undefined && campaign.start_at !== first.scheduledFor) throw changedMeanwhile();
  const { people, skipped } = first;
  if (people === 0) throw await nobodyError(change, campaign, skipped);
  await runCampaign(change, campaign, {
    columns: {
      ...noSchedule,
      total_list: people,
      total_skipped: skipped,
      allow_repeat: first.allowRepeat ?? campaign.allow_repeat,
      started_at: now,
    },
    message: (started) => (first.isRepeatDropped ? `${startText(started)} ${repeatDropped}` : startText(started)),
  });
  if (skipped > 0) await startJob(change, { userId, kind: skippedPeopleJobs, subjectId: first.id }, {});
}

async function resume(change: Change, userId: number, id: number): Promise<void> {
  const campaign = await requireCampaign(change.transaction, userId, id);
  if (campaign.status !== 'paused') {
    throw new AppError('invalid_state', `You can't start a ${campaign.status} campaign.`);
  }
  await refuseWithNobodyLeft(change, campaign);
  await runCampaign(change, campaign, { columns: {}, message: () => 'Started again.' });
}

const repeatDropped =
  'No one will get the same message again, because the message or the list has changed since you chose to send it again.';

function startText({ total_list, total_skipped }: LockedCampaign): string {
  const people = `${counted(total_list, 'person', 'people')} to message.`;
  return total_skipped === 0 ? people : `${people} ${counted(total_skipped, 'was', 'were')} skipped.`;
}

async function nobodyError({ transaction }: Change, campaign: LockedCampaign, people: number): Promise<AppError> {
  if (people === 0) return new AppError('invalid_state', 'No one on this list is pending.');
  const skipped = await skippedOf(transaction, campaign);
  const parts = skipped.map(
    ({ reason, people }) => `${reasonOf(reason).text.replace(/\.$/, '')}: ${people.toLocaleString('en')}.`,
  );
  const already = skipped.find(({ reason }) => reason === 'same_message')?.people ?? 0;
  const advice = already === 0 ? '' : ' You can choose to send the message again to people who already got it.';
  const text = `Everyone pending on this list would be skipped. ${parts.join(' ')}${advice}`;
  return new AppError('everybody_skipped', text, { already_messaged: already });
}
