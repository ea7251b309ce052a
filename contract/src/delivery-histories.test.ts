import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryOutcomes, deliveryStatuses, nextDelivery } from './delivery-states.ts';
import type { Claim, DeliveryEvent, DeliveryState, DeliveryStatus } from './delivery-states.ts';
import { reasonCodes } from './reasons.ts';
import { claim, fresh, report } from './testing/deliveries.ts';

/** Returns a random number generator. The same seed always gives the same numbers. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function pick<T>(random: (below: number) => number, from: readonly T[]): T {
  const one = from[random(from.length)];
  assert.ok(one !== undefined);
  return one;
}

const claims: readonly Claim[] = [
  claim,
  { ...claim, claimId: 'c2' },
  { ...claim, installationId: 'i2' },
  { ...claim, profileId: 2 },
];

function randomEvent(random: (below: number) => number): DeliveryEvent {
  const by = pick(random, claims);
  const events: readonly DeliveryEvent[] = [
    { type: 'claim', claim: by },
    { type: 'claim', claim: by },
    { type: 'commit', claim: by },
    { type: 'expire' },
    { type: 'give_up', reason: pick(random, ['not_reported', 'ended_before_known']) },
    { type: 'skip', reason: 'do_not_contact' },
    { type: 'withdraw' },
    { type: 'resolve', wasSent: random(2) === 0 },
    { type: 'retry' },
  ];
  // Half of the events are reports. Most others are claims, commits and expired leases, so that few histories end early.
  if (random(2) === 0) {
    const told = { outcome: pick(random, deliveryOutcomes), reason: pick(random, [null, ...reasonCodes]) };
    return { ...report(told.outcome, told.reason), claim: by, maxRetries: 1 + random(3), usableAccounts: random(3) };
  }
  return events[random(random(4) === 0 ? events.length : 4)] ?? { type: 'expire' };
}

type Step = { before: DeliveryState; event: DeliveryEvent; after: DeliveryState | null };

/** Yields every step of many random histories. */
function* histories(): Generator<Step> {
  for (let seed = 1; seed <= 4000; seed += 1) {
    const random = randomFrom(seed * 7919);
    let before = fresh;
    for (let length = 0; length < 25; length += 1) {
      const event = randomEvent(random);
      const after = nextDelivery(before, event)?.state ?? null;
      yield { before, event, after };
      before = after ?? before;
    }
  }
}

const told = ({ before, event, after }: Step) => JSON.stringify({ before, event, after });

describe('the state machine, given random events', () => {
  const steps = [...histories()];

  it('reaches every status and makes each of the most important transitions at least once', () => {
    const moves = new Set(steps.map(({ before, after }) => `${before.status} ${after?.status ?? ''}`));
    for (const status of deliveryStatuses)
      assert.ok(
        [...moves].some((move) => move.endsWith(` ${status}`)),
        status,
      );
    for (const move of [
      'unknown sent',
      'committed failed',
      'claimed pending',
      'pending sent',
      'committed unknown',
      'failed pending',
    ]) {
      assert.ok(moves.has(move), move);
    }
  });

  it('moves a delivery back to pending only if it was claimed, or if the user retries it', () => {
    for (const step of steps) {
      if (step.after?.status !== 'pending' || step.event.type === 'retry') continue;
      assert.ok(step.before.status === 'claimed' || step.before.status === 'pending', told(step));
    }
  });

  it('resets a delivery on a retry only if it definitely failed', () => {
    for (const step of steps) {
      if (step.event.type !== 'retry') continue;
      const isCertain = step.before.status === 'failed' && step.before.reason !== 'said_not_sent';
      assert.deepEqual(step.after, isCertain ? fresh : null, told(step));
    }
  });

  it('changes a final status only on a retry, or when an agent’s report corrects the user’s answer', () => {
    const ends = new Set<DeliveryStatus>(['sent', 'not_found', 'failed', 'skipped', 'withdrawn']);
    for (const step of steps) {
      const isCorrected = step.before.reason === 'said_not_sent' && step.after?.status === 'sent';
      const isRetried = step.before.status === 'failed' && step.event.type === 'retry';
      assert.ok(!ends.has(step.before.status) || step.after === null || isCorrected || isRetried, told(step));
    }
  });

  it('ends a committed delivery only on a report about its own claim, or when the server gives up waiting for a report', () => {
    for (const step of steps) {
      const { before, event, after } = step;
      if (before.status !== 'committed' || after === null || after.status === 'committed') continue;
      const isOwn = event.type === 'report' && JSON.stringify(event.claim) === JSON.stringify(before.claim);
      assert.ok(isOwn || (event.type === 'give_up' && after.status === 'unknown'), told(step));
    }
  });

  it('ignores commits and reports from another claim, computer or account', () => {
    for (const step of steps) {
      const { before, event, after } = step;
      if (event.type !== 'report' && event.type !== 'commit') continue;
      if (JSON.stringify(event.claim) !== JSON.stringify(before.claim)) assert.equal(after, null, told(step));
    }
  });

  it('ignores a duplicate report, unless it reports another check without a result', () => {
    for (const step of steps) {
      const { event, after } = step;
      if (event.type !== 'report' || after === null) continue;
      const again = nextDelivery(after, event);
      const isLook = after.status === 'committed' && again !== null;
      assert.ok(again === null || (isLook && ['committed', 'unknown'].includes(again.state.status)), told(step));
    }
  });

  it('keeps a claim unchanged until the claim ends', () => {
    for (const step of steps) {
      const { before, event, after } = step;
      if (after === null || event.type === 'claim' || after.claim === null) continue;
      assert.deepEqual(after.claim, before.claim, told(step));
    }
  });

  it('never retries a person forever, whether the claims end with reports or with expired leases', () => {
    for (const again of [
      report('released'),
      report('released', 'took_too_long'),
      report('failed', 'page_failed'),
      report('failed', 'unexpected_page'),
      { type: 'expire' } as const,
    ]) {
      let state = fresh;
      let claimed = 0;
      for (; state.status === 'pending' && claimed < 50; claimed += 1) {
        state = nextDelivery(state, { type: 'claim', claim })?.state ?? state;
        state = nextDelivery(state, again)?.state ?? state;
      }
      assert.equal(state.status, 'failed', again.type);
      assert.ok(claimed <= 9, `${claimed}`);
    }
  });
});
