import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditFacts } from './audit-facts.texts.ts';

const day = (time: string) => time.slice(0, 10);

test('the details and changes of an event are turned into readable text', () => {
  const detail = { reason: 'wrong password', is_blocked: true, browser: 'Firefox on Linux', left: 3 };
  const changes = { is_active: { from: true, to: false }, subscription_end_date: { from: null, to: '2027-01-01' } };
  assert.deepEqual(auditFacts({ detail, changes }, day), [
    'reason: wrong password',
    'further attempts are blocked for a while',
    'with Firefox on Linux',
    'recovery codes left: 3',
    'active: yes → no',
    'subscription end date: none → 01-01-2027',
  ]);
});

test('changes to retention periods and assignees say what their numbers mean', () => {
  const changes = {
    campaign_logs: { from: null, to: 1825 },
    assigned_to: { from: null, to: 15 },
  };
  assert.deepEqual(auditFacts({ detail: {}, changes }, day), [
    'campaign logs: forever → 1825 days',
    'assigned to user ID: none → 15',
  ]);
});

test('details without information are omitted', () => {
  const detail = { is_blocked: false, reason: null, browser: null, name: '' };
  assert.deepEqual(auditFacts({ detail, changes: {} }, day), []);
});

test('a time is formatted if it is the entire value, but not if it is part of a longer text', () => {
  const detail = { expires_at: '2026-12-02T21:00:42.430Z', note: 'On 2026-12-02T21:00:42.430Z' };
  assert.deepEqual(auditFacts({ detail, changes: {} }, day), ['expires at: 2026-12-02', `note: ${detail.note}`]);
});
