import { listVariablesMax } from '@sandpiper/contract/list-variables';
import { tagsOfPersonMax } from '@sandpiper/contract/limits';
import type { LeftOutReason } from '@sandpiper/contract/people-changes';
import type { Change } from '../../platform/change.ts';
import { findList, holdList } from '../../platform/database/lists.store.ts';
import { lockPeopleShared } from '../../platform/database/people-lock.ts';
import { listDeliveryStatuses, relinkRecipients } from '../deliveries/withdrawal.service.ts';
import { markKnownPeople } from '../do-not-contact/do-not-contact.service.ts';
import { removeRecipients } from '../recipients/recipient-removal.service.ts';
import type { NewItem } from './change-items.store.ts';
import { noteStatuses, noteTaggings } from './change-events.service.ts';
import { addToList, addVariables, listPlaces, setStatuses } from './change-lists.store.ts';
import type { Place } from './change-lists.store.ts';
import type { Met } from './change-scope.store.ts';
import { deleteTaggings, holdTag, insertTaggings, listTagged } from './change-tags.store.ts';
import type { LockedChange } from './people-changes.store.ts';

/* Applies each kind of change to the next batch of people in its scope. */

export type Outcome = {
  /** What was done to each person. Undoing the change needs this data. */
  items: NewItem[];
  leftOut: ReadonlyMap<number, LeftOutReason>;
  withdrawn?: number;
  /** The IDs of people who may be getting a message right now. */
  inFlight?: number[];
};
type Work = { change: Change; row: LockedChange; people: readonly Met[] };

export function applyChange(work: Work): Promise<Outcome> {
  switch (work.row.type) {
    case 'tag':
      return tagPeople(work);
    case 'untag':
      return untagPeople(work);
    case 'add_to_list':
      return addPeopleToList(work);
    case 'remove_from_list':
      return removeFromLists(work);
    case 'set_status':
      return setStatusOfPeople(work);
    case 'do_not_contact':
      return markPeople(work);
  }
}

const idsOf = (people: readonly Met[]) => people.map(({ person_id }) => person_id);
const namesOf = (people: readonly Met[]) => people.map(({ username }) => username);

/** Builds the outcome. People without an item are counted as left out for the given reason. */
function outcomeOf(
  people: readonly Met[],
  items: NewItem[],
  reasonOf: LeftOutReason | ((person: Met) => LeftOutReason),
): Outcome {
  const changed = new Set(items.map((item) => item.person_id));
  const leftOut = new Map<number, LeftOutReason>();
  for (const person of people) {
    if (changed.has(person.person_id)) continue;
    leftOut.set(person.person_id, typeof reasonOf === 'string' ? reasonOf : reasonOf(person));
  }
  return { items, leftOut };
}

async function tagPeople({ change: { transaction }, row, people }: Work): Promise<Outcome> {
  const tagId = row.tag_id ?? 0;
  if (!(await holdTag(transaction, row.user_id, tagId))) return outcomeOf(people, [], 'gone');
  const tagging = { userId: row.user_id, tagId, personIds: idsOf(people) };
  const before = new Set(await listTagged(transaction, tagging));
  const tagged = await insertTaggings(transaction, tagging, tagsOfPersonMax);
  const items = tagged.map((person_id) => ({ person_id }));
  await noteTaggings(transaction, 'tagged', { ...tagging, personIds: tagged });
  return outcomeOf(people, items, ({ person_id }) => (before.has(person_id) ? 'already_so' : 'too_many_tags'));
}

async function untagPeople({ change: { transaction }, row, people }: Work): Promise<Outcome> {
  const tagging = { userId: row.user_id, tagId: row.tag_id ?? 0, personIds: idsOf(people) };
  const untagged = await deleteTaggings(transaction, tagging);
  await noteTaggings(transaction, 'untagged', { ...tagging, personIds: untagged });
  return outcomeOf(
    people,
    untagged.map((person_id) => ({ person_id })),
    'already_so',
  );
}

async function addPeopleToList({ change: { transaction }, row, people }: Work): Promise<Outcome> {
  const { user_id: userId, scope_list_id: fromListId } = row;
  const listId = row.list_id ?? 0;
  if ((await holdList(transaction, userId, listId)) === undefined) return outcomeOf(people, [], 'gone');
  const from = fromListId === null ? undefined : await findList(transaction, userId, fromListId);
  if (from !== undefined && from.variables.length > 0) {
    await addVariables(transaction, userId, { listId, variables: from.variables, most: listVariablesMax });
  }
  // Keep people from being forgotten while their names are being added to the list.
  await lockPeopleShared(transaction, userId);
  const added = await addToList(transaction, userId, { listId, usernames: namesOf(people), fromListId });
  await relinkRecipients(
    transaction,
    userId,
    added.map(({ recipient }) => ({ list_id: listId, recipient })),
  );
  const ids = new Map(added.map(({ id, recipient }) => [recipient, id]));
  const items = people.flatMap(({ person_id, username }) => {
    const recipientId = ids.get(username);
    return recipientId === undefined ? [] : [{ person_id, list_id: listId, recipient_id: recipientId }];
  });
  return outcomeOf(people, items, 'already_so');
}

/** Returns these people's entries on the lists that the change affects. */
function placesOf({ change: { transaction }, row, people }: Work): Promise<Place[]> {
  return listPlaces(transaction, { userId: row.user_id, usernames: namesOf(people), listId: row.list_id });
}

function peopleNamed(ids: ReadonlyMap<string, number>, usernames: readonly string[]): number[] {
  return usernames.flatMap((username) => ids.get(username) ?? []);
}

const personIdsOf = (people: readonly Met[]) => new Map(people.map(({ username, person_id }) => [username, person_id]));

async function removeFromLists(work: Work): Promise<Outcome> {
  const { change, row, people } = work;
  const places = await placesOf(work);
  const recipientIds = places.map(({ id }) => id);
  const statuses = await listDeliveryStatuses(change.transaction, { userId: row.user_id, recipientIds });
  const { removed, withdrawn, inFlight } = await removeRecipients(change, row.user_id, recipientIds);
  const ids = personIdsOf(people);
  const items = removed.map((recipient) => ({
    person_id: ids.get(recipient.recipient) ?? 0,
    list_id: recipient.list_id,
    recipient_status: recipient.status,
    variables: Object.keys(recipient.variables).length === 0 ? null : JSON.stringify(recipient.variables),
    import_id: recipient.import_id,
    added_at: recipient.created_at,
    delivery_statuses: statuses.get(recipient.id) ?? null,
  }));
  return { ...outcomeOf(people, items, 'not_on_list'), withdrawn, inFlight: peopleNamed(ids, inFlight) };
}

async function setStatusOfPeople(work: Work): Promise<Outcome> {
  const { change, row, people } = work;
  const places = await placesOf(work);
  const status = row.recipient_status ?? 'pending';
  const listed = new Set(places.map(({ recipient }) => recipient));
  const changed = await setStatuses(change.transaction, {
    userId: row.user_id,
    ids: places.map(({ id }) => id),
    status,
  });
  const statuses = await listDeliveryStatuses(change.transaction, {
    userId: row.user_id,
    recipientIds: changed.map(({ id }) => id),
  });
  const ids = personIdsOf(people);
  await noteStatuses(
    change.transaction,
    row.user_id,
    changed.map(({ recipient, list_id }) => ({ person_id: ids.get(recipient) ?? null, list_id, status })),
  );
  const items = changed.map((place) => ({
    person_id: ids.get(place.recipient) ?? 0,
    list_id: place.list_id,
    recipient_id: place.id,
    recipient_status: place.status,
    delivery_statuses: statuses.get(place.id) ?? null,
  }));
  return outcomeOf(people, items, ({ username }) => (listed.has(username) ? 'already_so' : 'not_on_list'));
}

async function markPeople({ change, row, people }: Work): Promise<Outcome> {
  const { added, inFlight } = await markKnownPeople(change, row.user_id, {
    people: namesOf(people),
    reason: row.reason,
    changeId: row.id,
  });
  const ids = personIdsOf(people);
  const items = added.map((person) => ({ person_id: ids.get(person) ?? 0 }));
  return {
    ...outcomeOf(people, items, 'already_so'),
    inFlight: peopleNamed(ids, inFlight),
  };
}
