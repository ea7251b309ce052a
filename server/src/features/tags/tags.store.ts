import { sql } from 'kysely';
import { exactCountMax } from '@sandpiper/contract/limits';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

function countedTags(db: Database, userId: number) {
  return db
    .selectFrom('tags')
    .select([
      'id',
      'name',
      sql<number>`(SELECT count(*) FROM (SELECT FROM person_tags t WHERE t.user_id = tags.user_id AND t.tag_id = tags.id
        LIMIT ${exactCountMax + 1}) tagged)`.as('people'),
    ])
    .where('user_id', '=', userId);
}

/** Lists tags, sorted by name. Counts stop at {@link exactCountMax} plus one. */
export function listTags(db: Database, userId: number) {
  return countedTags(db, userId)
    .orderBy(sql`lower(name)`)
    .execute();
}

export function findTag(db: Database, userId: number, id: number) {
  return countedTags(db, userId).where('id', '=', id).executeTakeFirst();
}

export async function countTags(db: Database, userId: number): Promise<number> {
  const { tags } = await db
    .selectFrom('tags')
    .select(({ fn }) => fn.countAll<number>().as('tags'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return tags;
}

/** Inserts a tag. Returns undefined if a tag with that name already exists, ignoring case. */
export function insertTag(db: Database, userId: number, name: string) {
  return db
    .insertInto('tags')
    .values({ user_id: userId, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
}

/** Finds a tag by its name, ignoring case. */
export function findTagByName(db: Database, userId: number, name: string) {
  return db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
}

export async function renameTag(db: Database, userId: number, id: number, name: string): Promise<boolean> {
  const result = await db
    .updateTable('tags')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes a tag from up to `limit` people. Returns the people's IDs. */
export async function untagSome(db: Database, userId: number, id: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ person_id: number }>`DELETE FROM person_tags WHERE user_id = ${userId} AND tag_id = ${id}
    AND person_id = ANY(ARRAY(SELECT person_id FROM person_tags WHERE user_id = ${userId} AND tag_id = ${id}
      ORDER BY person_id LIMIT ${limit})) RETURNING person_id`.execute(db);
  return rows.map(({ person_id }) => person_id);
}

export async function deleteTag(db: Database, userId: number, id: number): Promise<boolean> {
  const result = await db.deleteFrom('tags').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Gives a person exactly these tags. Returns the IDs of the tags that were added and of those that were removed. */
export async function replaceTags(
  transaction: Transaction,
  userId: number,
  { personId, tagIds }: { personId: number; tagIds: readonly number[] },
): Promise<{ added: number[]; removed: number[] }> {
  const removed = await sql<{
    tag_id: number;
  }>`DELETE FROM person_tags WHERE user_id = ${userId} AND person_id = ${personId}
    AND tag_id <> ALL(${[...tagIds]}::bigint[]) RETURNING tag_id`.execute(transaction);
  const added = await sql<{ tag_id: number }>`INSERT INTO person_tags (user_id, tag_id, person_id)
    SELECT ${userId}, tag_id, ${personId} FROM unnest(${[...tagIds]}::bigint[]) AS tag_id
    ON CONFLICT DO NOTHING RETURNING tag_id`.execute(transaction);
  const idsOf = (rows: readonly { tag_id: number }[]) => rows.map(({ tag_id }) => tag_id);
  return { added: idsOf(added.rows), removed: idsOf(removed.rows) };
}

const tagsOfPeople = compileOnce((db, { userId, personIds }: { userId: number; personIds: readonly number[] }) =>
  db
    .selectFrom('person_tags')
    .innerJoin('tags', (join) =>
      join.onRef('tags.user_id', '=', 'person_tags.user_id').onRef('tags.id', '=', 'person_tags.tag_id'),
    )
    .select(['person_tags.person_id', 'tags.id', 'tags.name'])
    .where('person_tags.user_id', '=', userId)
    .where('person_tags.person_id', '=', sql<number>`ANY(${personIds}::bigint[])`)
    .orderBy(sql`lower(tags.name)`),
);

/** Lists these people's tags, sorted by name. */
export async function listTagsOf(db: Database, userId: number, personIds: readonly number[]) {
  return personIds.length === 0 ? [] : tagsOfPeople.all(db, { userId, personIds });
}
