import type { RecipientList } from '@sandpiper/contract/lists';
import type { App } from '../../platform/app-context.ts';
import { deletionMs, handleJobs, jobToEnd, startJob } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { batchSize } from '../../platform/batches.ts';
import { change } from '../../platform/change.ts';
import { hasJob } from '../../platform/database/background-jobs.store.ts';
import type { Database } from '../../platform/database/database.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { insertList, lockList, updateList } from '../../platform/database/lists.store.ts';
import { findUnfinishedCampaign } from '../../platform/database/unfinished-campaigns.store.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { withdrawRecipients } from '../deliveries/withdrawal.service.ts';
import { stopFillingsFrom } from '../list-fillings/list-filling-work.service.ts';
import { noteEvents } from '../person-events/person-events.service.ts';
import { lockCampaignsReaching, removalOf } from '../recipients/recipient-removal.service.ts';
import { deleteFirstRecipients, deleteList, findListWithCounts, listFirstRecipients } from './lists.store.ts';

type ListInput = {
  name: string;
  description?: string | null | undefined;
  source?: string | null | undefined;
};
type ListChanges = Omit<ListInput, 'name'> & { name?: string | undefined };

/** How many recipients are deleted per batch. Between batches, the server handles other requests. */
const recipientsPerBatch = { embedded: 300, server: 500 };

export async function getList(app: App, { userId, id }: OwnKey): Promise<RecipientList> {
  const list = await findListWithCounts(app.db, userId, id);
  if (list === undefined) throw notFound('List');
  return list;
}

export async function createList(
  app: App,
  userId: number,
  { name, description, source }: ListInput,
): Promise<RecipientList> {
  const texts = { description: emptyAsNull(description) ?? null, source: emptyAsNull(source) ?? null };
  const list = await insertList(app.db, userId, { name, ...texts });
  return {
    ...list,
    recipient_count: 0,
    pending_count: 0,
    sent_count: 0,
    failed_count: 0,
    not_found_count: 0,
    filling: null,
  };
}

/** Changes a list. Omitted fields keep their values. */
export async function changeList(app: App, own: OwnKey, input: ListChanges): Promise<RecipientList> {
  const { userId, id } = own;
  const { name, description, source } = input;
  const values = { name, description: emptyAsNull(description), source: emptyAsNull(source) };
  if (!(await updateList(app.db, userId, id, values))) throw notFound('List');
  return getList(app, own);
}

const deletionJobs = 'list-deletion';

/**
 * Deletes a list and its recipients, unless an unfinished campaign uses the list. A large list is deleted in batches. Each batch repeats
 * the check, so the deletion stops if someone creates a campaign before the next batch. The error then says how many people are left. If
 * the deletion takes a long time, or the server stops midway, throws an error that says that the rest will be deleted in the background.
 */
export async function removeList(app: App, { userId, id }: OwnKey): Promise<void> {
  const job = { userId, kind: deletionJobs, subjectId: id };
  const people = await change(app, async (change) => {
    // The job is locked before the list, in the same order as in a batch. Otherwise, a repeated request could cause a deadlock.
    await startJob(change, job, {});
    if ((await lockList(change.transaction, userId, id)) === undefined) throw notFound('List');
    const campaign = await findUnfinishedCampaign(change.transaction, userId, { list_id: id });
    if (campaign !== undefined) throw new AppError('invalid_state', inUseText(campaign.name));
    return (await findListWithCounts(change.transaction, userId, id))?.recipient_count ?? 0;
  });
  await jobToEnd(app, job, deletionMs);
  const list = await findListWithCounts(app.db, userId, id);
  if (list === undefined) return;
  const campaign = await findUnfinishedCampaign(app.db, userId, { list_id: id });
  if (campaign === undefined)
    throw new AppError('invalid_state', 'The rest of this list will be deleted in the background.');
  const left = list.recipient_count;
  throw new AppError('invalid_state', inUseText(campaign.name) + (left < people ? leftText(left, people) : ''));
}

export function isBeingDeleted(db: Database, { userId, id }: OwnKey): Promise<boolean> {
  return hasJob(db, { userId, kind: deletionJobs, subjectId: id });
}

export function handleListDeletions(app: App): void {
  handleJobs(app, deletionJobs, deleteNextRecipients);
}

/**
 * Deletes the next batch of a list's recipients. Withdraws them from campaigns that were stopped before reaching them, so that these
 * campaigns don't offer to continue with people who no longer exist. If none are left, deletes the list.
 */
const deleteNextRecipients: DoPiece = async (change, { job: { userId, subjectId: id }, progress }) => {
  const { app, transaction } = change;
  const batch = { userId, listId: id, limit: batchSize(app, recipientsPerBatch) };
  const recipientIds = await listFirstRecipients(transaction, batch);
  // To avoid deadlocks, campaigns are always locked before lists and people.
  const campaigns = await lockCampaignsReaching(change, userId, recipientIds);
  if ((await lockList(transaction, userId, id)) === undefined) return 'done';
  if ((await findUnfinishedCampaign(transaction, userId, { list_id: id })) !== undefined) return 'done';
  await stopFillingsFrom(transaction, userId, id);
  for (const campaign of campaigns) await withdrawRecipients({ change, campaign }, recipientIds);
  const removed = await deleteFirstRecipients(transaction, { ...batch, lastId: recipientIds.at(-1) });
  await noteEvents(transaction, userId, removed.map(removalOf));
  // A batch can be short, because someone may have just removed a person from the list.
  if (recipientIds.length + removed.length > 0) return { progress };
  await deleteList(transaction, userId, id);
  return 'done';
};

function inUseText(campaign: string): string {
  return `The campaign "${campaign}" uses this list and hasn't finished. Stop or delete the campaign first.`;
}

function leftText(left: number, before: number): string {
  const [some, all] = [left, before].map((people) => people.toLocaleString('en'));
  return ` The campaign was created while the list was being deleted, so only ${some} of the list's ${all} people are left.`;
}

function emptyAsNull(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text;
}
