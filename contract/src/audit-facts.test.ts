import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditFacts } from './audit-facts.texts.ts';

test('what is recorded about an act is said in words', () => {
  const detail = { reason: 'wrong password', is_blocked: true, browser: 'Firefox on Linux', left: 3 };
  const changes = { is_active: { from: true, to: false }, subscription_end_date: { from: null, to: '2027-01-01' } };
  assert.deepEqual(auditFacts({ detail, changes }), [
    'reason: wrong password',
    'further attempts are blocked for a while',
    'with Firefox on Linux',
    'recovery codes left: 3',
    'active: yes → no',
    'subscription end date: none → 2027-01-01',
  ]);
});

test('what says nothing is left out', () => {
  const detail = { is_blocked: false, reason: null, browser: null, name: '' };
  assert.deepEqual(auditFacts({ detail, changes: {} }), []);
});
