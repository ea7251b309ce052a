import { sql } from 'kysely';
import type { MessageValues } from '@sandpiper/contract/message';
import type { Transaction } from '../../platform/database/database.ts';
import { recipientColumns } from './recipients.store.ts';

/** Reads a recipient's list and the list's variables. Until the end of the transaction, the variables can't be renamed or removed. */
export function findListOfRecipient(transaction: Transaction, userId: number, id: number) {
  return transaction
    .selectFrom('recipients')
    .innerJoin('lists', (join) =>
      join.onRef('lists.user_id', '=', 'recipients.user_id').onRef('lists.id', '=', 'recipients.list_id'),
    )
    .select(['lists.id', 'lists.variables'])
    .where('recipients.user_id', '=', userId)
    .where('recipients.id', '=', id)
    .forKeyShare('lists')
    .executeTakeFirst();
}

/** Sets some of a recipient's values. `gone` contains the names of values to remove. */
export function updateValues(
  transaction: Transaction,
  { userId, id }: { userId: number; id: number },
  { set, gone }: { set: MessageValues; gone: readonly string[] },
) {
  return transaction
    .updateTable('recipients')
    .set({
      variables: sql<string | null>`nullif((coalesce(variables, '{}') || ${JSON.stringify(set)}::jsonb)
        - ${[...gone]}::text[], '{}')`,
    })
    .where('recipients.user_id', '=', userId)
    .where('recipients.id', '=', id)
    .returning(recipientColumns)
    .executeTakeFirst();
}
