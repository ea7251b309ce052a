import type { MessageValues } from '@sandpiper/contract/message';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { ListKey } from '../../platform/database/keys.ts';

export type Reader = { recipient: string; variables: MessageValues | null };

/** Lists people on a list in the order in which a campaign messages them. */
export async function listReaders(
  db: Database,
  { userId, listId }: ListKey,
  { limit, offset }: { limit: number; offset: number },
): Promise<Reader[]> {
  const { rows } = await sql<Reader>`SELECT recipient, variables FROM recipients
    WHERE user_id = ${userId} AND list_id = ${listId} ORDER BY id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function findReader(
  db: Database,
  { userId, listId }: ListKey,
  recipient: string,
): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`SELECT recipient, variables FROM recipients
    WHERE user_id = ${userId} AND list_id = ${listId} AND recipient = ${recipient}`.execute(db);
  return rows[0];
}

export function findContent(db: Database, userId: number, templateId: number) {
  return db
    .selectFrom('templates')
    .select('content')
    .where('user_id', '=', userId)
    .where('id', '=', templateId)
    .executeTakeFirst();
}
