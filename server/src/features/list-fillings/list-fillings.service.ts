import { listNameMaxLength, listSourceMaxLength } from '@sandpiper/contract/limits';
import { listVariablesMax } from '@sandpiper/contract/list-variables';
import type { RecipientList } from '@sandpiper/contract/lists';
import { shortened } from '@sandpiper/contract/shortened';
import { recipientStatuses } from '@sandpiper/contract/recipients';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import type { App } from '../../platform/app-context.ts';
import { jobToEnd, startJob } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { findList, insertList, updateList } from '../../platform/database/lists.store.ts';
import type { List } from '../../platform/database/lists.store.ts';
import { AppError, fieldError, notFound } from '../../platform/http/app-error.ts';
import { getList } from '../lists/lists.service.ts';
import { findLastRecipient } from '../recipients/recipients.service.ts';
import { refuseWhileChanging } from '../variables/variables.service.ts';
import { fillingJob } from './list-filling-work.service.ts';
import type { FillingProgress } from './list-filling-work.service.ts';
import { countOnLists, insertFilling, listBeingFilled, lockLists } from './list-fillings.store.ts';
import type { FillingKind } from './list-fillings.store.ts';

/* Fills new or existing lists from other lists. The source lists don't change. */

/** A list of up to this many people is normally filled by the time the response is sent. */
const fewPeople = 1000;

export async function isBeingFilled(db: Database, userId: number, listId: number): Promise<boolean> {
  return (await listBeingFilled(db, userId, [listId])).length > 0;
}

/** Throws `invalid_state` if one of these lists is being filled. */
export async function refuseWhileFilling(db: Database, userId: number, listIds: readonly number[]): Promise<void> {
  const [name] = await listBeingFilled(db, userId, listIds);
  if (name !== undefined)
    throw new AppError('invalid_state', `The list "${name}" is still being filled. Try again later.`);
}

/** Locks lists that people are copied from, and returns them. Throws `invalid_state` while the variables of one are being changed. */
async function lockSources(transaction: Transaction, userId: number, ids: readonly number[]): Promise<List[]> {
  await lockLists(transaction, userId, ids);
  const sources: List[] = [];
  for (const id of ids) {
    const source = await findList(transaction, userId, id);
    if (source === undefined) throw notFound('List');
    await refuseWhileChanging(transaction, userId, id);
    sources.push(source);
  }
  return sources;
}

async function lockSource(transaction: Transaction, { userId, id }: OwnKey): Promise<List> {
  const [source] = await lockSources(transaction, userId, [id]);
  if (source === undefined) throw notFound('List');
  return source;
}

/** Creates a list that differs from another one only in its name and people. Returns its ID. */
async function insertLike(transaction: Transaction, userId: number, other: List, name: string): Promise<number> {
  const { description, source, variables } = other;
  const { id } = await insertList(transaction, userId, { name, description, source, variables });
  return id;
}

type Filling = {
  kind: FillingKind;
  targets: readonly number[];
  sources: readonly List[];
  statuses?: readonly RecipientStatus[];
  isAllPending?: boolean;
};

/** Starts filling lists. Returns how many people will be processed. */
async function beginFilling(change: Change, userId: number, filling: Filling): Promise<number> {
  const { kind, targets, sources, statuses = recipientStatuses, isAllPending = false } = filling;
  const { transaction } = change;
  const sourceIds = sources.map(({ id }) => id);
  await refuseWhileFilling(transaction, userId, [...targets, ...sourceIds]);
  const people = await countOnLists(transaction, userId, sourceIds, statuses);
  for (const [place, listId] of targets.entries()) {
    const total = Math.ceil((people - place) / targets.length);
    await insertFilling(transaction, userId, { listId, kind, total });
  }
  const ends = [];
  for (const id of sourceIds) ends.push({ id, last: await findLastRecipient(transaction, { userId, listId: id }) });
  const progress: FillingProgress = {
    targets: [...targets],
    sources: ends,
    statuses: [...statuses],
    isAllPending,
    after: 0,
    position: 0,
  };
  await startJob(change, { userId, kind: fillingJob, subjectId: targets[0] ?? 0 }, progress);
  return people;
}

/** Returns the lists. If only a few people will be copied, first waits up to three seconds for the copying to finish. */
async function answerOf(
  app: App,
  userId: number,
  { ids, people }: { ids: readonly number[]; people: number },
): Promise<RecipientList[]> {
  const job = { userId, kind: fillingJob, subjectId: ids[0] ?? 0 };
  if (people <= fewPeople) await jobToEnd(app, job);
  const lists = [];
  for (const id of ids) lists.push(await getList(app, { userId, id }));
  return lists;
}

async function oneOf(app: App, userId: number, begun: { id: number; people: number }): Promise<RecipientList> {
  const [list] = await answerOf(app, userId, { ids: [begun.id], people: begun.people });
  if (list === undefined) throw notFound('List');
  return list;
}

export async function copyList(app: App, own: OwnKey, { name }: { name: string }): Promise<RecipientList> {
  const { userId } = own;
  const begun = await change(app, async (change) => {
    const from = await lockSource(change.transaction, own);
    const id = await insertLike(change.transaction, userId, from, name);
    return { id, people: await beginFilling(change, userId, { kind: 'copy', targets: [id], sources: [from] }) };
  });
  return oneOf(app, userId, begun);
}

type Merge = { list_ids: readonly number[]; name?: string | undefined };

export async function mergeLists(app: App, own: OwnKey, { list_ids, name }: Merge): Promise<RecipientList> {
  const { userId, id: ownId } = own;
  const begun = await change(app, async (change) => {
    const { transaction } = change;
    const all = await lockSources(transaction, userId, [...new Set([ownId, ...list_ids])]);
    const others = all.filter(({ id }) => id !== ownId);
    if (others.length === 0) throw fieldError('list_ids', 'Choose a list other than this one');
    const variables = [...new Set(all.flatMap((list) => list.variables))];
    if (variables.length > listVariablesMax) {
      const text = `Together, these lists have ${variables.length} variables. A list can have up to ${listVariablesMax}.`;
      throw fieldError('list_ids', text);
    }
    if (name === undefined) {
      await updateList(transaction, userId, ownId, { variables });
      const people = await beginFilling(change, userId, { kind: 'merge', targets: [ownId], sources: others });
      return { id: ownId, people };
    }
    const list = { name, description: null, source: sourcesOf(all), variables };
    const { id } = await insertList(transaction, userId, list);
    return { id, people: await beginFilling(change, userId, { kind: 'merge', targets: [id], sources: all }) };
  });
  return oneOf(app, userId, begun);
}

/** Combines the source descriptions of several lists into one. */
function sourcesOf(lists: readonly List[]): string | null {
  const sources = new Set(lists.flatMap(({ source }) => source ?? []));
  return sources.size === 0 ? null : shortened([...sources].join('; '), listSourceMaxLength);
}

/** Splits a list. Assigns people to the new lists in turn, so that the parts are similar no matter how the list was sorted. */
export async function splitList(app: App, own: OwnKey, { parts }: { parts: number }): Promise<RecipientList[]> {
  const { userId } = own;
  const begun = await change(app, async (change) => {
    const { transaction } = change;
    const from = await lockSource(transaction, own);
    const there = await countOnLists(transaction, userId, [from.id], recipientStatuses);
    if (there < parts) throw new AppError('invalid_state', `This list has fewer than ${parts} people.`);
    const ids: number[] = [];
    for (let part = 1; part <= parts; part += 1) {
      const ending = ` ${part}/${parts}`;
      const name = `${shortened(from.name, listNameMaxLength - ending.length)}${ending}`;
      ids.push(await insertLike(transaction, userId, from, name));
    }
    return { ids, people: await beginFilling(change, userId, { kind: 'split', targets: ids, sources: [from] }) };
  });
  return answerOf(app, userId, begun);
}

type NotReached = { name: string; include_failed: boolean };

/**
 * Creates a list of the pending people and, if requested, the people whose message failed. Everyone is pending on the new list. Leaves out
 * people who are being messaged, and people whose message failed but who may have received a message after all.
 */
export async function listNotReached(
  app: App,
  own: OwnKey,
  { name, include_failed }: NotReached,
): Promise<RecipientList> {
  const { userId } = own;
  const begun = await change(app, async (change) => {
    const from = await lockSource(change.transaction, own);
    const statuses: RecipientStatus[] = include_failed ? ['pending', 'failed'] : ['pending'];
    if ((await countOnLists(change.transaction, userId, [from.id], statuses)) === 0) {
      const rest = include_failed ? ', and no message failed' : '';
      throw new AppError('invalid_state', `No one on this list is waiting for a message${rest}.`);
    }
    const id = await insertLike(change.transaction, userId, from, name);
    const filling = { kind: 'not_reached', targets: [id], sources: [from], statuses, isAllPending: true } as const;
    return { id, people: await beginFilling(change, userId, filling) };
  });
  return oneOf(app, userId, begun);
}
