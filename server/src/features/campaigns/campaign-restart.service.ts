import { stoppedByUserText } from '@sandpiper/contract/campaign-logs.texts';
import { variablesOf } from '@sandpiper/contract/message';
import type { App } from '../../platform/app-context.ts';
import { pauseIfEmbedded } from '../../platform/batches.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { counted } from '../../platform/counted.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { countRetryable, findOpenWork, retryNextPeople } from '../deliveries/campaign-ledger.service.ts';
import { writeLog } from '../deliveries/campaign-log.service.ts';
import { messageOf } from '../deliveries/person-checks.service.ts';
import { refuseWithoutVariables } from '../variables/variables.service.ts';
import { refuseWithNobodyLeft, runCampaign, withFreeAccounts } from './campaign-run.service.ts';
import { lockCampaign, requireCampaign } from './campaign-state.service.ts';
import type { LockedCampaign } from './campaign-state.service.ts';

/* Continues campaigns that have ended, and retries people whose message failed. */

/**
 * Runs a campaign again. Throws if none of its accounts is usable. Also throws if the list has lost a variable that the campaign's text
 * uses, because messages would lack the values.
 */
async function reopen(change: Change, campaign: LockedCampaign, message: string): Promise<void> {
  const { user_id: userId, list_id: listId } = campaign;
  const names = variablesOf(messageOf(campaign));
  if (listId !== null) await refuseWithoutVariables(change.transaction, { userId, listId }, names);
  await runCampaign(change, campaign, {
    columns: { stopped_by_user: false, completed_at: null },
    message: () => message,
  });
}

/** Continues an ended campaign with the people who are left. */
export async function continueCampaign(app: App, userId: number, id: number): Promise<void> {
  await withFreeAccounts(app, { user_id: userId, id }, () =>
    change(app, async (change) => {
      const campaign = await requireCampaign(change.transaction, userId, id);
      if (campaign.status !== 'completed' && campaign.status !== 'failed') {
        throw new AppError('invalid_state', `You can't continue a ${campaign.status} campaign.`);
      }
      await refuseWithNobodyLeft(change, campaign);
      await reopen(change, campaign, 'Continued with the remaining people.');
    }),
  );
}

const nobodyToRetry =
  "No one in this campaign can be retried. Sandpiper doesn't retry people who weren't found or were removed from the list. It also doesn't retry messages whose outcome is unknown or that you marked as not sent.";

/**
 * Retries people whose message failed: they become pending again. A campaign that ended because nobody was left runs again. A campaign that
 * the user paused, or stopped before everyone was messaged, doesn't, because it would also message everyone else who is left. Returns how
 * many people became pending. A campaign runs as soon as the first batch of people is pending. If a later batch is interrupted, the
 * remaining people keep the status `failed` and can be retried later.
 */
export async function retryFailed(app: App, userId: number, id: number): Promise<number> {
  let retried = 0;
  await withFreeAccounts(app, { user_id: userId, id }, async () => {
    for (let people = await change(app, (change) => retryFirst(change, userId, id)); people > 0;) {
      retried += people;
      await pauseIfEmbedded(app);
      people = await change(app, (change) => retryMore(change, userId, id));
    }
  });
  return retried;
}

async function retryFirst(change: Change, userId: number, id: number): Promise<number> {
  const { transaction } = change;
  const campaign = await requireCampaign(transaction, userId, id);
  const all = await countRetryable(transaction, campaign);
  if (all === 0) throw new AppError('invalid_state', nobodyToRetry);
  const others = await findOpenWork(transaction, campaign);
  const people = await retryNextPeople({ change, campaign });
  const current = await requireCampaign(transaction, userId, id);
  const hasEnded = current.status !== 'running' && current.status !== 'paused';
  // A stopped campaign can still have a claim that will expire. Its person is left as well.
  const isAnyoneElseLeft = others.has_pending || others.has_claimed;
  if (hasEnded && !isAnyoneElseLeft) await reopen(change, current, `Retrying ${failedPeople(all)}.`);
  else await writeLog(change, current, entryOf(current, all));
  return people;
}

function failedPeople(people: number): string {
  return `${counted(people, 'person', 'people')} whose message failed`;
}

/** Returns the log entry for a retry that doesn't change the campaign's status. */
function entryOf({ status }: LockedCampaign, people: number) {
  if (status === 'running') return { action: 'started', message: `Retrying ${failedPeople(people)}.` } as const;
  const pendingAgain = `${failedPeople(people)} ${people === 1 ? 'is' : 'are'} pending again.`;
  if (status === 'paused')
    return { action: 'paused', message: `${pendingAgain} The campaign is still paused.` } as const;
  return { action: 'completed', message: `${stoppedByUserText} ${pendingAgain}` } as const;
}

/**
 * Retries the next batch and returns its size. Returns 0 if nobody is left to retry, or if the campaign has ended by itself or was deleted
 * since the previous batch.
 */
async function retryMore(change: Change, userId: number, id: number): Promise<number> {
  const campaign = await lockCampaign(change.transaction, userId, id);
  if (campaign === undefined) return 0;
  const mayRetry = campaign.status === 'running' || campaign.status === 'paused' || campaign.stopped_by_user;
  return mayRetry ? retryNextPeople({ change, campaign }) : 0;
}
