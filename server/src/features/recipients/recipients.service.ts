import type { FoundPage } from '@sandpiper/contract/primitives';
import type { Recipient, RecipientStatus } from '@sandpiper/contract/recipients';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { findList } from '../../platform/database/lists.store.ts';
import { lockPeopleShared } from '../../platform/database/people-lock.ts';
import { isForeignKeyViolation } from '../../platform/database/postgres-errors.ts';
import { transact } from '../../platform/database/transact.ts';
import { nameTaken, notFound } from '../../platform/http/app-error.ts';
import { boundsOf, pageOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { relinkRecipients } from '../deliveries/withdrawal.service.ts';
import { linkReturningPeople } from '../people/people.service.ts';
import { noteEvents } from '../person-events/person-events.service.ts';
import {
  countFound,
  countRecipients,
  findLastRecipient,
  insertRecipient,
  listRecipients,
  listRecipientsWithLists,
  matchingRecipients,
  updateRecipientStatus,
} from './recipients.store.ts';
import type { RecipientFilter, WantedPage } from './recipients.store.ts';

export { countRecipients, findLastRecipient, matchingRecipients };

type Query = PageRequest & RecipientFilter;

export async function recipientsOfList(app: App, { userId, id }: OwnKey, query: Omit<Query, 'listId'>) {
  if ((await findList(app.db, userId, id)) === undefined) throw notFound('List');
  return pageOfRecipients(app, userId, { ...query, listId: id }, listRecipients);
}

export function recipientsOfAllLists(app: App, userId: number, query: Query) {
  return pageOfRecipients(app, userId, query, listRecipientsWithLists);
}

async function pageOfRecipients<Row>(
  app: App,
  userId: number,
  { listId, status, search, ...page }: Query,
  list: (db: Database, userId: number, filter: RecipientFilter, wanted: WantedPage) => Promise<Row[]>,
) {
  const filter = { listId, status, search };
  const { total, isMore } = await countFound(app.db, userId, filter);
  const recipients = await list(app.db, userId, filter, { ...boundsOf(page), total, isMore });
  const pagination: FoundPage = { ...pageOf(page, total), ...(isMore && { is_more: true }) };
  return { recipients, pagination };
}

export async function addRecipient(
  app: App,
  userId: number,
  person: { listId: number; recipient: string; status: RecipientStatus },
): Promise<Recipient> {
  const added = await change(app, async ({ transaction }) => {
    await lockPeopleShared(transaction, userId);
    const recipient = await insertRecipient(transaction, userId, person);
    await linkReturningPeople(app, transaction, { userId, usernames: [person.recipient] });
    await relinkRecipients(transaction, userId, [{ list_id: person.listId, recipient: person.recipient }]);
    return recipient;
  }).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? notFound('List') : error;
  });
  if (added !== undefined) return added;
  throw nameTaken('recipient', `${person.recipient} is already on this list.`);
}

export async function setRecipientStatus(app: App, { userId, id }: OwnKey, status: RecipientStatus) {
  return transact(app.db, async (transaction) => {
    const updated = await updateRecipientStatus(transaction, userId, id, status);
    if (updated === undefined) throw notFound('Recipient');
    const { previous_status, list_id, person_id, ...recipient } = updated;
    if (previous_status !== status) {
      await noteEvents(transaction, userId, [{ person_id, type: 'status_changed', list_id, recipient_status: status }]);
    }
    return { recipient, previous_status };
  });
}
