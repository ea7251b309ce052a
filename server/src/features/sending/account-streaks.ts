import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import { reasonOf } from '@sandpiper/contract/reasons';
import type { ReasonCode, StopReason } from '@sandpiper/contract/reasons';

/**
 * An account's recent problems. Each sent message resets all streaks. The server stores the streaks, so that a restart of the agent doesn't
 * reset them.
 */
export type Streaks = {
  released_in_a_row: number;
  not_found_in_a_row: number;
  /** The people whose pages on Instagram weren't as expected. Each person is listed once. */
  unexpected_people: readonly string[];
  vanished_in_a_row: number;
  undelivered_in_a_row: number;
};

export const noStreaks: Streaks = {
  released_in_a_row: 0,
  not_found_in_a_row: 0,
  unexpected_people: [],
  vanished_in_a_row: 0,
  undelivered_in_a_row: 0,
};

const maxUnexpectedPeople = 3;
const maxNotFound = 10;
const maxVanished = 2;
const maxUndelivered = 3;

type End = {
  outcome: DeliveryOutcome;
  reason: ReasonCode | null;
  recipient: string;
  /** Whether this outcome comes from a later check of the same message. Such an outcome must not be counted twice. */
  isLaterCheck: boolean;
};

/** Returns the streaks after one more outcome, and the reason to stop the account, if any. */
export function nextStreaks(before: Streaks, end: End): { streaks: Streaks; stop: StopReason | null } {
  const { outcome, reason, isLaterCheck } = end;
  if (outcome === 'sent') return { streaks: noStreaks, stop: null };
  const isReleased = outcome === 'released';
  const streaks = {
    released_in_a_row: isReleased ? before.released_in_a_row + 1 : 0,
    not_found_in_a_row: notFoundAfter(before, outcome),
    unexpected_people:
      reason !== null && reasonOf(reason).isUnexpectedPage === true
        ? [...new Set([...before.unexpected_people, end.recipient])]
        : before.unexpected_people,
    vanished_in_a_row: before.vanished_in_a_row + (reason === 'no_bubble' && !isLaterCheck ? 1 : 0),
    undelivered_in_a_row: before.undelivered_in_a_row + (reason === 'not_delivered' && !isLaterCheck ? 1 : 0),
  };
  return { streaks, stop: isReleased ? null : stopOf(streaks) };
}

/**
 * Returns how many people in a row weren't found. A released claim leaves the count unchanged, because it doesn't show whether the person
 * exists.
 */
function notFoundAfter({ not_found_in_a_row }: Streaks, outcome: DeliveryOutcome): number {
  if (outcome === 'released') return not_found_in_a_row;
  return outcome === 'not_found' ? not_found_in_a_row + 1 : 0;
}

/**
 * Returns the reason to stop the account, or null. A lost connection can also keep messages from being delivered, so the limit for vanished
 * and undelivered messages together is one higher than the limit for vanished messages alone.
 */
function stopOf(streaks: Streaks): StopReason | null {
  const { unexpected_people, not_found_in_a_row, vanished_in_a_row, undelivered_in_a_row } = streaks;
  if (unexpected_people.length >= maxUnexpectedPeople) return 'unexpected_pages';
  if (not_found_in_a_row >= maxNotFound) return 'many_not_found';
  if (vanished_in_a_row >= maxVanished) return 'messages_vanish';
  return vanished_in_a_row + undelivered_in_a_row >= maxUndelivered ? 'messages_fail' : null;
}
