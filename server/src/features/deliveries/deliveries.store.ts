import { sql } from 'kysely';
import type { MessageValues } from '@sandpiper/contract/message';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { doNotContactMark, literal, now, shownPerson } from '../../platform/database/expressions.ts';
import type { CampaignKey, DeliveryKey, OwnKey } from '../../platform/database/keys.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

const columns = [
  sql<MessageValues | null>`variables`.as('variables'),
  'id',
  'user_id',
  'campaign_id',
  'recipient_id',
  'recipient',
  'status',
  'profile_id',
  'installation_id',
  'claim_id',
  'failures',
  'releases',
  'checks',
  'troubled_profile_ids',
  'turn',
  'reason',
  'detail',
  'message_id',
  'counted_on',
  'finished_at',
  'kept_for_profile_id',
] as const;

function byId(db: Database, { userId, id }: OwnKey) {
  return db.selectFrom('deliveries').select(columns).where('user_id', '=', userId).where('id', '=', id);
}

const findQuery = compileOnce(byId);
const lockQuery = compileOnce((db, asked: OwnKey) => byId(db, asked).forUpdate());

export function findDelivery(db: Database, userId: number, id: number) {
  return findQuery.first(db, { userId, id });
}

export type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

export function lockDelivery(transaction: Transaction, userId: number, id: number): Promise<Delivery | undefined> {
  return lockQuery.first(transaction, { userId, id });
}

export type DeliveryUpdate = Pick<
  Delivery,
  | 'status'
  | 'claim_id'
  | 'installation_id'
  | 'profile_id'
  | 'failures'
  | 'releases'
  | 'checks'
  | 'troubled_profile_ids'
  | 'turn'
  | 'reason'
  | 'detail'
  | 'message_id'
  | 'counted_on'
> & {
  finished_at: Date | null;
  /** The variable values, as JSON. */
  variables: string | null;
  /** How many seconds pass until the person is due again, or null if there is no wait. */
  retryAfter: number | null;
  /** Whether to delete the delivery's claim as well. */
  endsClaim: boolean;
};

const updateQuery = compileOnce((db, values: DeliveryKey & DeliveryUpdate) =>
  db
    .with('ended', (query) =>
      query
        .deleteFrom('claims')
        .where('user_id', '=', values.user_id)
        .where('delivery_id', '=', values.id)
        .where(literal(values.endsClaim)),
    )
    .updateTable('deliveries')
    .set({
      status: values.status,
      claim_id: values.claim_id,
      installation_id: values.installation_id,
      profile_id: values.profile_id,
      failures: values.failures,
      releases: values.releases,
      checks: values.checks,
      troubled_profile_ids: values.troubled_profile_ids,
      turn: values.turn,
      reason: values.reason,
      detail: values.detail,
      message_id: values.message_id,
      counted_on: values.counted_on,
      finished_at: values.finished_at,
      variables: values.variables,
      retry_at: sql<string | null>`${now} + make_interval(secs => ${values.retryAfter}::float8)`,
    })
    .where('user_id', '=', values.user_id)
    .where('id', '=', values.id)
    .returning(columns),
);

export function updateDelivery(
  transaction: Transaction,
  { user_id, id }: DeliveryKey,
  update: DeliveryUpdate,
): Promise<Delivery> {
  return updateQuery.one(transaction, { user_id, id, ...update });
}

function ofCampaign(db: Database, { user_id, id }: CampaignKey) {
  return db.selectFrom('deliveries').where('user_id', '=', user_id).where('campaign_id', '=', id);
}

const isReady = sql<boolean>`(deliveries.retry_at IS NULL OR deliveries.retry_at <= ${now})`;
const isFree = sql<boolean>`NOT EXISTS (SELECT FROM claims c
  WHERE c.user_id = deliveries.user_id AND c.recipient = deliveries.recipient)`;

function isNotKeptFor(accounts: readonly number[]) {
  return sql<boolean>`(kept_for_profile_id IS NULL OR kept_for_profile_id <> ALL(${[...accounts]}::bigint[]))`;
}

function nextPending(db: Database, campaign: CampaignKey) {
  return ofCampaign(db, campaign)
    .select(columns)
    .where('status', '=', literal('pending'))
    .where(isReady)
    .where(isFree)
    .orderBy('turn')
    .orderBy('id')
    .limit(1)
    .forUpdate();
}

const nextPendingQuery = compileOnce(nextPending);

/**
 * Locks a campaign's next pending delivery. Leaves out people whose retry isn't due yet, people who are being messaged by any campaign, and
 * people who are reserved for one of `otherAccounts`.
 */
export function lockNextPending(
  transaction: Transaction,
  campaign: CampaignKey,
  otherAccounts: readonly number[],
): Promise<Delivery | undefined> {
  return otherAccounts.length === 0
    ? nextPendingQuery.first(transaction, campaign)
    : nextPending(transaction, campaign).where(isNotKeptFor(otherAccounts)).executeTakeFirst();
}

/** Returns when the next retry becomes due, or null if nobody is waiting for a retry. */
export async function findNextRetry(transaction: Transaction, campaign: CampaignKey): Promise<string | null> {
  const row = await ofCampaign(transaction, campaign)
    .select(sql<string | null>`min(retry_at)`.as('retry_at'))
    .where('status', '=', literal('pending'))
    .where('retry_at', '>', now)
    .executeTakeFirst();
  return row?.retry_at ?? null;
}

/** Checks what a campaign still has: pending people who are on the list, claims that aren't committed yet, and committed claims. */
export async function findOpenWork(transaction: Database, { user_id, id }: CampaignKey) {
  const { rows } = await sql<{ has_pending: boolean; has_claimed: boolean; has_committed: boolean }>`
    SELECT
      EXISTS (SELECT FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id}
        AND status = 'pending' AND recipient_id IS NOT NULL) AS has_pending,
      EXISTS (SELECT FROM claims WHERE user_id = ${user_id} AND campaign_id = ${id}
        AND committed_at IS NULL) AS has_claimed,
      EXISTS (SELECT FROM claims WHERE user_id = ${user_id} AND campaign_id = ${id}
        AND committed_at IS NOT NULL) AS has_committed`.execute(transaction);
  return onlyRow(rows);
}

/** Withdraws a campaign's pending people who have been removed from the list. Returns how many it withdrew. */
export async function withdrawRemoved(transaction: Transaction, { user_id, id }: CampaignKey): Promise<number> {
  const result = await transaction
    .updateTable('deliveries')
    .set({ status: 'withdrawn' })
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .where('status', '=', literal('pending'))
    .where('recipient_id', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export type NewDelivery = { recipient_id: number; recipient: string; reason: string | null; detail: string | null };

/** How many people a campaign includes, and how many it skips. */
export type PeopleCounts = { people: number; skipped: number };

/**
 * Creates deliveries for a campaign that is being started, and returns their counts. People with a skip reason are skipped. The others are
 * reserved for the account that last contacted them, if there is one.
 */
export async function insertDeliveries(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  people: readonly NewDelivery[],
): Promise<PeopleCounts> {
  const { rows } = await sql<PeopleCounts>`
    WITH created AS (
      INSERT INTO deliveries (user_id, campaign_id, recipient_id, recipient, status, reason, detail, skipped_at_start,
        kept_for_profile_id)
      SELECT ${user_id}, ${id}, p.recipient_id, p.recipient, CASE WHEN p.reason IS NULL THEN 'pending' ELSE 'skipped' END,
        p.reason, p.detail, p.reason IS NOT NULL, CASE WHEN p.reason IS NULL THEN (SELECT c.profile_id FROM contacts c
          WHERE c.user_id = ${user_id} AND c.person = p.recipient ORDER BY c.contacted_at DESC LIMIT 1) END
      FROM unnest(${people.map((person) => person.recipient_id)}::bigint[], ${people.map((person) => person.recipient)}::text[],
        ${people.map((person) => person.reason)}::text[],
        ${people.map((person) => person.detail)}::text[]) WITH ORDINALITY AS p (recipient_id, recipient, reason, detail, place)
      ORDER BY p.place
      ON CONFLICT DO NOTHING RETURNING status)
    SELECT count(*) FILTER (WHERE status <> 'skipped') AS people, count(*) FILTER (WHERE status = 'skipped') AS skipped
    FROM created`.execute(transaction);
  return onlyRow(rows);
}

/** Counts a campaign's skipped people by reason, most frequent first. With `most`, counts only the first `most` people. */
export async function countSkipped(db: Database, { user_id, id }: CampaignKey, most: number | null) {
  const skipped = db
    .selectFrom('deliveries')
    .select('reason')
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .where('status', '=', literal('skipped'))
    .orderBy('id')
    .limit(most);
  return db
    .selectFrom(skipped.as('skipped'))
    .select(({ fn }) => ['reason', fn.countAll<number>().as('people')])
    .groupBy('reason')
    .orderBy('people', 'desc')
    .execute();
}

/** Lists the next people who were skipped at the start, for the export. */
export function listSkippedAtStart(db: Database, { user_id, id }: CampaignKey, after: { id: number; limit: number }) {
  return db
    .selectFrom('deliveries')
    .select(['id', shownPerson<string>('recipient').as('recipient'), 'reason', 'detail'])
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .where('status', '=', literal('skipped'))
    .where('skipped_at_start', '=', literal(true))
    .where('id', '>', after.id)
    .orderBy('id')
    .limit(after.limit)
    .execute();
}

export async function listUnknown(db: Database, { user_id, id }: CampaignKey, page: { limit: number; offset: number }) {
  const unknown = db
    .selectFrom('deliveries')
    .where('deliveries.user_id', '=', user_id)
    .where('deliveries.campaign_id', '=', id)
    .where('deliveries.status', '=', literal('unknown'));
  // Find the IDs first. Otherwise, the database would look up the do-not-contact marks of everyone on earlier pages.
  const ids = unknown.select('deliveries.id').orderBy('deliveries.id').limit(page.limit).offset(page.offset);
  const people = await db
    .selectFrom(ids.as('page'))
    .innerJoin('deliveries', (join) =>
      join.onRef('deliveries.id', '=', 'page.id').on('deliveries.user_id', '=', user_id),
    )
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.user_id', '=', 'deliveries.user_id').onRef('profiles.id', '=', 'deliveries.profile_id'),
    )
    .select([
      'deliveries.id as delivery_id',
      shownPerson<string>('deliveries.recipient').as('recipient'),
      doNotContactMark('deliveries.user_id', 'deliveries.recipient').as('is_do_not_contact'),
      'deliveries.profile_id',
      'profiles.profile_name',
      'deliveries.reason',
      'deliveries.detail',
      sql<string>`coalesce(deliveries.finished_at, ${now})`.as('since'),
    ])
    .orderBy('deliveries.id')
    .execute();
  const { total } = await unknown.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { people, total };
}
