import type { Insertable } from 'kysely';
import { exactCountMax } from '@sandpiper/contract/limits';
import type { PeopleChangeInput, PeopleScope } from '@sandpiper/contract/people-changes';
import { normalizeUsername } from '@sandpiper/contract/usernames';
import type { App } from '../../platform/app-context.ts';
import { pauseIfEmbedded } from '../../platform/batches.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { PeopleChanges } from '../../platform/database/database.types.ts';
import { findList, holdList } from '../../platform/database/lists.store.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { countRecipients } from '../recipients/recipients.service.ts';
import { ensureTags, findTagByName } from '../tags/tags.service.ts';
import { refuseWhileChanging } from '../variables/variables.service.ts';
import {
  countFew,
  countNext,
  findLastId,
  listChosenPeople,
  listChosenRecipients,
  listFew,
} from './change-scope.store.ts';
import type { Scope } from './change-scope.store.ts';

/* Validates the requested change and looks up the people, lists and tags it refers to. */

export type Asked = {
  scope: Scope;
  list: { id: number; name: string } | null;
  /** How many of the chosen people don't exist. */
  missing: number;
};

export async function readScope(db: Database, userId: number, given: PeopleScope): Promise<Asked> {
  if ('people' in given) return { scope: { kind: 'people', filter: given.people }, list: null, missing: 0 };
  if ('usernames' in given) {
    const usernames = [...new Set(given.usernames.map(normalizeUsername))];
    const chosen = await listChosenPeople(db, userId, usernames);
    return { scope: { kind: 'usernames', chosen }, list: null, missing: usernames.length - chosen.length };
  }
  const list = await findList(db, userId, given.list_id);
  if (list === undefined) throw notFound('List');
  if ('filter' in given) return { scope: { kind: 'list', listId: list.id, filter: given.filter }, list, missing: 0 };
  const asked = [...new Set(given.recipient_ids)];
  const chosen = await listChosenRecipients(db, userId, list.id, asked);
  return { scope: { kind: 'recipients', listId: list.id, chosen }, list, missing: asked.length - chosen.length };
}

/** Counts the people a change would process. Large numbers are counted in steps, so that other requests are served in between. */
export async function countPeople(app: App, userId: number, scope: Scope): Promise<number> {
  if ('chosen' in scope) return scope.chosen.length;
  if (scope.kind === 'list' && (scope.filter.search ?? '') === '') {
    return countRecipients(app.db, userId, { listId: scope.listId, status: scope.filter.status });
  }
  const few = await countFew(app.db, userId, scope, exactCountMax);
  if (few !== null) return few;
  const lastId = await findLastId(app.db, userId, scope);
  let people = 0;
  for (let after: number | undefined = 0; after !== undefined;) {
    const next: Awaited<ReturnType<typeof countNext>> = await countNext(app.db, userId, scope, { after, last: lastId });
    people += next?.people ?? 0;
    after = next?.after;
    await pauseIfEmbedded(app);
  }
  return people;
}

/** A change to up to this many people is normally done by the time the response is sent. */
export const fewPeople = 500;

type Extent = { chosen: number[] | null; lastId: number; people: number };

/**
 * Determines who is in the scope when a change begins. If the people were chosen individually, or only a few match, lists their IDs. If
 * many match, records only the newest ID, as the upper limit.
 */
export async function extentOf(app: App, userId: number, scope: Scope): Promise<Extent> {
  const chosen = 'chosen' in scope ? [...scope.chosen] : await listFew(app.db, userId, scope, fewPeople);
  if (chosen !== null) return { chosen, lastId: chosen.at(-1) ?? 0, people: chosen.length };
  const lastId = await findLastId(app.db, userId, scope);
  return { chosen, lastId, people: await countPeople(app, userId, scope) };
}

type ChangeColumns = Pick<
  Insertable<PeopleChanges>,
  'type' | 'tag_id' | 'tag' | 'list_id' | 'list_name' | 'recipient_status' | 'reason'
>;

/** Looks up the tag and list of a change. If the change adds a tag that doesn't exist, creates the tag. */
export async function readChange(
  transaction: Transaction,
  userId: number,
  { list: ofScope }: Asked,
  given: PeopleChangeInput,
): Promise<ChangeColumns> {
  const { type } = given;
  if (type === 'tag' || type === 'untag') {
    if (type === 'tag') await ensureTags(transaction, userId, [given.tag]);
    const tag = await findTagByName(transaction, userId, given.tag);
    if (tag === undefined) throw notFound('Tag');
    return { type, tag_id: tag.id, tag: tag.name };
  }
  if (type === 'do_not_contact') return { type, reason: given.reason === '' ? null : (given.reason ?? null) };
  const listId = given.list_id ?? ofScope?.id;
  const list = listId === undefined ? null : await holdList(transaction, userId, listId);
  if (list === undefined) throw notFound('List');
  if (type === 'add_to_list') await holdVariables(transaction, userId, [list, ofScope]);
  const onList = { list_id: list?.id ?? null, list_name: list?.name ?? null };
  return type === 'set_status' ? { type, ...onList, recipient_status: given.status } : { type, ...onList };
}

/** Keeps these lists' variables as they are until the change has begun. Throws `invalid_state` if the variables are being changed. */
async function holdVariables(transaction: Transaction, userId: number, lists: readonly Asked['list'][]): Promise<void> {
  for (const list of lists) {
    if (list === null) continue;
    await holdList(transaction, userId, list.id);
    await refuseWhileChanging(transaction, userId, list.id);
  }
}
