import { ApiError } from '@sandpiper/contract/client';
import type { UnreadRequest } from '@sandpiper/contract/unread-checks';
import { describe, expect, it } from 'vitest';
import { buildUnreadRequest } from '../../testing/builders.ts';
import { followCheck, unreadAttempts } from './follow-check.ts';

const at = '2026-11-21T09:30:00.000Z';
const results = { profiles_checked: 1, total_unread: 0, results: [] };

function follow(answers: (attempt: number) => UnreadRequest | Error) {
  let attempts = 0;
  const controller = new AbortController();
  const outcome = followCheck({
    signal: controller.signal,
    pause: () => Promise.resolve(),
    ask: () => {
      attempts += 1;
      const answer = answers(attempts);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  return { outcome, controller, attempts: () => attempts };
}

describe('following an unread check', () => {
  it('polls until the check is completed', async () => {
    const { outcome, attempts } = follow((attempt) =>
      buildUnreadRequest(attempt < 3 ? { status: 'running' } : { status: 'completed', results, completed_at: at }),
    );
    expect(await outcome).toEqual({ kind: 'completed', results, at });
    expect(attempts()).toBe(3);
  });

  it('gives up after sixty attempts', async () => {
    const { outcome, attempts } = follow(() => buildUnreadRequest({}));
    expect(await outcome).toEqual({ kind: 'timed-out', isUnderWay: true });
    expect(attempts()).toBe(unreadAttempts);
    expect(unreadAttempts).toBe(60);
    const lost = follow(() => new ApiError('network', 0, { error: 'Lost' }));
    expect(await lost.outcome).toEqual({ kind: 'timed-out', isUnderWay: false });
  });

  it('explains why a check failed', async () => {
    const { outcome } = follow(() => buildUnreadRequest({ status: 'failed', error_message: 'Firefox is missing' }));
    expect(await outcome).toEqual({ kind: 'failed', reason: 'Firefox is missing' });
  });

  it('continues after a lost connection, but not after the server rejects a request', async () => {
    const lost = new ApiError('network', 0, { error: 'Lost' });
    const refused = new ApiError('internal', 500, { error: 'Something broke' });
    const { outcome, attempts } = follow((attempt) => (attempt === 1 ? lost : refused));
    expect(await outcome).toEqual({ kind: 'unreadable', error: refused });
    expect(attempts()).toBe(2);
  });

  it('ends without a failure if the check is cleared in another tab', async () => {
    const { outcome } = follow(() => new ApiError('not_found', 404, { error: 'Request not found' }));
    expect(await outcome).toEqual({ kind: 'cleared' });
  });

  it('ends silently when canceled', async () => {
    const { outcome, controller } = follow(() => buildUnreadRequest({}));
    controller.abort();
    expect(await outcome).toEqual({ kind: 'aborted' });
  });
});
