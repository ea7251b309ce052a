import type { RecipientList } from '@sandpiper/contract/lists';
import type { App } from '../../platform/app-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { stopFillingsFrom } from '../list-fillings/list-filling-work.service.ts';
import { noteEvents } from '../person-events/person-events.service.ts';
import { removalOf } from '../recipients/recipient-removal.service.ts';
import {
  deleteList,
  deleteSomeRecipients,
  findList,
  findUnfinishedCampaignOfList,
  insertList,
  lockList,
  updateList,
} from './lists.store.ts';

type OwnList = { userId: number; id: number };
type ListInput = {
  name: string;
  description?: string | null | undefined;
  source?: string | null | undefined;
};
type ListChanges = Omit<ListInput, 'name'> & { name?: string | undefined };

/** How many recipients are deleted per batch. A batch takes a few milliseconds. Between batches, the server handles other requests. */
const recipientsPerBatch = 500;

export async function getList(app: App, { userId, id }: OwnList): Promise<RecipientList> {
  const list = await findList(app.db, userId, id);
  if (list === undefined) throw notFound('List');
  return list;
}

export async function createList(
  app: App,
  userId: number,
  { name, description, source }: ListInput,
): Promise<RecipientList> {
  const texts = { description: emptyAsNull(description), source: emptyAsNull(source) };
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
export async function changeList(app: App, own: OwnList, input: ListChanges): Promise<RecipientList> {
  const { userId, id } = own;
  const { name, description, source } = input;
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: emptyAsNull(description) }),
    ...(source === undefined ? {} : { source: emptyAsNull(source) }),
  };
  if (!(await updateList(app.db, userId, id, values))) throw notFound('List');
  return getList(app, own);
}

/**
 * Deletes a list and its recipients, unless an unfinished campaign uses the list. A large list is deleted in batches. Each batch repeats
 * the check, so the deletion stops if someone creates a campaign before the next batch. The error then says how many people are left.
 */
export async function removeList(app: App, own: OwnList): Promise<void> {
  let removed = 0;
  while (!(await removeBatch(app, own, removed))) removed += recipientsPerBatch;
}

function removeBatch(app: App, { userId, id }: OwnList, removedBefore: number): Promise<boolean> {
  return transact(app.db, async (transaction) => {
    if (!(await lockList(transaction, userId, id))) throw notFound('List');
    const campaign = await findUnfinishedCampaignOfList(transaction, userId, id);
    if (campaign !== undefined) {
      const text = `The campaign "${campaign.name}" uses this list and hasn't finished. Stop or delete the campaign first.`;
      const left = removedBefore === 0 ? '' : ` ${await leftText(transaction, { userId, id }, removedBefore)}`;
      throw new AppError('invalid_state', text + left);
    }
    await stopFillingsFrom(transaction, userId, id);
    const piece = { userId, listId: id, limit: recipientsPerBatch };
    const removed = await deleteSomeRecipients(transaction, piece);
    await noteEvents(transaction, userId, removed.map(removalOf));
    if (removed.length === recipientsPerBatch) return false;
    await deleteList(transaction, userId, id);
    return true;
  });
}

async function leftText(transaction: Transaction, { userId, id }: OwnList, removed: number): Promise<string> {
  const left = (await findList(transaction, userId, id))?.recipient_count ?? 0;
  const [some, all] = [left, left + removed].map((people) => people.toLocaleString('en'));
  return `It was created while the list was being deleted, so only ${some} of the list's ${all} people are left.`;
}

function emptyAsNull(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
