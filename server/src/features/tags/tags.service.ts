import { tagsOfUserMax } from '@sandpiper/contract/limits';
import type { CountedTag } from '@sandpiper/contract/tags';
import { lockUserRow } from '../../platform/access/access.store.ts';
import type { App } from '../../platform/app-context.ts';
import { batchSize, pauseIfEmbedded } from '../../platform/batches.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { transact } from '../../platform/database/transact.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { boundedCountOf } from '../../platform/http/answers.ts';
import { AppError, nameTaken, notFound } from '../../platform/http/app-error.ts';
import { noteEvents } from '../person-events/person-events.service.ts';
import {
  countTags,
  deleteTag,
  findTag,
  findTagByName,
  insertTag,
  listTags,
  listTagsOf,
  renameTag,
  replaceTags,
  untagSome,
} from './tags.store.ts';

export { findTagByName, listTagsOf, replaceTags };

export async function allTags(app: App, userId: number): Promise<CountedTag[]> {
  const tags = await listTags(app.db, userId);
  return tags.map((tag) => ({ ...tag, people: boundedCountOf(tag.people) }));
}

async function tagOf(app: App, { userId, id }: OwnKey): Promise<CountedTag> {
  const tag = await findTag(app.db, userId, id);
  if (tag === undefined) throw notFound('Tag');
  return { ...tag, people: boundedCountOf(tag.people) };
}

function tagNameTaken(name: string): AppError {
  return nameTaken('name', `You already have a tag called ${name}.`);
}

async function refuseTooMany(transaction: Transaction, userId: number): Promise<void> {
  await lockUserRow(transaction, userId);
  if ((await countTags(transaction, userId)) < tagsOfUserMax) return;
  throw new AppError('invalid_state', `You can have up to ${tagsOfUserMax} tags. Delete one first.`);
}

export async function createTag(app: App, userId: number, name: string): Promise<CountedTag> {
  const tag = await transact(app.db, async (transaction) => {
    await refuseTooMany(transaction, userId);
    return insertTag(transaction, userId, name);
  });
  if (tag === undefined) throw tagNameTaken(name);
  return { ...tag, people: boundedCountOf(0) };
}

/** Returns the IDs of the tags with these names, ignoring case. Creates missing tags. Throws `invalid_state` if there would be too many. */
export async function ensureTags(
  transaction: Transaction,
  userId: number,
  names: readonly string[],
): Promise<number[]> {
  const ids = new Set<number>();
  for (const name of names) {
    const known = await findTagByName(transaction, userId, name);
    if (known === undefined) await refuseTooMany(transaction, userId);
    // Another request may have just created the tag.
    const tag =
      known ?? (await insertTag(transaction, userId, name)) ?? (await findTagByName(transaction, userId, name));
    if (tag !== undefined) ids.add(tag.id);
  }
  return [...ids];
}

export async function changeTag(app: App, own: OwnKey, name: string): Promise<CountedTag> {
  const isThere = await renameTag(app.db, own.userId, own.id, name).catch((error: unknown) => {
    throw isUniqueViolation(error) ? tagNameTaken(name) : error;
  });
  if (!isThere) throw notFound('Tag');
  return tagOf(app, own);
}

const untaggedAtOnce = { embedded: 500, server: 2000 };

function untagNext(app: App, { userId, id }: OwnKey): Promise<number> {
  return transact(app.db, async (transaction) => {
    const people = await untagSome(transaction, userId, id, batchSize(app, untaggedAtOnce));
    await noteEvents(
      transaction,
      userId,
      people.map((person_id) => ({ person_id, type: 'untagged', tag_id: id })),
    );
    return people.length;
  });
}

/** Deletes a tag. Removes it from people in batches, so that other requests don't have to wait long. */
export async function removeTag(app: App, own: OwnKey): Promise<void> {
  await tagOf(app, own);
  while ((await untagNext(app, own)) > 0) {
    await pauseIfEmbedded(app);
  }
  if (!(await deleteTag(app.db, own.userId, own.id))) throw notFound('Tag');
}
