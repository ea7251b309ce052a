import type { BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { describe, expect, it } from 'vitest';
import { isWaiting, settle, type Tracked } from './tracked-requests.ts';

const none: Tracked = new Map();

function request(id: number, status: BrowserProfileRequest['status']): BrowserProfileRequest {
  const at = '2026-11-21T09:30:00.000Z';
  return {
    id,
    computer_id: null,
    profile_name: null,
    profile_path: null,
    request_type: 'test',
    status,
    results: null,
    error_message: null,
    created_at: at,
    completed_at: null,
  };
}

describe('tracked requests', () => {
  it('include only requests that were unfinished when first seen, and are reported once, when they finish', () => {
    const first = settle(none, [request(1, 'pending'), request(2, 'completed')], 0);
    expect(isWaiting(first.tracked)).toBe(true);
    expect(first.finished).toEqual([]);

    const second = settle(first.tracked, [request(1, 'failed'), request(2, 'completed')], 3000);
    expect(second.finished.map(({ id }) => id)).toEqual([1]);
    expect(isWaiting(second.tracked)).toBe(false);
    expect(settle(second.tracked, [request(1, 'failed')], 6000).finished).toEqual([]);
  });

  it('time out only once, after sixty seconds', () => {
    const first = settle(none, [request(1, 'pending')], 0);
    expect(settle(first.tracked, [request(1, 'pending')], 59_999).givenUp).toEqual([]);
    const late = settle(first.tracked, [request(1, 'pending')], 60_000);
    expect(late.givenUp).toEqual([1]);
    expect(isWaiting(late.tracked)).toBe(false);
    expect(settle(late.tracked, [request(1, 'pending')], 63_000).givenUp).toEqual([]);
  });

  it('are still reported if they finish after timing out', () => {
    const late = settle(settle(none, [request(1, 'running')], 0).tracked, [request(1, 'running')], 60_000);
    expect(settle(late.tracked, [request(1, 'completed')], 60_001).finished).toHaveLength(1);
  });
});
