import type { Database } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

const ticketSeconds = 300;

type NewTicket = { user_id: number; kind: string; token_hash: Buffer };

/** Stores a ticket. Also deletes all expired tickets. */
export async function insertInstallerTicket(db: Database, ticket: NewTicket): Promise<{ expires_at: string }> {
  await db.deleteFrom('installer_tickets').where('expires_at', '<', now).execute();
  return db
    .insertInto('installer_tickets')
    .values({ ...ticket, expires_at: secondsFromNow(ticketSeconds) })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
}

/**
 * Uses up a ticket and returns which kind of download it is for. Returns undefined if the ticket was already used or has expired, or if its
 * owner was deactivated.
 */
export function takeInstallerTicket(db: Database, tokenHash: Buffer) {
  return db
    .deleteFrom('installer_tickets')
    .using('users')
    .whereRef('users.id', '=', 'installer_tickets.user_id')
    .where('users.is_active', '=', true)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('kind')
    .executeTakeFirst();
}
