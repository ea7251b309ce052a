import { sql } from 'kysely';
import type { Invitation } from '@sandpiper/contract/registration';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isUpwards } from '../../platform/database/cursors.ts';
import type { Position } from '../../platform/database/cursors.ts';
import { daysFromNow, now } from '../../platform/database/expressions.ts';

const hasActiveCreator = sql<boolean>`EXISTS
  (SELECT FROM users u WHERE u.id = invitations.creator_id AND u.is_active AND u.role = 'admin')`;

const columns = [
  'id',
  'note',
  'created_by',
  hasActiveCreator.as('has_active_creator'),
  'created_at',
  'expires_at',
  'max_uses',
  'uses',
] as const;

/** Lists invitations, newest first. With `after`, lists the invitations with the next higher IDs instead, in ascending order. */
export function listInvitations(db: Database, position: Position, limit: number): Promise<Invitation[]> {
  const { before, after } = position;
  const upwards = isUpwards(position);
  return db
    .selectFrom('invitations')
    .select(columns)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(upwards, (query) => query.where('id', '>', after ?? 0))
    .orderBy('id', upwards ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}

export async function countInvitations(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export type NewInvitation = {
  note: string;
  max_uses: number;
  created_by: string;
  creator_id: number;
  token_hash: Buffer;
  days: number;
};

export function insertInvitation(
  transaction: Transaction,
  { days, ...invitation }: NewInvitation,
): Promise<Invitation> {
  return transaction
    .insertInto('invitations')
    .values({ ...invitation, expires_at: daysFromNow(days) })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Deletes an invitation. Returns false if it no longer exists. */
export async function deleteInvitation(transaction: Transaction, id: number): Promise<boolean> {
  const result = await transaction.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const isOpen = sql<boolean>`(uses < max_uses AND expires_at > ${now} AND ${hasActiveCreator})`;

export async function isInvitationValid(db: Database, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where(isOpen)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts one use of an invitation and returns the invitation's ID. Returns undefined if the invitation no longer works. */
export async function takeInvitation(transaction: Transaction, tokenHash: Buffer): Promise<number | undefined> {
  const row = await transaction
    .updateTable('invitations')
    .set({ uses: sql<number>`uses + 1` })
    .where('token_hash', '=', tokenHash)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Deletes invitations that expired more than `days` days ago. */
export async function deleteExpiredInvitations(db: Database, days: number): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', daysFromNow(-days)).execute();
}
