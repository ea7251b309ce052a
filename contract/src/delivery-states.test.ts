import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countersOf, deliveryOutcomes, deliveryStatuses, nextDelivery } from './delivery-states.ts';
import type { Claim, DeliveryEvent, DeliveryState, DeliveryStatus, Report } from './delivery-states.ts';
import { reasonCodes } from './reasons.ts';
import type { ReasonCode } from './reasons.ts';

const claim: Claim = { claimId: 'c1', installationId: 'i1', profileId: 1 };

const fresh: DeliveryState = {
  status: 'pending',
  claim: null,
  failures: 0,
  releases: 0,
  checks: 0,
  troubledProfileIds: [],
  reason: null,
};

function stateOf(status: DeliveryStatus, more: Partial<DeliveryState> = {}): DeliveryState {
  return { ...fresh, status, claim: status === 'pending' ? null : claim, ...more };
}

function report(outcome: Report['outcome'], reason: ReasonCode | null = null, more: Partial<Report> = {}) {
  return { type: 'report', claim, outcome, reason, maxRetries: 3, usableAccounts: 2, ...more } as const;
}

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
  // Half of the events are reports. Events that always end the delivery are rare, so that histories get long.
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

describe('any sequence of events', () => {
  const steps = [...histories()];

  it('reaches every status and the most important transitions', () => {
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

  it('returns only claimed deliveries to pending, never committed ones, unless the user retries', () => {
    for (const step of steps) {
      if (step.after?.status !== 'pending' || step.event.type === 'retry') continue;
      assert.ok(step.before.status === 'claimed' || step.before.status === 'pending', told(step));
    }
  });

  it('resets a delivery on a retry only if it certainly failed', () => {
    for (const step of steps) {
      if (step.event.type !== 'retry') continue;
      const isCertain = step.before.status === 'failed' && step.before.reason !== 'said_not_sent';
      assert.deepEqual(step.after, isCertain ? fresh : null, told(step));
    }
  });

  it('changes a final status only by a retry, or when an agent corrects the user', () => {
    const ends = new Set<DeliveryStatus>(['sent', 'not_found', 'failed', 'skipped', 'withdrawn']);
    for (const step of steps) {
      const isCorrected = step.before.reason === 'said_not_sent' && step.after?.status === 'sent';
      const isRetried = step.before.status === 'failed' && step.event.type === 'retry';
      assert.ok(!ends.has(step.before.status) || step.after === null || isCorrected || isRetried, told(step));
    }
  });

  it('ends a committed delivery only when its claim reports, or when no report arrives in time', () => {
    for (const step of steps) {
      const { before, event, after } = step;
      if (before.status !== 'committed' || after === null || after.status === 'committed') continue;
      const isOwn = event.type === 'report' && JSON.stringify(event.claim) === JSON.stringify(before.claim);
      assert.ok(isOwn || (event.type === 'give_up' && after.status === 'unknown'), told(step));
    }
  });

  it('ignores commits and reports of another claim, computer or account', () => {
    for (const step of steps) {
      const { before, event, after } = step;
      if (event.type !== 'report' && event.type !== 'commit') continue;
      if (JSON.stringify(event.claim) !== JSON.stringify(before.claim)) assert.equal(after, null, told(step));
    }
  });

  it('ignores a repeated report, unless it is another check without a result', () => {
    for (const step of steps) {
      const { event, after } = step;
      if (event.type !== 'report' || after === null) continue;
      const again = nextDelivery(after, event);
      const isLook = after.status === 'committed' && again !== null;
      assert.ok(again === null || (isLook && ['committed', 'unknown'].includes(again.state.status)), told(step));
    }
  });

  it('keeps the same claim until it ends', () => {
    for (const step of steps) {
      const { before, event, after } = step;
      if (after === null || event.type === 'claim' || after.claim === null) continue;
      assert.deepEqual(after.claim, before.claim, told(step));
    }
  });

  it('keeps the counters equal to the sum of all deliveries, and never below zero', () => {
    const sums = { list: 1, sent: 0, failed: 0, skipped: 0 };
    for (const { before, after } of steps) {
      const [from, to] = [countersOf(before.status), countersOf((after ?? before).status)];
      for (const counter of ['list', 'sent', 'failed', 'skipped'] as const) {
        if (before === fresh) sums[counter] = countersOf('pending')[counter];
        sums[counter] += to[counter] - from[counter];
        assert.ok(sums[counter] >= 0 && sums[counter] <= 1, counter);
        assert.equal(sums[counter], to[counter], counter);
      }
      assert.ok(to.list >= to.sent + to.failed, 'pending is what is left of the list');
    }
  });

  it('never retries a person forever, whether reports or lost leases end the claims', () => {
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

const outcomeTable: readonly [
  from: DeliveryStatus,
  outcome: Report['outcome'],
  reason: ReasonCode | null,
  to: DeliveryStatus | null,
][] = [
  ['claimed', 'sent', null, 'sent'],
  ['claimed', 'not_found', 'not_found', 'not_found'],
  ['claimed', 'skipped', 'conversation', 'skipped'],
  ['claimed', 'released', null, 'pending'],
  ['claimed', 'released', 'profile_in_use', 'pending'],
  ['claimed', 'released', 'rate_limited', 'pending'],
  ['claimed', 'failed', 'page_failed', 'pending'],
  ['claimed', 'failed', 'unexpected_dialog', 'pending'],
  ['claimed', 'failed', 'recipient_refuses_requests', 'failed'],
  ['claimed', 'failed', null, 'failed'],
  ['claimed', 'unknown', 'interrupted', 'committed'],
  ['claimed', 'unknown', 'no_note', 'unknown'],
  ['committed', 'sent', null, 'sent'],
  ['committed', 'not_found', 'not_found', 'not_found'],
  ['committed', 'failed', 'not_sent', 'failed'],
  ['committed', 'failed', 'page_failed', 'failed'],
  ['committed', 'unknown', 'no_bubble', 'committed'],
  ['committed', 'unknown', 'no_note', 'unknown'],
  ['committed', 'released', 'network', 'committed'],
  ['committed', 'skipped', 'conversation', 'committed'],
  ['unknown', 'sent', null, 'sent'],
  ['unknown', 'failed', 'not_sent', 'failed'],
  ['unknown', 'not_found', 'not_found', 'not_found'],
  ['unknown', 'unknown', 'no_bubble', null],
  ['unknown', 'released', 'network', null],
  ['unknown', 'skipped', 'conversation', null],
  ['sent', 'failed', 'not_sent', null],
  ['failed', 'sent', null, null],
  ['not_found', 'sent', null, null],
  ['skipped', 'sent', null, null],
  ['withdrawn', 'sent', null, null],
];

describe('a report', () => {
  for (const [from, outcome, reason, to] of outcomeTable) {
    it(`of ${outcome}${reason === null ? '' : ` (${reason})`} makes ${from} ${to ?? 'nothing else'}`, () => {
      const next = nextDelivery(stateOf(from), report(outcome, reason));
      assert.equal(next?.state.status ?? null, to);
    });
  }

  it('is still accepted from the agent whose lease expired, but only once', () => {
    const lost = nextDelivery(stateOf('claimed'), { type: 'expire' })?.state ?? fresh;
    assert.deepEqual([lost.status, lost.reason], ['pending', 'lease_lost']);
    const late = nextDelivery(lost, report('failed', 'page_failed'))?.state ?? fresh;
    assert.deepEqual([late.status, late.failures, late.claim], ['pending', 1, null]);
    assert.equal(nextDelivery(late, report('failed', 'page_failed')), null);
  });

  it('of a failure makes the person wait longer each time, and is final after the last retry', () => {
    const waits: (number | null)[] = [];
    let state = fresh;
    for (let tries = 0; tries < 9 && state.status === 'pending'; tries += 1) {
      const end = nextDelivery(
        { ...state, status: 'claimed', claim },
        report('failed', 'page_failed', { maxRetries: 7 }),
      );
      assert.ok(end);
      waits.push(end.waitSeconds);
      ({ state } = end);
    }
    assert.deepEqual(waits, [60, 120, 240, 480, 960, 1920, 3600, null]);
    assert.deepEqual([state.status, state.reason, state.failures], ['failed', 'page_failed', 8]);
  });

  it('caused by the account or its computer frees the person at once, and does not count as a try', () => {
    for (const reason of ['profile_in_use', 'network', 'firefox_missing', 'signed_out'] as const) {
      const next = nextDelivery(stateOf('claimed'), report('released', reason));
      const { failures, releases } = next?.state ?? fresh;
      assert.deepEqual([next?.waitSeconds, next?.goesToBack, failures, releases], [null, false, 0, 0], reason);
    }
  });

  it('of a person returned untried makes them wait, then go to the back of the queue, and finally fail', () => {
    const moves: string[] = [];
    let state = fresh;
    for (let times = 0; times < 9; times += 1) {
      const end = nextDelivery({ ...state, status: 'claimed', claim }, report('released', 'window_closed'));
      assert.ok(end);
      moves.push(`${end.state.status} ${end.waitSeconds}${end.goesToBack ? ' back' : ''}`);
      ({ state } = end);
    }
    const round = ['pending 20', 'pending 20', 'pending 600 back'];
    assert.deepEqual(moves, [...round, ...round, 'pending 20', 'pending 20', 'failed null']);
    assert.equal(state.reason, 'given_back_often');
  });
});

describe('trouble that the person may cause', () => {
  const meet = (state: DeliveryState, profileId: number, more: Partial<Report> = {}) => {
    const by = { ...claim, profileId };
    const end = nextDelivery(
      { ...state, status: 'claimed', claim: by },
      { ...report('failed', 'unexpected_page', more), claim: by },
    );
    assert.ok(end);
    return end;
  };

  it('moves them to the back of the queue first, and fails them with that reason at the second account', () => {
    const first = meet(fresh, 1);
    assert.deepEqual([first.state.status, first.goesToBack, first.waitSeconds], ['pending', true, 600]);
    const second = meet(first.state, 2);
    assert.deepEqual([second.state.status, second.state.reason], ['failed', 'unexpected_page']);
  });

  it('fails them at the second time if only one account can send', () => {
    const first = meet(fresh, 1, { usableAccounts: 1 });
    assert.equal(first.state.status, 'pending');
    assert.equal(meet(first.state, 1, { usableAccounts: 1 }).state.status, 'failed');
  });

  it('fails them after the last retry, even if no other account gets to them', () => {
    let { state } = meet(fresh, 1, { maxRetries: 2 });
    ({ state } = meet(state, 1, { maxRetries: 2 }));
    assert.equal(state.status, 'pending');
    assert.equal(meet(state, 1, { maxRetries: 2 }).state.status, 'failed');
  });
});

describe('a committed delivery with an unknown outcome', () => {
  it('is checked once more than the retry limit, with longer and longer waits, and then becomes unknown', () => {
    const waits: (number | null)[] = [];
    let state = stateOf('committed');
    while (state.status === 'committed') {
      const end = nextDelivery(state, report('unknown', 'history_not_shown', { maxRetries: 2 }));
      assert.ok(end);
      waits.push(end.waitSeconds);
      ({ state } = end);
    }
    assert.deepEqual(waits, [60, 120, 240, null]);
    assert.deepEqual([state.status, state.reason], ['unknown', 'history_not_shown']);
  });

  it('does not count a check that the agent was kept from making', () => {
    const end = nextDelivery(stateOf('committed', { checks: 1 }), report('released', 'profile_in_use'));
    assert.deepEqual([end?.state.status, end?.state.checks, end?.waitSeconds], ['committed', 1, 60]);
  });

  for (const reason of ['not_reported', 'ended_before_known'] as const) {
    it(`is given up as ${reason}`, () => {
      const end = nextDelivery(stateOf('committed'), { type: 'give_up', reason });
      assert.deepEqual([end?.state.status, end?.state.reason], ['unknown', reason]);
    });
  }

  it('is neither skipped nor withdrawn, and a lost lease does not free it', () => {
    for (const event of [{ type: 'skip', reason: 'cool_off' }, { type: 'withdraw' }, { type: 'expire' }] as const) {
      assert.equal(nextDelivery(stateOf('committed'), event), null, event.type);
    }
  });
});

describe('the user’s answer', () => {
  it('that a message was not sent is corrected only by the agent that knows it was sent', () => {
    const said = nextDelivery(stateOf('unknown'), { type: 'resolve', wasSent: false })?.state ?? fresh;
    for (const outcome of deliveryOutcomes) {
      assert.equal(nextDelivery(said, report(outcome))?.state.status, outcome === 'sent' ? 'sent' : undefined, outcome);
    }
  });

  it('ends a delivery only if its outcome is unknown', () => {
    for (const status of deliveryStatuses) {
      const said = [true, false].map((wasSent) => nextDelivery(stateOf(status), { type: 'resolve', wasSent })?.state);
      const expected = status === 'unknown' ? ['sent null', 'failed said_not_sent'] : [undefined, undefined];
      assert.deepEqual(
        said.map((state) => (state === undefined ? undefined : `${state.status} ${state.reason}`)),
        expected,
        status,
      );
    }
  });
});
