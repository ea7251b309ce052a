import type { ContactMessage } from '@sandpiper/contract/contact';
import type { Database } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import { containsPattern } from '../../platform/database/search-pattern.ts';

const columns = ['id', 'name', 'email', 'message', 'created_at'] as const;

export type NewContactMessage = { name: string; email: string; message: string };
type Page = { search?: string | undefined; limit: number; offset: number };

export function insertContactMessage(db: Database, message: NewContactMessage): Promise<ContactMessage> {
  return db.insertInto('contact_messages').values(message).returning(columns).executeTakeFirstOrThrow();
}

export async function markMailed(db: Database, id: number): Promise<void> {
  await db.updateTable('contact_messages').set({ mailed_at: now }).where('id', '=', id).execute();
}

/** Newest first, with the number of all that match. */
export async function listContactMessages(db: Database, { search, limit, offset }: Page) {
  const matching = db.selectFrom('contact_messages').$if(search !== undefined && search !== '', (query) =>
    query.where(({ or, eb }) => {
      const pattern = containsPattern(search ?? '');
      return or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern), eb('message', 'ilike', pattern)]);
    }),
  );
  const messages = await matching.select(columns).orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { messages, total };
}
