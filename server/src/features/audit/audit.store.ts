import type { Insertable } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { AuditEvents } from '../../platform/database/database.types.ts';

/** The table refuses every change of its rows. */
export async function insertAuditEvent(transaction: Transaction, event: Insertable<AuditEvents>): Promise<void> {
  await transaction.insertInto('audit_events').values(event).execute();
}
