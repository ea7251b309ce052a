import { countersOf, mayHaveLeft } from '@sandpiper/contract/delivery-states';
import type { DeliveryStatus } from '@sandpiper/contract/delivery-states';
import type { Change } from '../../platform/change.ts';
import type { AccountKey } from '../../platform/database/keys.ts';
import { together } from '../../platform/database/pipelining.ts';
import { addFailure, addToDay, beginMessage, changeMessages, findZone, restartRamp } from './account-counts.store.ts';
import type { AccountClock } from './account-counts.store.ts';
import { dayOf } from './account-day.ts';

export { listDays, listFailures } from './account-counts.store.ts';
export type { AccountClock };

/* Updates an account's daily counts in the same transaction as the change that is counted. */

/** Returns the current date in an account's time zone, or null if there is no such account. */
export async function today({ app, transaction }: Change, account: AccountKey): Promise<string | null> {
  const clock = await findZone(transaction, account);
  return clock === undefined ? null : dayOf(app.config, clock, new Date(clock.at)).date;
}

type Ended = { status: DeliveryStatus; reason: string | null };
type Counted = Ended & { user_id: number; profile_id: number | null; counted_on: string | null };
type Next = Ended & { claim: { profileId: number } | null };

const failureOf = ({ status, reason }: Ended): string | null =>
  countersOf(status).failed === 1 ? (reason ?? status) : null;

/** The day on which a delivery is counted, or null if it isn't counted. `write` updates the counts. */
export type PlannedCounts = { day: string | null; write: () => Promise<void> };

const nothingToWrite = () => Promise.resolve();
export const notCounted: PlannedCounts = { day: null, write: nothingToWrite };

/**
 * Determines how an account's daily counts change when the status of one of its deliveries changes. A message that was sent at `sentAt` is
 * counted on the day of that time, by default on the current day. If `clock` is omitted, reads the account's time zone and the current time
 * when they are needed.
 */
export async function planCounts(
  change: Change,
  before: Counted,
  next: Next,
  { clock, sentAt }: { clock?: AccountClock; sentAt?: Date } = {},
): Promise<PlannedCounts> {
  const profileId = next.claim?.profileId ?? before.profile_id;
  // A delivery without a day was never counted. This is also true of old deliveries that became `unknown` in a version without daily
  // counts.
  const earlier: Ended = before.counted_on === null ? { status: 'pending', reason: null } : before;
  const [from, to] = [countersOf(earlier.status), countersOf(next.status)];
  const added = { sent: to.sent - from.sent, failed: to.failed - from.failed };
  const [was, is] = [mayHaveLeft(earlier.status), mayHaveLeft(next.status)];
  const [failedBefore, failedNow] = [failureOf(earlier), failureOf(next)];
  const isUnchanged = was === is && added.sent === 0 && failedBefore === failedNow;
  if (profileId === null || isUnchanged) return { day: before.counted_on, write: nothingToWrite };
  const account = { userId: before.user_id, profileId };
  const isNow = before.counted_on === null || (is && !was);
  const now = isNow ? (clock ?? (await findZone(change.transaction, account))) : undefined;
  const dayAt = (at?: Date | string) =>
    now === undefined || at === undefined ? null : dayOf(change.app.config, now, new Date(at)).date;
  const current = dayAt(now?.at);
  const day = before.counted_on ?? dayAt(sentAt ?? now?.at);
  if (day === null) return notCounted;
  const write = async () => {
    const { transaction } = change;
    const writes: Promise<void>[] = [];
    // Only a delivery of the current day can start a new sending day. Later status changes correct the counts of the day on which the
    // delivery was first counted.
    if (is && day === current) writes.push(beginMessage(transaction, account, day));
    else if (is !== was) writes.push(changeMessages(transaction, account, day, is ? 1 : -1));
    if (added.sent !== 0 || added.failed !== 0) writes.push(addToDay(transaction, account, day, added));
    if (failedBefore !== failedNow) {
      if (failedBefore !== null) writes.push(addFailure(transaction, account, { day, reason: failedBefore, by: -1 }));
      if (failedNow !== null) writes.push(addFailure(transaction, account, { day, reason: failedNow, by: 1 }));
    }
    await together(writes);
  };
  return { day, write };
}

/**
 * Adds a new hold to the counts of the account's current day and restarts the account's ramp. `isRefusal` means that Instagram refused to
 * accept more messages.
 */
export async function countHold(change: Change, account: AccountKey, isRefusal: boolean): Promise<void> {
  const day = await today(change, account);
  if (day !== null) await addToDay(change.transaction, account, day, { held: 1, refused: isRefusal ? 1 : 0 });
  await restartRamp(change.transaction, account);
}
