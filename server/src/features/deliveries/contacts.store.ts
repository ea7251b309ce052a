import { sql } from 'kysely';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { profileNameOf } from './campaign-log.store.ts';

/* Records who received, or may have received, which message text. These records are kept when campaigns, lists or accounts are deleted. */

export type Contact = {
  user_id: number;
  person: string;
  text_key: string;
  delivery_id: number;
  campaign_id: number;
  campaign_name: string;
  profile_id: number | null;
};

function contactValues(contact: Contact) {
  return {
    user_id: contact.user_id,
    person: contact.person,
    text_key: contact.text_key,
    delivery_id: contact.delivery_id,
    campaign_id: contact.campaign_id,
    campaign_name: contact.campaign_name,
    profile_id: contact.profile_id,
    profile_name: profileNameOf(contact.user_id, contact.profile_id),
  };
}

const mayHaveTextQuery = compileOnce((db, contact: Contact) =>
  db
    .insertInto('contacts')
    .values({ ...contactValues(contact), state: 'sending', contacted_at: now })
    .onConflict((conflict) => conflict.doNothing()),
);

const sentQuery = compileOnce((db, contact: Contact & { sentAt: Date }) =>
  db
    .insertInto('contacts')
    .values({ ...contactValues(contact), state: 'sent', contacted_at: contact.sentAt })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'person', 'text_key', 'delivery_id']).doUpdateSet(({ ref }) => ({
        state: 'sent',
        campaign_id: ref('excluded.campaign_id'),
        campaign_name: ref('excluded.campaign_name'),
        profile_id: ref('excluded.profile_id'),
        profile_name: ref('excluded.profile_name'),
        contacted_at: sql<string>`greatest(contacts.contacted_at, excluded.contacted_at)`,
      })),
    ),
);

/** Records that a person may have received this text. Call this function before the message can be sent. */
export async function recordMayHaveText(transaction: Transaction, contact: Contact): Promise<void> {
  await mayHaveTextQuery.run(transaction, contact);
}

/**
 * Records a sent message. If the go-ahead is still on record, the recorded time isn't earlier than the go-ahead, even if the computer's
 * clock is slow, so that the daily limit and the cool-off don't end too early.
 */
export async function recordSent(transaction: Transaction, contact: Contact, sentAt: Date): Promise<void> {
  await sentQuery.run(transaction, { ...contact, sentAt });
}

type Key = { user_id: number; id: number; recipient: string };

export async function recordUnknown(transaction: Transaction, { user_id, id, recipient }: Key): Promise<void> {
  await transaction
    .updateTable('contacts')
    .set({ state: 'unknown' })
    .where('user_id', '=', user_id)
    .where('person', '=', recipient)
    .where('delivery_id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

/** Returns the time at which an agent got the go-ahead for a message that may have been sent. */
export async function findGoAhead(
  transaction: Transaction,
  { user_id, id, recipient }: Key,
): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('contacts')
    .select('contacted_at')
    .where('user_id', '=', user_id)
    .where('person', '=', recipient)
    .where('delivery_id', '=', id)
    .executeTakeFirst();
  return row?.contacted_at;
}

/** Removes the record of a delivery whose message was definitely not sent. */
export async function removeContact(transaction: Transaction, { user_id, id, recipient }: Key): Promise<void> {
  await transaction
    .deleteFrom('contacts')
    .where('user_id', '=', user_id)
    .where('person', '=', recipient)
    .where('delivery_id', '=', id)
    .where('state', '<>', 'sent')
    .execute();
}

export async function recordConversation(
  transaction: Transaction,
  { user_id, person, profile_id }: { user_id: number; person: string; profile_id: number | null },
): Promise<void> {
  await transaction
    .insertInto('conversations')
    .values({ user_id, person, profile_id, replied_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type Occupation = { busy_until: string | null; ceiling_ends_at: string | null; has_due_check: boolean };

/**
 * Returns what an account is busy with. `busy_until` is when the lease on its current delivery expires, or null if there is no lease.
 * `ceiling_ends_at` is when the account falls below the server's own daily limit again, or null if it is below that limit. `has_due_check`
 * is true if one of the account's messages is due for a check by this computer. Sent, unknown and committed messages count toward the
 * limit.
 */
export async function findOccupation(
  transaction: Transaction,
  { userId, profileId, installationId }: { userId: number; profileId: number; installationId: string },
  { most, daySeconds }: { most: number; daySeconds: number },
): Promise<Occupation> {
  const { rows } = await sql<Occupation>`
    SELECT (SELECT max(expires_at) FROM claims
        WHERE user_id = ${userId} AND profile_id = ${profileId} AND expires_at > ${now}) AS busy_until,
      (SELECT contacted_at + make_interval(secs => ${daySeconds}::float8) FROM counted_sends(${userId}, ${profileId})
        WHERE contacted_at > ${now} - make_interval(secs => ${daySeconds}::float8)
        ORDER BY contacted_at DESC OFFSET ${most - 1} LIMIT 1) AS ceiling_ends_at,
      EXISTS (SELECT FROM claims WHERE user_id = ${userId} AND profile_id = ${profileId}
        AND installation_id = ${installationId} AND committed_at IS NOT NULL AND expires_at IS NULL
        AND check_at <= ${now}) AS has_due_check`.execute(transaction);
  return onlyRow(rows);
}
