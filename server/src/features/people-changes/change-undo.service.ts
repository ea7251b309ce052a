import type { NotPutBackReason } from '@sandpiper/contract/people-changes';
import type { Change } from '../../platform/change.ts';
import { lockPeopleShared } from '../../platform/database/people-lock.ts';
import { applyNewOutcomes, relinkRecipients } from '../deliveries/withdrawal.service.ts';
import { unmarkPeople } from '../do-not-contact/do-not-contact.service.ts';
import { lockCampaignsReaching, removeLockedRecipients } from '../recipients/recipient-removal.service.ts';
import type { Item } from './change-items.store.ts';
import { noteStatuses, noteTaggings } from './change-events.service.ts';
import { listExisting, listUntouched, putBack, setStatusesBack } from './change-lists.store.ts';
import type { Removed } from './change-lists.store.ts';
import { deleteTaggings, holdTag, insertTaggings } from './change-tags.store.ts';
import type { LockedChange } from './people-changes.store.ts';

/* Undoes each kind of change. Skips people who have been changed again since. */

type Work = { change: Change; row: LockedChange; items: readonly Item[] };
/** For each item ID, why the item couldn't be undone, or null if it was undone. */
export type Fates = ReadonlyMap<number, NotPutBackReason | null>;

export function undoItems(work: Work): Promise<Fates> {
  switch (work.row.type) {
    case 'tag':
      return untagAgain(work);
    case 'untag':
      return tagAgain(work);
    case 'add_to_list':
      return removeAgain(work);
    case 'remove_from_list':
      return addAgain(work);
    case 'set_status':
      return setStatusAgain(work);
    case 'do_not_contact':
      return allowAgain(work);
  }
}

function fatesOf(items: readonly Item[], fateOf: (item: Item) => NotPutBackReason | null): Fates {
  return new Map(items.map((item) => [item.id, fateOf(item)]));
}

function taggingOf({ row, items }: Work) {
  return { userId: row.user_id, tagId: row.tag_id ?? 0, personIds: items.map(({ person_id }) => person_id) };
}

async function untagAgain(work: Work): Promise<Fates> {
  const tagging = taggingOf(work);
  const untagged = new Set(await deleteTaggings(work.change.transaction, tagging));
  await noteTaggings(work.change.transaction, 'untagged', { ...tagging, personIds: [...untagged] });
  return fatesOf(work.items, ({ person_id }) => (untagged.has(person_id) ? null : 'changed_since'));
}

async function tagAgain(work: Work): Promise<Fates> {
  const { change, row, items } = work;
  if (!(await holdTag(change.transaction, row.user_id, row.tag_id ?? 0))) return fatesOf(items, () => 'gone');
  const tagging = taggingOf(work);
  const tagged = new Set(await insertTaggings(change.transaction, tagging, Number.MAX_SAFE_INTEGER));
  await noteTaggings(change.transaction, 'tagged', { ...tagging, personIds: [...tagged] });
  return fatesOf(items, ({ person_id }) => (tagged.has(person_id) ? null : 'changed_since'));
}

const recipientIdsOf = (items: readonly Item[]) => items.flatMap(({ recipient_id }) => recipient_id ?? []);

/** Removes the people that the change added, unless a campaign has reached them or their status has changed since. */
async function removeAgain({ change, row, items }: Work): Promise<Fates> {
  const added = recipientIdsOf(items);
  // While these campaigns are locked, they can't reach anyone.
  const campaigns = await lockCampaignsReaching(change, row.user_id, added);
  const found = await listUntouched(change.transaction, row.user_id, added);
  const ids = found.flatMap(({ id, is_untouched }) => (is_untouched ? [id] : []));
  const { removed } = await removeLockedRecipients(change, row.user_id, { ids, campaigns });
  const gone = new Set(removed.map(({ id }) => id));
  const existing = new Set(found.map(({ id }) => id));
  return fatesOf(items, ({ recipient_id }) => {
    if (recipient_id !== null && gone.has(recipient_id)) return null;
    return recipient_id !== null && existing.has(recipient_id) ? 'changed_since' : 'gone';
  });
}

async function addAgain({ change, row, items }: Work): Promise<Fates> {
  const { transaction } = change;
  await lockPeopleShared(transaction, row.user_id);
  const listIds = items.flatMap(({ list_id }) => list_id ?? []);
  const lists = await listExisting(transaction, row.user_id, { table: 'lists', ids: listIds });
  const removed = items.flatMap((item): Removed[] => {
    const { list_id, username, recipient_status, variables, import_id, added_at } = item;
    if (list_id === null || recipient_status === null || added_at === null) return [];
    return [{ list_id, username, recipient_status, variables, import_id, added_at }];
  });
  const added = await putBack(transaction, row.user_id, removed);
  // Relink first. From then on, the transaction locks the deliveries, so no outcome is missed.
  await relinkRecipients(transaction, row.user_id, added);
  const places = new Map(added.map(({ id, list_id, recipient }) => [`${list_id} ${recipient}`, id]));
  const recipients = items.flatMap(({ list_id, username, delivery_statuses: statuses }) => {
    const id = places.get(`${list_id} ${username}`);
    return id === undefined ? [] : [{ id, statuses }];
  });
  await applyNewOutcomes(transaction, row.user_id, recipients);
  return fatesOf(items, ({ list_id, username }) => {
    if (places.has(`${list_id} ${username}`)) return null;
    return list_id !== null && lists.has(list_id) ? 'changed_since' : 'gone';
  });
}

async function setStatusAgain({ change, row, items }: Work): Promise<Fates> {
  const to = items.flatMap(({ recipient_id: id, recipient_status: status, delivery_statuses: statuses }) =>
    id === null || status === null ? [] : [{ id, status, statuses }],
  );
  const from = row.recipient_status ?? 'pending';
  const back = new Set(await setStatusesBack(change.transaction, row.user_id, { from, to }));
  const changed = items.flatMap(({ recipient_id, person_id, list_id, recipient_status: status }) =>
    recipient_id === null || list_id === null || status === null || !back.has(recipient_id)
      ? []
      : [{ person_id, list_id, status }],
  );
  await noteStatuses(change.transaction, row.user_id, changed);
  const ids = recipientIdsOf(items);
  const existing = await listExisting(change.transaction, row.user_id, { table: 'recipients', ids });
  return fatesOf(items, ({ recipient_id }) => {
    if (recipient_id !== null && back.has(recipient_id)) return null;
    return recipient_id !== null && existing.has(recipient_id) ? 'changed_since' : 'gone';
  });
}

const undoReason = 'The change that added this person was undone.';

async function allowAgain({ change, row, items }: Work): Promise<Fates> {
  const people = items.map(({ username }) => username);
  const unmarked = await unmarkPeople(change, row.user_id, { people, changeId: row.id, reason: undoReason });
  const allowed = new Set(unmarked);
  return fatesOf(items, ({ username }) => (allowed.has(username) ? null : 'changed_since'));
}
