import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countersOf, deliveryOutcomes, deliveryStatuses, nextDelivery } from './delivery-states.ts';
import type { DeliveryState, DeliveryStatus, Report } from './delivery-states.ts';
import type { ReasonCode } from './reasons.ts';
import { claim, fresh, report, stateOf } from './testing/deliveries.ts';

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
    const effect =
      to === null ? `is ignored after ${from}` : to === from ? `keeps ${from}` : `changes ${from} to ${to}`;
    it(`of ${outcome}${reason === null ? '' : ` (${reason})`} ${effect}`, () => {
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

  it('of a problem with the account or its computer returns the person to the queue immediately, and does not count as an attempt', () => {
    for (const reason of ['profile_in_use', 'network', 'firefox_missing', 'signed_out'] as const) {
      const next = nextDelivery(stateOf('claimed'), report('released', reason));
      const { failures, releases } = next?.state ?? fresh;
      assert.deepEqual([next?.waitSeconds, next?.goesToBack, failures, releases], [null, false, 0, 0], reason);
    }
  });

  it('of an interrupted attempt makes the person wait, moves them to the back of the queue every third time, and fails the delivery the ninth time', () => {
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

describe('a problem that the person may have caused', () => {
  const meet = (state: DeliveryState, profileId: number, more: Partial<Report> = {}) => {
    const by = { ...claim, profileId };
    const end = nextDelivery(
      { ...state, status: 'claimed', claim: by },
      { ...report('failed', 'unexpected_page', more), claim: by },
    );
    assert.ok(end);
    return end;
  };

  it('moves the person to the back of the queue, and ends the delivery as failed if a second account has a problem', () => {
    const first = meet(fresh, 1);
    assert.deepEqual([first.state.status, first.goesToBack, first.waitSeconds], ['pending', true, 600]);
    const second = meet(first.state, 2);
    assert.deepEqual([second.state.status, second.state.reason], ['failed', 'unexpected_page']);
  });

  for (const reason of ['unexpected_dialog', 'unexpected_page', 'page_refused', 'profile_not_shown'] as const) {
    it(`can have the reason ${reason}`, () => {
      const first = nextDelivery(stateOf('claimed'), report('failed', reason));
      assert.deepEqual([first?.state.troubledProfileIds, first?.goesToBack], [[claim.profileId], true]);
    });
  }

  it('ends the delivery as failed the second time it happens, if only one account can send', () => {
    const first = meet(fresh, 1, { usableAccounts: 1 });
    assert.equal(first.state.status, 'pending');
    assert.equal(meet(first.state, 1, { usableAccounts: 1 }).state.status, 'failed');
  });

  it('ends the delivery as failed after the last retry, even if no other account has tried', () => {
    let { state } = meet(fresh, 1, { maxRetries: 2 });
    ({ state } = meet(state, 1, { maxRetries: 2 }));
    assert.equal(state.status, 'pending');
    assert.equal(meet(state, 1, { maxRetries: 2 }).state.status, 'failed');
  });
});

describe('a committed delivery whose outcome is not known yet', () => {
  it('waits longer and longer between checks, and becomes unknown when the checks without a result exceed the retry limit by two', () => {
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

  it('keeps its number of checks if the agent could not check the conversation', () => {
    const end = nextDelivery(stateOf('committed', { checks: 1 }), report('released', 'profile_in_use'));
    assert.deepEqual([end?.state.status, end?.state.checks, end?.waitSeconds], ['committed', 1, 60]);
  });

  for (const reason of ['not_reported', 'ended_before_known'] as const) {
    it(`becomes unknown if the server gives up with the reason ${reason}`, () => {
      const end = nextDelivery(stateOf('committed'), { type: 'give_up', reason });
      assert.deepEqual([end?.state.status, end?.state.reason], ['unknown', reason]);
    });
  }

  it('is neither skipped nor withdrawn, and stays committed when its lease expires', () => {
    for (const event of [{ type: 'skip', reason: 'cool_off' }, { type: 'withdraw' }, { type: 'expire' }] as const) {
      assert.equal(nextDelivery(stateOf('committed'), event), null, event.type);
    }
  });
});

describe('the user’s answer', () => {
  it('is corrected only by a report that the message was sent', () => {
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

describe('a campaign’s counters', () => {
  it('count everyone who was not skipped or withdrawn, and count an unknown outcome as failed', () => {
    const one = { list: 1, sent: 0, failed: 0, skipped: 0 };
    for (const status of ['pending', 'claimed', 'committed'] as const)
      assert.deepEqual(countersOf(status), one, status);
    for (const status of ['failed', 'not_found', 'unknown'] as const)
      assert.deepEqual(countersOf(status), { ...one, failed: 1 }, status);
    assert.deepEqual(countersOf('sent'), { ...one, sent: 1 });
    assert.deepEqual(countersOf('skipped'), { ...one, list: 0, skipped: 1 });
    assert.deepEqual(countersOf('withdrawn'), { ...one, list: 0 });
  });
});
