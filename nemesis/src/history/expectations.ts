import { reasonOf } from '@sandpiper/contract/reasons';
import type { StopReason } from '@sandpiper/contract/reasons';
import { trueNow } from '../time/virtual-time.ts';

/*
 * What the servers' answers promised, and therefore which messages may be sent. When the database loses its last commits, it
 * also loses the promises made in them.
 */

type Held = {
  /** When the hold began, as a position in the history. */
  order: number;
  /** When the hold ends. Null if the owner has to review the account. */
  until: number | null;
  /** When an earlier, timed hold ends. That hold applies again after the owner has ended the current hold. */
  restsUntil: number;
};

/** A person on the do-not-contact list. With `isInFlight`, the server answered that a message may already be on its way. */
type Forbidden = { order: number; isInFlight: boolean };
type GoAhead = {
  order: number;
  isForgotten: boolean;
  /** The latest go-ahead for the same claim. */
  last: { order: number; at: number; pausedUntil: number };
};

export type Expectations = {
  held: Map<number, Held>;
  forbidden: Map<string, Forbidden>;
  /** The first and the latest go-ahead for each claim. */
  goAheads: Map<string, GoAhead>;
  /** Claims that got a go-ahead, including claims whose answer was lost on the way to the agent. */
  committed: Set<string>;
  /** Recipients whose status the user has set. */
  setByUser: Set<number>;
};

export function noExpectations(): Expectations {
  return { held: new Map(), forbidden: new Map(), goAheads: new Map(), committed: new Set(), setByUser: new Set() };
}

/** The expectations that are kept when the database returns to an earlier state. A go-ahead can't be taken back. */
export type Given = 'goAheads' | 'committed';

/** Copies the expectations, except the go-ahead records, so that the history can return to these expectations later. */
export function copyOf({ held, forbidden, setByUser }: Expectations): Omit<Expectations, Given> {
  return { held: new Map(held), forbidden: new Map(forbidden), setByUser: new Set(setByUser) };
}

const timedHoldMs = 24 * 3_600_000;

export function isHeld({ held }: Expectations, account: number): boolean {
  const found = held.get(account);
  return found !== undefined && (found.until === null || found.until > trueNow());
}

/** Records that an account must be on hold, because a server has learned that Instagram restricts the account. */
export function expectHold(
  expectations: Expectations,
  { account, reason, order }: { account: number; reason: StopReason; order: number },
): void {
  const isTimed = reasonOf(reason).hold === 'timed';
  const known = isHeld(expectations, account) ? expectations.held.get(account) : undefined;
  if (known !== undefined && (isTimed || known.until === null)) return;
  const until = isTimed ? trueNow() + timedHoldMs : null;
  expectations.held.set(account, { order, until, restsUntil: known?.until ?? 0 });
}

/** Records that the owner ended an account's hold. After that, only an earlier, timed hold still applies. */
export function expectRelease({ held }: Expectations, account: number): void {
  const found = held.get(account);
  if (found !== undefined) held.set(account, { ...found, until: found.restsUntil });
}

/** Records a go-ahead. `pausedUntil` is when the account's delay before its next message ends. */
export function expectGoAhead(
  { goAheads }: Expectations,
  claimId: string,
  { order, pausedUntil }: { order: number; pausedUntil: number },
): void {
  const last = { order, at: trueNow(), pausedUntil };
  const known = goAheads.get(claimId);
  if (known === undefined) goAheads.set(claimId, { order, isForgotten: false, last });
  else known.last = last;
}
