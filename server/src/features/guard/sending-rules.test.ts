import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Hours } from '@sandpiper/contract/account-limits';
import { goAheadMs } from '@sandpiper/contract/limits';
import { refusalOf } from './sending-rules.service.ts';
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

describe('hours of the account and the campaign that never overlap', () => {
  it('have their own wait reason, without a time at which sending continues', () => {
    const at = new Date('2026-11-24T12:00:00Z');
    const sunday: Hours = [{ day: 7, from: '09:00', to: '17:00' }];
    const refusal = refusalOf('claim', { ...factsAt(at), schedule: { timezone: 'UTC', all: [office, sunday] } });
    assert.deepEqual([refusal?.reason, refusal?.not_before], ['no_common_hours', null]);
  });
});
