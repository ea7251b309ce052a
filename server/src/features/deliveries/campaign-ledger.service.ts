import { variablesOf } from '@sandpiper/contract/message';
import { isSkipReason } from '@sandpiper/contract/reasons';
import type { SkipReason } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { batchSize, pauseIfEmbedded } from '../../platform/batches.ts';
import type { Change } from '../../platform/change.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { coolOffSeconds, detailOf, judge } from './person-rules.ts';
import { listCommitted } from './open-claims.store.ts';
import {
  countSkipped,
  insertDeliveries,
  listSkippedAtStart,
  listUnknown,
  lockDelivery,
  withdrawRemoved,
} from './deliveries.store.ts';
import { deleteDeliveries } from './deletion.store.ts';
import type { DeletedBatch } from './deletion.store.ts';
import { count } from './campaign-log.service.ts';
import { moveDelivery, textOf } from './deliveries.service.ts';
import type { Ledger } from './deliveries.service.ts';
import { messageOf, textKeysOf } from './person-checks.service.ts';
import type { MessageText } from './person-checks.service.ts';
import type { Judgment, SkipPolicy } from './person-rules.ts';
import { listLeftFacts, listPendingFacts, recordSkippedAtStart } from './people.store.ts';
import type { PersonFacts } from './people.store.ts';
import type { PeopleCounts } from './deliveries.store.ts';
import { listRetryable } from './retries.store.ts';

/* Reads and changes many of a campaign's deliveries at a time. */

export { countBeingChecked, isAnyBeingSent } from './claims.store.ts';
export { countReset } from './deletion.store.ts';
export { findOpenWork } from './deliveries.store.ts';
export type { PeopleCounts } from './deliveries.store.ts';
export { countPendingAndDone } from './people.store.ts';
export { countRetryable, isAnyRetryable } from './retries.store.ts';

/** Withdraws a campaign's pending people who have been removed from the list. */
export async function withdrawRemovedPeople({ change, campaign }: Ledger): Promise<void> {
  const withdrawn = await withdrawRemoved(change.transaction, campaign);
  if (withdrawn > 0) await count(change, campaign, { list: -withdrawn });
}

/** Marks a campaign's committed deliveries as `unknown`, because the campaign is ending or being deleted. */
export async function markCommittedUnknown(ledger: Ledger): Promise<void> {
  const { transaction } = ledger.change;
  for (const id of await listCommitted(transaction, ledger.campaign)) {
    const delivery = await lockDelivery(transaction, ledger.campaign.user_id, id);
    if (delivery !== undefined) await moveDelivery(ledger, delivery, { type: 'give_up', reason: 'ended_before_known' });
  }
}

/**
 * How many people are retried in one transaction. Each retry takes about ten SQL statements, and the campaign stays locked until the
 * transaction ends, so batches are small.
 */
const retriedAtOnce = 10;

/** Retries the next batch of people whose message failed, so that they are pending again. Returns the number of people that it retried. */
export async function retryNextPeople(ledger: Ledger): Promise<number> {
  const { transaction } = ledger.change;
  let moved = 0;
  for (const id of await listRetryable(transaction, ledger.campaign, retriedAtOnce)) {
    const delivery = await lockDelivery(transaction, ledger.campaign.user_id, id);
    if (delivery === undefined) continue;
    if ((await moveDelivery(ledger, delivery, { type: 'retry' })) !== null) moved += 1;
  }
  return moved;
}

/**
 * How many people are checked, or get a delivery, in one batch. On a busy machine, the embedded database needs 13 ms of processor time to
 * create 250 deliveries, and 47 ms for 1,000.
 */
const peoplePerBatch = { embedded: 300, server: 1000 };
const deletedAtOnce = { embedded: 300, server: 1000 };
/** How many skips are recorded in one transaction. A transaction of this size takes the embedded database about 10 ms. */
const notedAtOnce = 500;

type Start = {
  userId: number;
  listId: number;
  text: MessageText;
  policy: SkipPolicy & { cool_off_days: number };
};
type Person = PersonFacts & Judgment;
/**
 * Asks about the people who are left in the started campaign `campaignId` or, if `campaignId` is undefined, about the pending people on the
 * list.
 */
type Asked = Start & { campaignId?: number };

/**
 * Which people to read next. A list's people are read in the order of their IDs, starting above `afterRecipientId`. A campaign's people
 * aren't in this order, so the first `offset` people are passed over instead.
 */
type Piece = { afterRecipientId: number; offset: number; limit: number; isLocked: boolean };

async function pieceOf(app: App, db: Database, asked: Asked, piece: Piece): Promise<Person[]> {
  const { userId, listId, text, policy, campaignId } = asked;
  const message = messageOf(text);
  const question = {
    userId,
    textKeys: textKeysOf(text),
    coolOffSeconds: coolOffSeconds(app.config, policy.cool_off_days),
    deliveryId: null,
    needsVariables: variablesOf(message).length > 0,
  };
  const facts =
    campaignId === undefined
      ? await listPendingFacts(db, question, { listId, ...piece })
      : await listLeftFacts(db, question, { campaignId, ...piece });
  return facts.map((fact) => ({ ...fact, ...judge(fact, policy, message) }));
}

/** Creates deliveries for the next pending people on a list. `last` is the last person's recipient ID, or null if nobody was left. */
export async function writePeople(
  app: App,
  transaction: Transaction,
  campaign: CampaignKey,
  start: Start & { afterRecipientId: number },
): Promise<PeopleCounts & { last: number | null }> {
  const people = await pieceOf(app, transaction, start, {
    afterRecipientId: start.afterRecipientId,
    offset: 0,
    limit: batchSize(app, peoplePerBatch),
    isLocked: true,
  });
  const deliveries = people.map((person) => ({ ...person, detail: detailOf(person) }));
  const counts = await insertDeliveries(transaction, campaign, deliveries);
  return { ...counts, last: people.at(-1)?.recipient_id ?? null };
}

/** Deletes the next batch of a campaign's deliveries, like `deleteDeliveries`. */
export function deleteNextDeliveries(
  { app, transaction }: Change,
  campaign: CampaignKey,
  after: string,
): Promise<DeletedBatch | null> {
  return deleteDeliveries(transaction, campaign, { after, limit: batchSize(app, deletedAtOnce) });
}

/**
 * Records the outcome of the next batch of people who were skipped at the start, like `recordSkippedAtStart`. Returns the last delivery's
 * ID, or null if nobody is left.
 */
export function noteSkippedAtStart(
  transaction: Transaction,
  campaign: CampaignKey,
  after: number,
): Promise<number | null> {
  return recordSkippedAtStart(transaction, campaign, { after, limit: notedAtOnce });
}

/**
 * Lists the first `most` people that a start would include or skip. Uses the same rules as a claim. Changes nothing. Reads the people in
 * batches if the database is embedded.
 */
export async function firstPeopleOfStart(app: App, asked: Asked, most: number): Promise<Person[]> {
  const people: Person[] = [];
  const size = batchSize(app, { ...peoplePerBatch, server: most });
  for (let isMore = true; isMore && people.length < most;) {
    const limit = Math.min(size, most - people.length);
    const afterRecipientId = people.at(-1)?.recipient_id ?? 0;
    const piece = { afterRecipientId, offset: people.length, limit, isLocked: false };
    const found = await pieceOf(app, app.db, asked, piece);
    people.push(...found);
    isMore = found.length === limit;
    await pauseIfEmbedded(app);
  }
  return people;
}

/** Counts a campaign's skipped people by reason, most frequent first. With `most`, counts only the first `most` people. */
export async function skippedOf(
  db: Database,
  campaign: CampaignKey,
  most: number | null = null,
): Promise<{ reason: SkipReason; people: number }[]> {
  const rows = await countSkipped(db, campaign, most);
  return rows.flatMap(({ reason, people }) => (isSkipReason(reason) ? [{ reason, people }] : []));
}

export async function unknownOf(db: Database, campaign: CampaignKey, page: { limit: number; offset: number }) {
  const { people, total } = await listUnknown(db, campaign, page);
  return {
    people: people.map(({ reason, detail, ...person }) => ({ ...person, text: textOf({ reason, detail }) ?? '' })),
    total,
  };
}

/**
 * Lists the next people who were skipped at the start, starting after the delivery ID `after.id`. The campaign's log doesn't list these
 * people one by one. It has a single line for all of them.
 */
export async function skippedAtStartOf(db: Database, campaign: CampaignKey, after: { id: number; limit: number }) {
  const rows = await listSkippedAtStart(db, campaign, after);
  return rows.map(({ id, recipient, ...skip }) => ({ id, recipient, text: textOf(skip) ?? '' }));
}
