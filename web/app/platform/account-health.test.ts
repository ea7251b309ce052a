import { describe, expect, it } from 'vitest';
import { buildAccount, buildCampaignAccount, buildHold } from '../testing/builders.ts';
import { healthInCampaign, healthOf } from './account-health.ts';

const until = '2026-11-22T09:30:00.000Z';

describe('an account’s health', () => {
  it.each([
    ['good', {}],
    ['off', { is_active: 0 }],
    ['off', { is_active: 0, hold: buildHold() }],
    ['needs_you', { hold: buildHold() }],
    ['resting', { hold: buildHold({ reason: 'rate_limited', until }) }],
    ['no_computer', { computer: null }],
    ['needs_you', { is_active: 0, double_of: { id: 2, name: 'bakery' } }],
  ] as const)('is %s with %j', (health, changes) => expect(healthOf(buildAccount(changes))).toBe(health));

  it.each([
    ['good', {}],
    ['good', { state: 'waiting', reason: 'over_budget', next_due_at: until }],
    ['off', { state: 'idle', reason: 'account_inactive' }],
    ['no_computer', { state: 'waiting', reason: 'no_computer' }],
    ['needs_you', { state: 'held', reason: 'captcha' }],
    ['resting', { state: 'held', reason: 'rate_limited', next_due_at: until }],
    [null, { is_deleted: true, state: 'done' }],
  ] as const)('is %s in a campaign with %j', (health, changes) =>
    expect(healthInCampaign(buildCampaignAccount(changes))).toBe(health),
  );
});
