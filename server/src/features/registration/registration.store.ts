import type { RegistrationMode } from '@sandpiper/contract/registration-modes';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** Returns the administrators' setting, or null if there is none. */
export async function findRegistration(db: Database): Promise<RegistrationMode | null> {
  const row = await db.selectFrom('server_settings').select('registration').executeTakeFirst();
  return row?.registration ?? null;
}

export async function upsertRegistration(transaction: Transaction, registration: RegistrationMode): Promise<void> {
  await transaction
    .insertInto('server_settings')
    .values({ registration })
    .onConflict((conflict) => conflict.column('is_only_row').doUpdateSet({ registration }))
    .execute();
}
