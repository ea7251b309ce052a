import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';

type Tagging = { userId: number; tagId: number; personIds: readonly number[] };

/** Locks a tag against deletion until the end of the transaction. Returns false if there is no such tag. */
export async function holdTag(transaction: Transaction, userId: number, tagId: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('tags')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', tagId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Tags the people who have fewer than `most` tags. Returns the IDs of the people who didn't have the tag before. */
export async function insertTaggings(transaction: Transaction, { userId, tagId, personIds }: Tagging, most: number) {
  const { rows } = await sql<{ person_id: number }>`
    INSERT INTO person_tags (user_id, tag_id, person_id)
    SELECT ${userId}, ${tagId}, p.id FROM people p WHERE p.user_id = ${userId} AND p.id = ANY(${[...personIds]}::bigint[])
      AND (SELECT count(*) FROM person_tags t WHERE t.user_id = p.user_id AND t.person_id = p.id) < ${most}
    ON CONFLICT DO NOTHING RETURNING person_id`.execute(transaction);
  return rows.map(({ person_id }) => person_id);
}

/** Lists which of these people have the tag. */
export async function listTagged(transaction: Transaction, { userId, tagId, personIds }: Tagging): Promise<number[]> {
  const rows = await transaction
    .selectFrom('person_tags')
    .select('person_id')
    .where('user_id', '=', userId)
    .where('tag_id', '=', tagId)
    .where('person_id', '=', sql<number>`ANY(${[...personIds]}::bigint[])`)
    .execute();
  return rows.map(({ person_id }) => person_id);
}

export async function deleteTaggings(
  transaction: Transaction,
  { userId, tagId, personIds }: Tagging,
): Promise<number[]> {
  const rows = await transaction
    .deleteFrom('person_tags')
    .where('user_id', '=', userId)
    .where('tag_id', '=', tagId)
    .where('person_id', '=', sql<number>`ANY(${[...personIds]}::bigint[])`)
    .returning('person_id')
    .execute();
  return rows.map(({ person_id }) => person_id);
}
