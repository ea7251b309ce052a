import type { Database, Transaction } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/expressions.ts';

export type NewContactMessage = { name: string; email: string; message: string };
type Page = { search?: string | undefined; limit: number; offset: number };

export async function insertContactMessage(transaction: Transaction, message: NewContactMessage): Promise<number> {
  const { id } = await transaction
    .insertInto('contact_messages')
    .values(message)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Lists a page of matching messages, newest first, and counts all matches. */
export async function listContactMessages(db: Database, { search, limit, offset }: Page) {
  const matching = db.selectFrom('contact_messages').$if(search !== undefined && search !== '', (query) =>
    query.where(({ or, eb }) => {
      const pattern = containsPattern(search ?? '');
      return or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern), eb('message', 'ilike', pattern)]);
    }),
  );
  const messages = await matching
    .select(['id', 'name', 'email', 'message', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { messages, total };
}

/** Deletes a message. Returns false if there is no message with this ID. */
export async function deleteContactMessage(transaction: Transaction, id: number): Promise<boolean> {
  const result = await transaction.deleteFrom('contact_messages').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
