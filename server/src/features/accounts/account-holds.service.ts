import type { PastHold } from '@sandpiper/contract/account-detail';
import type { AccountHold } from '@sandpiper/contract/accounts';
import { detailText, reasonOf, reasonText, stopReasonCodes } from '@sandpiper/contract/reasons';
import type { StopReason } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { AccountKey } from '../../platform/database/keys.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { oneDay, scaledSeconds } from '../../platform/time-scale.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { countHold } from '../guard/account-counts.service.ts';
import { notifyAccountHeld } from '../notices/notices.service.ts';
import { announceAccount, announceChange } from './account-announcements.ts';
import { countHolds, endHold, forgetSignIns, insertHold, listRemovedAlike, lockHold } from './account-holds.store.ts';

export { isHeld } from './account-holds.store.ts';

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const rememberedSeconds = 30 * daySeconds;
/**
 * Durations of an account's first and second timed holds within 30 days. If Instagram limits the account a third time within 30 days, the
 * new hold lasts until the owner ends it.
 */
const timedHoldSeconds = [24 * hourSeconds, 72 * hourSeconds] as const;
const timedReasons = stopReasonCodes.filter((code) => reasonOf(code).hold === 'timed');

/**
 * Puts an account on hold for a stop reason and returns the hold's text. Changes nothing and returns null if the account doesn't exist or
 * is already on hold. However, a hold that only the owner can end replaces a timed hold.
 */
export async function holdAccount(
  change: Change,
  account: AccountKey,
  { reason, detail }: { reason: StopReason; detail: string | null },
): Promise<string | null> {
  const { app, transaction } = change;
  const known = await lockHold(transaction, account);
  if (known === undefined) return null;
  const isTimed = reasonOf(reason).hold === 'timed';
  if (known.is_held && (isTimed || known.held_until === null)) return null;
  const seconds = isTimed ? await secondsToRest(app, transaction, account) : null;
  const until = await insertHold(transaction, account, { reason, detail, seconds });
  const text = reasonText(reason, detail, until);
  await countHold(change, account, isTimed);
  const { profileId, userId } = account;
  change.afterCommit(() => {
    app.metrics.holds.inc({ reason });
    announceAccount(app, userId, profileId);
  });
  await notifyAccountHeld(change, userId, { profileId, profileName: known.profile_name, text });
  return text;
}

async function secondsToRest(app: App, transaction: Transaction, account: AccountKey): Promise<number | null> {
  const before = await countHolds(transaction, account, {
    reasons: timedReasons,
    withinSeconds: scaledSeconds(app.config, rememberedSeconds),
  });
  const seconds = timedHoldSeconds[before];
  return seconds === undefined ? null : scaledSeconds(app.config, seconds);
}

/**
 * Ends a hold after the owner has reviewed the account. Also ends the holds of removed accounts that may share this hold, such as a removed
 * account that records this account's old username.
 */
export async function releaseAccount(app: App, by: Requester, profileId: number): Promise<void> {
  const userId = by.user.id;
  await change(app, async (change) => {
    const { transaction, afterCommit } = change;
    const known = await lockHold(transaction, { userId, profileId });
    if (known === undefined || known.deleted_at !== null) throw notFound('Account');
    if (!known.is_held) throw new AppError('invalid_state', "This account isn't on hold.");
    if (known.held_until !== null) {
      throw new AppError('invalid_state', 'This hold ends automatically. Let the account rest until then.');
    }
    if (known.hold_reason === 'same_instagram_account') {
      await forgetSignIns(transaction, { userId, profileId }, oneDay(app.config));
    }
    await endHold(transaction, { userId, profileId });
    for (const alike of await listRemovedAlike(transaction, { userId, profileId })) await endHold(transaction, alike);
    const detail = { name: known.profile_name, reason: known.hold_reason };
    await recordActOf(change, by, { action: 'hold_lifted', subject: `account ${profileId}`, detail });
    afterCommit(() => announceChange(app, userId, profileId));
  });
}

function stopReasonOf(code: string): StopReason {
  return stopReasonCodes.find((known) => known === code) ?? 'stopped_before';
}

type HoldColumns = {
  is_held: boolean;
  hold_reason: string | null;
  hold_detail: string | null;
  held_at: string | null;
  held_until: string | null;
};

/** Converts an account's hold columns to the hold that the API returns, or to null if the account isn't on hold. */
export function holdOf({ is_held, hold_reason, hold_detail, held_at, held_until }: HoldColumns): AccountHold | null {
  if (!is_held || hold_reason === null || held_at === null) return null;
  const reason = stopReasonOf(hold_reason);
  return { reason, text: reasonText(reason, hold_detail, held_until), since: held_at, until: held_until };
}

type PastHoldColumns = {
  reason: string;
  detail: string | null;
  held_at: string;
  held_until: string | null;
  released_at: string | null;
  is_over: boolean;
};

/** Converts a row of an account's hold history to the format that the account page shows. */
export function pastHoldOf({
  reason: code,
  detail,
  held_at,
  held_until,
  released_at,
  is_over,
}: PastHoldColumns): PastHold {
  const reason = stopReasonOf(code);
  return {
    reason,
    text: [reasonOf(reason).text, detailText(detail)].filter((part) => part !== '').join(' '),
    since: held_at,
    until: held_until,
    // An expired hold ended when it expired. Its `released_at` can be later, because `endHold` also sets `released_at` for holds that have
    // already expired.
    ended_at: is_over ? held_until : released_at,
    is_released: held_until === null && released_at !== null,
  };
}
