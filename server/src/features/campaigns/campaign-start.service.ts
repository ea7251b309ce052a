import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { now } from '../../platform/database/expressions.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { expireStaleLeases } from '../sending/settle.service.ts';
import { announceStatus, settleCampaign, writeLog } from './campaign-state.service.ts';
import { countAccounts, lockCampaign, updateCampaign } from './campaign-state.store.ts';
import type { LockedCampaign } from './campaign-state.store.ts';
import {
  beginPreparation,
  countTargets,
  deleteTargets,
  endPreparation,
  insertTargets,
  keepPreparation,
  listEndedSenders,
} from './campaign-targets.store.ts';
import { employAccounts, findCampaign, listConflicts, listProfileIds } from './campaigns.store.ts';

/** Starts a campaign for the first time, or resumes a paused one, whose accounts then get another chance after a block. */
export async function startCampaign(app: App, userId: number, id: number): Promise<void> {
  const campaign = await findCampaign(app.db, userId, id);
  if (campaign === undefined) throw notFound('Campaign');
  await refuseConflicts(app, userId, id);
  try {
    if (campaign.status === 'pending') await startFirst(app, userId, campaign);
    else await change(app, (change) => run(change, userId, id));
  } catch (error) {
    if (!isUniqueViolation(error, 'campaign_profiles_one_running')) throw error;
    // Two starts raced for one account, and this one lost.
    await refuseConflicts(app, userId, id);
    throw error;
  }
  app.events.wakeAgents(userId);
}

async function refuseConflicts(app: App, userId: number, id: number): Promise<void> {
  const conflicts = await listConflicts(app.db, userId, await listProfileIds(app.db, userId, id), id);
  refuseInUse('start', conflicts);
}

/** Throws `profiles_in_use` with those accounts that a running campaign uses. */
export function refuseInUse(action: 'create' | 'start', conflicts: { name: string; campaign: string }[]): void {
  if (conflicts.length === 0) return;
  const names = conflicts.map(({ name }) => name).join(', ');
  const campaigns = [...new Set(conflicts.map(({ campaign }) => campaign))].join(', ');
  const text = `Cannot ${action} campaign: Profiles ${names} are already being used in running campaigns (${campaigns})`;
  throw new AppError('profiles_in_use', text, { conflicting_profiles: conflicts });
}

/** An agent may have pressed Enter just before its campaign ended. What became of that is usually known within a minute or two. */
async function refuseWhileSending(app: App, userId: number, listId: number): Promise<void> {
  await expireStaleLeases(app, userId);
  const senders = await listEndedSenders(app.db, userId, listId);
  if (senders.length === 0) return;
  const people = senders.reduce((sum, sender) => sum + sender.people, 0);
  const whom = people === 1 ? '1 person' : `${people} people`;
  const names = senders.map(({ name }) => name).join(', ');
  const ended = senders.length === 1 ? 'has ended' : 'have ended';
  const text = `A message to ${whom} of this list is just being sent or looked up by ${names}, which ${ended}. Try again in a minute or two.`;
  throw new AppError('invalid_state', text);
}

/** Writes the ledger of people piece by piece, then lets it run. A start that broke off is begun anew. */
async function startFirst(
  app: App,
  userId: number,
  { id, list_id }: { id: number; list_id: number | null },
): Promise<void> {
  // Before anybody is taken from the list: whoever is sent to meanwhile is pending there until their agent has said so.
  if (list_id !== null) await refuseWhileSending(app, userId, list_id);
  const key = { user_id: userId, id };
  const preparation = randomUUID();
  if (!(await beginPreparation(app.db, key, preparation))) {
    throw new AppError('invalid_state', 'This campaign is being started already.');
  }
  try {
    await prepareTargets(app, userId, id, preparation);
    await change(app, (change) => run(change, userId, id, preparation));
  } finally {
    await endPreparation(app.db, key, preparation);
  }
}

async function prepareTargets(app: App, userId: number, id: number, preparation: string): Promise<void> {
  const key = { user_id: userId, id };
  const inPieces = async <T>(work: (change: Change, campaign: LockedCampaign) => Promise<T>): Promise<T> => {
    await setImmediate();
    return change(app, async (change) => {
      const campaign = await lockCampaign(change.transaction, userId, id);
      const isMine = await keepPreparation(change.transaction, key, preparation);
      if (campaign === undefined || !isMine)
        throw new AppError('invalid_state', 'This campaign was changed meanwhile.');
      return work(change, campaign);
    });
  };
  // What an earlier start left behind when it broke off.
  while (await inPieces(({ transaction }) => deleteTargets(transaction, key)));
  let afterRecipientId: number | null = 0;
  while (afterRecipientId !== null) {
    const after: number = afterRecipientId;
    afterRecipientId = await inPieces(({ transaction }, { list_id }) =>
      list_id === null
        ? Promise.resolve(null)
        : insertTargets(transaction, key, { listId: list_id, afterRecipientId: after }),
    );
  }
}

async function run(change: Change, userId: number, id: number, preparation?: string): Promise<void> {
  const { transaction } = change;
  const campaign = await lockCampaign(transaction, userId, id);
  if (campaign === undefined) throw notFound('Campaign');
  if (preparation === undefined ? campaign.status !== 'paused' : campaign.preparation !== preparation) {
    throw new AppError('invalid_state', `A campaign that is ${campaign.status} cannot be started.`);
  }
  await employAccounts(transaction, userId, id);
  const { usable } = await countAccounts(transaction, campaign);
  if (usable === 0) {
    throw new AppError('invalid_state', 'No account of this campaign is switched on. Switch one on first.');
  }
  const running = await updateCampaign(transaction, campaign, {
    status: 'running',
    ...(campaign.started_at === null ? await firstStartColumns(change, campaign) : {}),
  });
  const message = campaign.started_at === null ? `${running.total_list} people to message.` : 'Resumed.';
  await writeLog(change, running, { action: 'started', message });
  announceStatus(change, running);
  await settleCampaign(change, running);
}

/** The template's text and the names, frozen as they are now. */
async function firstStartColumns({ transaction }: Change, campaign: LockedCampaign) {
  const total_list = await countTargets(transaction, campaign);
  if (total_list === 0) {
    throw new AppError('invalid_state', 'Nobody on this list is pending, so there is nobody to message.');
  }
  const current = await findCampaign(transaction, campaign.user_id, campaign.id);
  if (current === undefined) throw notFound('Campaign');
  const { template_name, template_content, list_name } = current;
  return { template_name, template_content, list_name, total_list, started_at: now };
}
