import { reasonOf, type ReasonCode } from './reasons.ts';

/*
 * The states of a delivery (one person in one campaign) and the events that change them. The server stores exactly what
 * `nextDelivery` returns, except that it withdraws pending people in one statement. The agent's tests use that function in place of a
 * server. docs/architecture.md has the diagram.
 */

export const deliveryStatuses = [
  'pending',
  'claimed',
  'committed',
  'sent',
  'not_found',
  'failed',
  'unknown',
  'skipped',
  'withdrawn',
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryOutcomes = ['sent', 'not_found', 'failed', 'unknown', 'released', 'skipped'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/**
 * The current or last claim on a delivery, made by one computer for one account. A request about the delivery contains only the claim's ID,
 * which implies the computer and the account. The request's token proves which computer sent it.
 */
export type Claim = { claimId: string; installationId: string; profileId: number };

export type DeliveryState = {
  status: DeliveryStatus;
  claim: Claim | null;
  /** Failed attempts that count toward the user's retry limit. */
  failures: number;
  /**
   * How many attempts were interrupted since the last counted failure, for example because the lease expired. Doesn't include
   * interruptions that the account or its computer caused.
   */
  releases: number;
  /** How many times the agent reported that it doesn't know whether a committed message was sent. */
  checks: number;
  /** For each problem that this person may have caused, the account that had the problem. */
  troubledProfileIds: readonly number[];
  reason: ReasonCode | null;
};

export type Report = {
  outcome: DeliveryOutcome;
  reason: ReasonCode | null;
  /** The user's retry limit. */
  maxRetries: number;
  /**
   * How many of the campaign's accounts can send. Matters only for problems that the person may have caused: if fewer than two accounts
   * can send, the second problem ends the delivery.
   */
  usableAccounts: number;
};

export type DeliveryEvent =
  | { type: 'claim'; claim: Claim }
  | { type: 'commit'; claim: Claim }
  /** The lease expired. */
  | { type: 'expire' }
  | ({ type: 'report'; claim: Claim } & Report)
  /** The server stops waiting for a report on whether the message was sent. */
  | { type: 'give_up'; reason: 'not_reported' | 'ended_before_known' }
  | { type: 'skip'; reason: ReasonCode }
  /** The person was removed from the list. */
  | { type: 'withdraw' }
  /** The user has checked whether the message was sent. */
  | { type: 'resolve'; wasSent: boolean }
  /** The user wants to retry a person who failed. */
  | { type: 'retry' };

export type DeliveryChange = {
  state: DeliveryState;
  /** Seconds until the next attempt or check, before the sandbox factor. Null means immediately. Set only for `pending` and `committed`. */
  waitSeconds: number | null;
  /** Whether the person moves to the back of the queue. */
  goesToBack: boolean;
};

const firstWaitSeconds = 60;
const longestWaitSeconds = 3600;
const releaseWaitSeconds = 20;
/** After this many interrupted attempts, the person moves to the back of the queue. After three times as many, the delivery fails. */
const releasesPerRound = 3;
const troubleWaitSeconds = 600;

function backoff(times: number): number {
  return Math.min(firstWaitSeconds * 2 ** Math.max(0, times - 1), longestWaitSeconds);
}

function matches(own: Claim | null, other: Claim): boolean {
  return (
    own !== null &&
    own.claimId === other.claimId &&
    own.installationId === other.installationId &&
    own.profileId === other.profileId
  );
}

type Moved = Partial<DeliveryState> & { waitSeconds?: number | null; goesToBack?: boolean };

function moved(before: DeliveryState, { waitSeconds = null, goesToBack = false, ...to }: Moved): DeliveryChange {
  return { state: { ...before, ...to }, waitSeconds, goesToBack };
}

/**
 * Handles reports that nothing was sent. If the delivery becomes pending again, its claim is cleared, so a repeated report
 * changes nothing.
 */
function reportUnsent(before: DeliveryState, report: Report, by: number): DeliveryChange {
  const change = endUnsent(before, report, by);
  return change.state.status === 'pending' ? { ...change, state: { ...change.state, claim: null } } : change;
}

function endUnsent(before: DeliveryState, report: Report, by: number): DeliveryChange {
  const { outcome, reason, maxRetries } = report;
  if (outcome === 'not_found') return moved(before, { status: 'not_found', reason });
  if (outcome === 'skipped') return moved(before, { status: 'skipped', reason });
  if (outcome === 'released') return givenBack(before, reason);
  const cause = reason === null ? null : reasonOf(reason);
  if (cause?.isTrouble === true) return troubled(before, report, by);
  const failures = before.failures + 1;
  const isFinal = cause?.kind !== 'retry' || failures > maxRetries;
  if (isFinal) return moved(before, { status: 'failed', failures, reason });
  return moved(before, { status: 'pending', failures, releases: 0, reason, waitSeconds: backoff(failures) });
}

/** Returns the person to the queue. If the account or its computer was the cause, the person can be claimed again immediately. */
function givenBack(before: DeliveryState, reason: ReasonCode | null): DeliveryChange {
  const isAtPerson = reason === null || reasonOf(reason).isAtPerson === true;
  return isAtPerson ? backInQueue(before, reason) : moved(before, { status: 'pending', reason });
}

function backInQueue(before: DeliveryState, reason: ReasonCode | null): DeliveryChange {
  const releases = before.releases + 1;
  if (releases >= releasesPerRound * 3)
    return moved(before, { status: 'failed', releases, reason: 'given_back_often' });
  const isRoundOver = releases % releasesPerRound === 0;
  const waitSeconds = isRoundOver ? troubleWaitSeconds : releaseWaitSeconds;
  return moved(before, { status: 'pending', releases, reason, waitSeconds, goesToBack: isRoundOver });
}

/**
 * Handles problems that the person may have caused. One account can have the same problem again and again while the other
 * accounts are resting, so the retry limit applies here as well.
 */
function troubled(before: DeliveryState, { reason, maxRetries, usableAccounts }: Report, by: number): DeliveryChange {
  const troubledProfileIds = [...before.troubledProfileIds, by];
  const times = troubledProfileIds.length;
  const accounts = new Set(troubledProfileIds).size;
  if (accounts > 1 || (usableAccounts < 2 && times > 1) || times > maxRetries)
    return moved(before, { status: 'failed', troubledProfileIds, reason });
  return moved(before, {
    status: 'pending',
    troubledProfileIds,
    reason,
    waitSeconds: troubleWaitSeconds,
    goesToBack: true,
  });
}

/**
 * Handles reports about a committed delivery, which never becomes pending again. After too many checks without a result, the
 * delivery becomes unknown.
 */
function reportCommitted(before: DeliveryState, { outcome, reason, maxRetries }: Report): DeliveryChange {
  if (outcome === 'not_found') return moved(before, { status: 'not_found', reason });
  if (outcome === 'failed') return moved(before, { status: 'failed', reason });
  const checks = before.checks + 1;
  // Something kept the agent from checking, so it is still unknown whether the message was sent.
  if (outcome !== 'unknown') return moved(before, { waitSeconds: backoff(1) });
  const isOver = reason === 'no_note' || checks > maxRetries + 1;
  return moved(before, {
    status: isOver ? 'unknown' : 'committed',
    checks,
    reason,
    waitSeconds: isOver ? null : backoff(checks),
  });
}

function reported(before: DeliveryState, event: { claim: Claim } & Report): DeliveryChange | null {
  if (!matches(before.claim, event.claim)) return null;
  const { status } = before;
  // The user said that nothing was sent. If the agent knows that the message was sent, the agent's report wins.
  if (before.reason === 'said_not_sent')
    return event.outcome === 'sent' ? moved(before, { status: 'sent', reason: null }) : null;
  const isOpen = status === 'pending' || status === 'claimed' || status === 'committed' || status === 'unknown';
  if (!isOpen) return null;
  if (event.outcome === 'sent') return moved(before, { status: 'sent', reason: null });
  // The server may have lost its record of the go-ahead, so it trusts the agent's report that the message may have been sent.
  if (status === 'committed' || event.outcome === 'unknown') {
    return status === 'unknown' ? null : reportCommitted({ ...before, status: 'committed' }, event);
  }
  if (status !== 'unknown') return reportUnsent(before, event, event.claim.profileId);
  const isCertain = event.outcome === 'failed' || event.outcome === 'not_found';
  return isCertain
    ? moved(before, { status: event.outcome === 'failed' ? 'failed' : 'not_found', reason: event.reason })
    : null;
}

/**
 * Resets a failed delivery as if it had never been tried. Doesn't reset deliveries that failed only because the user said that nothing was
 * sent. For those, the agent may still report that it sent the message. In all other failures, nothing was sent. The old claim is cleared,
 * so a repeated report about it changes nothing.
 */
function retried(before: DeliveryState): DeliveryChange | null {
  if (before.status !== 'failed' || before.reason === 'said_not_sent') return null;
  return moved(before, {
    status: 'pending',
    claim: null,
    failures: 0,
    releases: 0,
    checks: 0,
    troubledProfileIds: [],
    reason: null,
  });
}

/** Applies an event to a delivery. Returns null if nothing changes. */
export function nextDelivery(before: DeliveryState, event: DeliveryEvent): DeliveryChange | null {
  const { status } = before;
  switch (event.type) {
    case 'claim':
      return status === 'pending' ? moved(before, { status: 'claimed', claim: event.claim }) : null;
    case 'commit':
      if (!matches(before.claim, event.claim)) return null;
      return status === 'claimed' || status === 'committed' ? moved(before, { status: 'committed' }) : null;
    case 'expire':
      return status === 'claimed' ? backInQueue(before, 'lease_lost') : null;
    case 'report':
      return reported(before, event);
    case 'give_up':
      return status === 'committed' ? moved(before, { status: 'unknown', reason: event.reason }) : null;
    case 'skip':
      return status === 'pending' || status === 'claimed'
        ? moved(before, { status: 'skipped', reason: event.reason })
        : null;
    case 'withdraw':
      return status === 'pending' || status === 'claimed' ? moved(before, { status: 'withdrawn' }) : null;
    case 'resolve':
      if (status !== 'unknown') return null;
      return moved(
        before,
        event.wasSent ? { status: 'sent', reason: null } : { status: 'failed', reason: 'said_not_sent' },
      );
    case 'retry':
      return retried(before);
  }
}

/** Checks whether the message was sent or may have been sent. Such messages count toward the account's limits. */
export function mayHaveLeft(status: DeliveryStatus): boolean {
  return status === 'committed' || status === 'sent' || status === 'unknown';
}

/** Returns what a delivery with this status adds to its campaign's counters. */
export function countersOf(status: DeliveryStatus): { list: number; sent: number; failed: number; skipped: number } {
  const isOut = status === 'skipped' || status === 'withdrawn';
  return {
    list: isOut ? 0 : 1,
    sent: status === 'sent' ? 1 : 0,
    failed: status === 'failed' || status === 'not_found' || status === 'unknown' ? 1 : 0,
    skipped: status === 'skipped' ? 1 : 0,
  };
}
