import { sql } from 'kysely';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { literal, now } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import type { MessageValues } from '@sandpiper/contract/message';

/** The stored facts about a person that decide whether a campaign may message them. */
export type PersonFacts = {
  recipient_id: number;
  recipient: string;
  list_status: RecipientStatus;
  /** The person's values for the list's variables, or null if there are none or the message uses none. */
  variables: MessageValues | null;
  is_do_not_contact: boolean;
  /** Whether another delivery has sent, is sending or may have sent this person this text. */
  got_same_text: boolean;
  is_cooling_off: boolean;
  has_conversation: boolean;
  /** Whether any campaign is messaging the person now, or still has to check whether its message was sent. */
  is_being_written_to: boolean;
};

type Question = {
  userId: number;
  textKeys: readonly string[];
  coolOffSeconds: number;
  /** The delivery whose person is checked. Its own contact record is ignored. Null if the delivery doesn't exist yet. */
  deliveryId: number | null;
  needsVariables: boolean;
};

/**
 * Returns SQL that checks whether a table has a row about a person. The row is stored under the username or, if it is from before the
 * person was forgotten, under the keyed hash of the username. Each name has its own condition. With a single condition for both, the
 * planner would choose to read all of a new user's rows, because it has no statistics about the user yet. `OFFSET 0` keeps the planner from
 * reading all of the user's rows into a hash table.
 */
function hasRow(table: 'do_not_contact' | 'conversations', userId: number) {
  const under = (name: string) => sql`EXISTS (SELECT FROM ${sql.table(table)}
    WHERE user_id = ${userId} AND person = ${sql.ref(name)} OFFSET 0)`;
  return sql<boolean>`(${under('r.recipient')} OR ${under('p.former_key')})`;
}

/**
 * Returns SQL for two columns about a person's contacts under one of the person's names: `is_same` if one has the same text, and `is_recent`
 * if one is more recent than the cool-off. Both are null if there are no contacts. `ORDER BY` makes the planner use the index that has this
 * order, whatever the statistics say.
 */
function contactsUnder(name: string, { userId, textKeys, coolOffSeconds, deliveryId }: Question) {
  return sql`(SELECT bool_or(text_key = ANY(${[...textKeys]}::text[])) AS is_same,
      bool_or(contacted_at > ${now} - make_interval(secs => ${coolOffSeconds}::float8)) AS is_recent
    FROM (SELECT text_key, contacted_at FROM contacts
      WHERE user_id = ${userId} AND person = ${sql.ref(name)} AND delivery_id IS DISTINCT FROM ${deliveryId}::bigint
      ORDER BY contacted_at OFFSET 0) AS known)`;
}

/**
 * Returns SQL that reads the facts about these people. `OFFSET 0` makes the planner look up each of them, instead of reading all of the
 * user's people. Hardly anyone has a former key, so looking it up in an index of those who do is much faster than reading each person.
 */
function factsOf(question: Question, people: ReturnType<typeof sql>) {
  const { userId, coolOffSeconds, needsVariables } = question;
  return sql<PersonFacts>`
    SELECT r.id AS recipient_id, r.recipient, r.status AS list_status,
      CASE WHEN ${needsVariables} THEN r.variables END AS variables,
      ${hasRow('do_not_contact', userId)} AS is_do_not_contact,
      coalesce(a.is_same, false) OR coalesce(b.is_same, false) AS got_same_text,
      ${coolOffSeconds}::float8 > 0 AND (coalesce(a.is_recent, false) OR coalesce(b.is_recent, false)) AS is_cooling_off,
      ${hasRow('conversations', userId)} AS has_conversation,
      EXISTS (SELECT FROM claims l WHERE l.user_id = ${userId} AND l.recipient = r.recipient) AS is_being_written_to
    FROM (${people}) r
    LEFT JOIN LATERAL (SELECT former_key FROM people
      WHERE user_id = ${userId} AND username = r.recipient AND former_key IS NOT NULL OFFSET 0) p ON true
    LEFT JOIN LATERAL ${contactsUnder('r.recipient', question)} a ON true
    LEFT JOIN LATERAL ${contactsUnder('p.former_key', question)} b ON true
    ORDER BY r.id`;
}

type Piece = { listId: number; afterRecipientId: number; limit: number; isLocked: boolean };

/**
 * Lists the facts about the next pending people on a list. With `isLocked`, locks the people's rows against deletion until the end of the
 * transaction.
 */
export async function listPendingFacts(
  db: Database,
  question: Question,
  { listId, afterRecipientId, limit, isLocked }: Piece,
): Promise<PersonFacts[]> {
  const people = sql`SELECT id, recipient, status, variables FROM recipients
    WHERE user_id = ${question.userId} AND list_id = ${listId} AND status = 'pending' AND id > ${afterRecipientId} ORDER BY id LIMIT ${limit}
    ${isLocked ? sql`FOR KEY SHARE` : sql``}`;
  const { rows } = await factsOf(question, people).execute(db);
  return rows;
}

/** Lists the facts about the next pending people of a started campaign. */
export async function listLeftFacts(
  db: Database,
  question: Question,
  { campaignId, offset, limit }: { campaignId: number; offset: number; limit: number },
): Promise<PersonFacts[]> {
  const people = sql`SELECT r.id, r.recipient, r.status, r.variables FROM (
      SELECT recipient_id FROM deliveries
      WHERE user_id = ${question.userId} AND campaign_id = ${campaignId} AND status = 'pending' AND recipient_id IS NOT NULL
      ORDER BY turn, id LIMIT ${limit} OFFSET ${offset}) d
    JOIN recipients r ON r.user_id = ${question.userId} AND r.id = d.recipient_id`;
  const { rows } = await factsOf(question, people).execute(db);
  return rows;
}

/** Counts the people on a list who are pending, and those who no longer are, whatever the outcome. Uses the stored counts. */
export function countPendingAndDone(db: Database, userId: number, listId: number) {
  return db
    .selectFrom('list_counts')
    .select([
      sql<number>`coalesce(sum(people) FILTER (WHERE status = 'pending'), 0)`.as('pending'),
      sql<number>`coalesce(sum(people) FILTER (WHERE status <> 'pending'), 0)`.as('done'),
    ])
    .where('user_id', '=', userId)
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow();
}

/** Finds the stored facts about a person. Returns undefined if the person was removed from the list. */
export async function findPersonFacts(
  transaction: Transaction,
  question: Question,
  recipientId: number | null,
): Promise<PersonFacts | undefined> {
  if (recipientId === null) return undefined;
  const person = sql`SELECT id, recipient, status, variables FROM recipients
    WHERE user_id = ${question.userId} AND id = ${recipientId}`;
  const { rows } = await factsOf(question, person).execute(transaction);
  return rows[0];
}

const unsentClaimsQuery = compileOnce(
  (_db, { user_id, recipient }: { user_id: number; recipient: string }) =>
    // `OFFSET 0` makes the planner look up the person's deliveries, instead of reading all of the user's failed ones. Deliveries have no
    // recipient if the person was removed from the list.
    sql<{ claim_id: string }>`SELECT d.claim_id FROM (
      SELECT old.* FROM recipients r CROSS JOIN LATERAL (SELECT claim_id, status, reason FROM deliveries
        WHERE user_id = ${user_id} AND recipient_id = r.id OFFSET 0) old
      WHERE r.user_id = ${user_id} AND r.recipient = ${recipient}
      UNION ALL (SELECT claim_id, status, reason FROM deliveries
        WHERE user_id = ${user_id} AND recipient = ${recipient} AND recipient_id IS NULL OFFSET 0)) d
    WHERE d.status = 'failed' AND d.reason = 'said_not_sent' AND d.claim_id IS NOT NULL`,
);

/** Lists the claims on a person, in any campaign and on any list, for which the user has answered that the message was not sent. */
export async function listUnsentClaims(
  transaction: Transaction,
  { user_id, recipient }: { user_id: number; recipient: string },
): Promise<string[]> {
  const rows = await unsentClaimsQuery.all(transaction, { user_id, recipient });
  return rows.map(({ claim_id }) => claim_id);
}

type Marked = { user_id: number; recipient_id: number; status: RecipientStatus };

const listStatusQuery = compileOnce((db, { user_id, recipient_id, status }: Marked) =>
  db
    .updateTable('recipients')
    .set({ status })
    .where('user_id', '=', user_id)
    .where('id', '=', recipient_id)
    .where('status', '<>', literal('sent')),
);

/**
 * Sets a person's status on the list. Never overwrites `sent`, so that a late report from an earlier campaign can't replace that
 * status.
 */
export async function setListStatus(
  transaction: Transaction,
  { user_id, recipient_id }: { user_id: number; recipient_id: number | null },
  status: RecipientStatus,
): Promise<void> {
  if (recipient_id === null) return;
  await listStatusQuery.run(transaction, { user_id, recipient_id, status });
}

type Person = { user_id: number; username: string };
type Ended = Person & {
  outcome: 'sent' | 'failed' | 'not_found' | 'unknown' | 'skipped';
  at: Date;
  /** When the delivery ended with the outcome that is being corrected, or null if it ends now. */
  endedBefore: string | null;
};

/**
 * Returns a SQL condition that matches a person by username or, for a delivery from before the person was forgotten, by the keyed
 * hash of the username.
 */
function ofPerson({ user_id, username }: Person) {
  const column = username.startsWith('#') ? 'people.former_key' : 'people.username';
  return sql<boolean>`people.user_id = ${user_id} AND ${sql.ref(column)} = ${username}`;
}

/**
 * Returns a SQL condition that is true if no later delivery to the person has ended. A delivery and its person are updated one after the
 * other, so the condition tolerates a difference of one second.
 */
function isLast({ endedBefore }: Ended) {
  return sql<boolean>`(${endedBefore}::timestamptz IS NULL OR people.outcome_at IS NULL
    OR people.outcome_at < ${endedBefore}::timestamptz + interval '1 second')`;
}

/** Records a delivery's outcome as the person's last outcome. Changes nothing if a later delivery has ended. */
export async function recordOutcome(transaction: Transaction, ended: Ended): Promise<void> {
  const { outcome, at } = ended;
  await transaction
    .updateTable('people')
    .set({ outcome, outcome_at: at })
    .where(ofPerson(ended))
    .where(isLast(ended))
    .execute();
}

/**
 * Records a delivery's outcome as the person's last outcome, unless a later delivery has ended. Also updates the person's last contact. Use
 * this function if a message was sent or may have been sent, or if one that may have been sent turns out not to have been.
 */
export async function recordOutcomeAndContact(transaction: Transaction, ended: Ended): Promise<void> {
  await sql`UPDATE people SET outcome = CASE WHEN ${isLast(ended)} THEN ${ended.outcome} ELSE outcome END,
      outcome_at = CASE WHEN ${isLast(ended)} THEN ${ended.at} ELSE outcome_at END,
      (last_contacted_at, last_campaign_name, last_profile_name) = (
        SELECT c.contacted_at, c.campaign_name, c.profile_name
        FROM unnest(ARRAY[people.username, people.former_key]) AS known (person) CROSS JOIN LATERAL (
          SELECT * FROM contacts c WHERE c.user_id = people.user_id AND c.person = known.person AND c.state <> 'sending'
          ORDER BY c.contacted_at DESC LIMIT 1) c
        ORDER BY c.contacted_at DESC LIMIT 1)
    WHERE ${ofPerson(ended)}`.execute(transaction);
}

/**
 * Records `skipped` as the last outcome of the next batch of people who were skipped when a campaign started, except people with a later
 * outcome. Goes through their deliveries in the order of their IDs, starting after the ID `after`. Returns the last delivery's ID, or null
 * if nobody is left.
 */
export async function recordSkippedAtStart(
  transaction: Transaction,
  campaign: CampaignKey,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    WITH next AS (SELECT d.id, d.recipient, c.started_at FROM deliveries d
        JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id
        WHERE d.user_id = ${campaign.user_id} AND d.campaign_id = ${campaign.id} AND d.status = 'skipped'
          AND d.skipped_at_start AND d.id > ${after} ORDER BY d.id LIMIT ${limit}),
      noted AS (UPDATE people p SET outcome = 'skipped', outcome_at = next.started_at FROM next
        WHERE p.user_id = ${campaign.user_id} AND p.username = next.recipient
          AND (p.outcome_at IS NULL OR p.outcome_at < next.started_at))
    SELECT max(id) AS last FROM next`.execute(transaction);
  return rows[0]?.last ?? null;
}
