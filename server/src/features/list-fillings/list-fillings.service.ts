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
import type { Database } from '../../platform/database/database.ts';
import { findList, insertList, updateList } from '../../platform/database/lists.store.ts';
import type { List } from '../../platform/database/lists.store.ts';
import { AppError, fieldError, notFound } from '../../platform/http/app-error.ts';
import { getList } from '../lists/lists.service.ts';
import { refuseWhileChanging } from '../variables/variables.service.ts';
import { fillingJob } from './list-filling-work.service.ts';
import type { FillingProgress } from './list-filling-work.service.ts';
import { countOnLists, findLastRecipient, insertFilling, listBeingFilled, lockLists } from './list-fillings.store.ts';
import type { FillingKind } from './list-fillings.store.ts';

/* Fills new or existing lists from other lists. The source lists don't change. */

type Own = { userId: number; id: number };

/** A list of up to this many people is normally filled by the time the response is sent. */
const fewPeople = 1000;
const answerWithinMs = 3000;

export async function isBeingFilled(db: Database, userId: number, listId: number): Promise<boolean> {
  return (await listBeingFilled(db, userId, [listId])).length > 0;
}

/** Throws `invalid_state` if one of these lists is being filled. */
export async function refuseWhileFilling(db: Database, userId: number, listIds: readonly number[]): Promise<void> {
  const [name] = await listBeingFilled(db, userId, listIds);
  if (name !== undefined)
    throw new AppError('invalid_state', `The list "${name}" is still being filled. Try again later.`);
}

/** Locks a list that people are copied from. Throws `invalid_state` while its variables are being changed. */
async function sourceOf(change: Change, own: Own): Promise<List> {
  await lockLists(change.transaction, own.userId, [own.id]);
  return lockedSource(change, own);
}

async function lockedSource({ transaction }: Change, { userId, id }: Own): Promise<List> {
  const source = await findList(transaction, userId, id);
  if (source === undefined) throw notFound('List');
  await refuseWhileChanging(transaction, userId, id);
  return source;
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
  const people = await countOnLists(transaction, userId, sourceIds, [...statuses]);
  for (const [place, listId] of targets.entries()) {
    const total = Math.ceil((people - place) / targets.length);
    await insertFilling(transaction, userId, { listId, kind, total });
  }
  const ends = [];
  for (const id of sourceIds) ends.push({ id, last: await findLastRecipient(transaction, userId, id) });
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
  if (people <= fewPeople) await jobToEnd(app, job, answerWithinMs);
  const lists = [];
  for (const id of ids) lists.push(await getList(app, { userId, id }));
  return lists;
}

async function oneOf(app: App, userId: number, begun: { id: number; people: number }): Promise<RecipientList> {
  const [list] = await answerOf(app, userId, { ids: [begun.id], people: begun.people });
  if (list === undefined) throw notFound('List');
  return list;
}

export async function copyList(app: App, own: Own, { name }: { name: string }): Promise<RecipientList> {
  const { userId } = own;
  const begun = await change(app, async (change) => {
    const { description, source, variables, ...from } = await sourceOf(change, own);
    const { id } = await insertList(change.transaction, userId, { name, description, source, variables });
    const sources = [{ ...from, description, source, variables }];
    return { id, people: await beginFilling(change, userId, { kind: 'copy', targets: [id], sources }) };
  });
  return oneOf(app, userId, begun);
}

type Merge = { list_ids: readonly number[]; name?: string | undefined };

export async function mergeLists(app: App, own: Own, { list_ids, name }: Merge): Promise<RecipientList> {
  const { userId, id: ownId } = own;
  const begun = await change(app, async (change) => {
    const { transaction } = change;
    const ids = [...new Set([ownId, ...list_ids])];
    await lockLists(transaction, userId, ids);
    const all: List[] = [];
    for (const id of ids) all.push(await lockedSource(change, { userId, id }));
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
export async function splitList(app: App, own: Own, { parts }: { parts: number }): Promise<RecipientList[]> {
  const { userId } = own;
  const begun = await change(app, async (change) => {
    const { transaction } = change;
    const from = await sourceOf(change, own);
    const there = await countOnLists(transaction, userId, [from.id], [...recipientStatuses]);
    if (there < parts) throw new AppError('invalid_state', `This list has fewer than ${parts} people.`);
    const { description, source, variables } = from;
    const ids: number[] = [];
    for (let part = 1; part <= parts; part += 1) {
      const ending = ` ${part}/${parts}`;
      const name = `${shortened(from.name, listNameMaxLength - ending.length)}${ending}`;
      const { id } = await insertList(transaction, userId, { name, description, source, variables });
      ids.push(id);
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
export async function listNotReached(app: App, own: Own, { name, include_failed }: NotReached): Promise<RecipientList> {
  const { userId } = own;
  const begun = await change(app, async (change) => {
    const from = await sourceOf(change, own);
    const statuses: RecipientStatus[] = include_failed ? ['pending', 'failed'] : ['pending'];
    if ((await countOnLists(change.transaction, userId, [from.id], statuses)) === 0) {
      const rest = include_failed ? ', and no message failed' : '';
      throw new AppError('invalid_state', `No one on this list is waiting for a message${rest}.`);
    }
    const { description, source, variables } = from;
    const { id } = await insertList(change.transaction, userId, { name, description, source, variables });
    const filling = { kind: 'not_reached', targets: [id], sources: [from], statuses, isAllPending: true } as const;
    return { id, people: await beginFilling(change, userId, filling) };
  });
  return oneOf(app, userId, begun);
}
