import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Hours } from '@sandpiper/contract/account-limits';
import { goAheadMs } from '@sandpiper/contract/limits';
import { refusalOf, refusalOfPeople } from './sending-rules.service.ts';
import type { AccountFacts } from './sending-rules.service.ts';

const office: Hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));

/** Returns facts about an account that only its hours can keep from sending. */
function factsAt(at: Date): AccountFacts {
  return {
    sender: {
      is_deleted: false,
      is_active: true,
      is_held: false,
      held_until: null,
      installation_id: 'computer',
      has_to_wait: false,
      next_due_at: null,
      role: 'user',
      awaits_restore: false,
      subscription_end_date: '2999-12-31',
    },
    installationId: 'computer',
    isCampaignRunning: true,
    busyUntil: null,
    ceilingEndsAt: null,
    at,
    budget: { allowed: null, used: 0, rampDay: 1, endsAt: at },
    schedule: { timezone: 'UTC', all: [office] },
  };
}

describe('the end of the sending hours', () => {
  // This is a Tuesday.
  const end = Date.parse('2026-11-24T17:00:00Z');
  const waitBefore = (ms: number) => {
    const refusal = refusalOf('claim', factsAt(new Date(end - ms)));
    return refusal === undefined ? null : [refusal.reason, refusal.not_before];
  };

  it('stops claims until the next hours begin, early enough that Enter is never pressed outside the hours', () => {
    assert.equal(waitBefore(goAheadMs + 1), null);
    for (const ms of [goAheadMs, 1, 0]) {
      assert.deepEqual(waitBefore(ms), ['outside_hours', '2026-11-25T09:00:00.000Z']);
    }
  });
});

describe('the time at which sending continues', () => {
  const allowed = (more: Partial<AccountFacts>) => {
    // This is a Friday.
    const facts = factsAt(new Date('2026-11-27T15:00:00Z'));
    const refusal = refusalOf('claim', { ...facts, ...more });
    return [refusal?.reason, refusal?.not_before];
  };
  const usedUp = { allowed: 1, used: 1, rampDay: 1, endsAt: new Date('2026-11-28T00:00:00Z') };
  const paused = { ...factsAt(new Date()).sender, has_to_wait: true, next_due_at: '2026-11-27T17:10:00.000Z' };
  const monday = '2026-11-30T09:00:00.000Z';

  it('is within the sending hours, whatever the account waits for', () => {
    assert.deepEqual(allowed({ budget: usedUp }), ['over_budget', monday]);
    assert.deepEqual(allowed({ ceilingEndsAt: '2026-11-27T20:00:00.000Z' }), ['daily_ceiling', monday]);
    assert.deepEqual(allowed({ sender: paused }), ['waiting_for_time', monday]);
    const people = { hasFree: false, isKeptFrom: false, hasPending: true, hasCommitted: false, checkAt: null };
    const facts = factsAt(new Date('2026-11-27T15:00:00Z'));
    const retryOf = (retryAt: string) => refusalOfPeople({ ...people, retryAt }, facts)?.not_before;
    assert.equal(retryOf('2026-11-27T17:30:00.000Z'), monday);
    assert.equal(retryOf('2026-11-27T16:30:00.000Z'), '2026-11-27T16:30:00.000Z');
  });

  it('is not before the account can send more messages, even if its hours begin earlier', () => {
    const at = new Date('2026-11-27T07:00:00Z');
    assert.deepEqual(allowed({ at, budget: usedUp }), ['outside_hours', monday]);
    const ceilingEndsAt = '2026-11-27T11:00:00.000Z';
    assert.deepEqual(allowed({ at, ceilingEndsAt }), ['outside_hours', ceilingEndsAt]);
  });
});

describe('hours of the account and the campaign that never overlap', () => {
  it('have their own wait reason, without a time at which sending continues', () => {
    const at = new Date('2026-11-24T12:00:00Z');
    const sunday: Hours = [{ day: 7, from: '09:00', to: '17:00' }];
    const refusal = refusalOf('claim', { ...factsAt(at), schedule: { timezone: 'UTC', all: [office, sunday] } });
    assert.deepEqual([refusal?.reason, refusal?.not_before], ['no_common_hours', null]);
  });
});
