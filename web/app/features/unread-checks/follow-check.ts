import { ApiError } from '@sandpiper/contract/client';
import type { UnreadRequest, UnreadResults } from '@sandpiper/contract/unread-checks';
import { isNotFound } from '../../platform/failure.ts';

export const unreadPollMs = 5000;
export const unreadAttempts = 60;

export type CheckOutcome =
  | { kind: 'completed'; results: UnreadResults; at: string }
  | { kind: 'failed'; reason: string | null }
  /** The check no longer exists, because it was cleared, perhaps in another tab. */
  | { kind: 'cleared' }
  /** The server returned another error when the check was polled. */
  | { kind: 'unreadable'; error: unknown }
  /** `isUnderWay` is whether the last poll got a response and the check was still unfinished. */
  | { kind: 'timed-out'; isUnderWay: boolean }
  | { kind: 'aborted' };

type CheckWork = {
  ask: () => Promise<UnreadRequest>;
  /** Resolves when it is time for the next poll, or on abort. */
  pause: () => Promise<void>;
  signal: AbortSignal;
};

function outcomeOf(request: UnreadRequest): CheckOutcome | null {
  if (request.status === 'failed') return { kind: 'failed', reason: request.error_message };
  if (request.status !== 'completed') return null;
  if (request.results === null) return { kind: 'failed', reason: null };
  return { kind: 'completed', results: request.results, at: request.completed_at ?? request.created_at };
}

/** Polls a check up to sixty times, until the check ends or the server returns an error. Polls that can't reach the server count too. */
export async function followCheck({ ask, pause, signal }: CheckWork): Promise<CheckOutcome> {
  let isUnderWay = false;
  for (let attempt = 0; attempt < unreadAttempts; attempt += 1) {
    await pause();
    if (signal.aborted) return { kind: 'aborted' };
    isUnderWay = false;
    try {
      const outcome = outcomeOf(await ask());
      if (outcome !== null) return outcome;
      isUnderWay = true;
    } catch (error) {
      if (signal.aborted) return { kind: 'aborted' };
      if (isNotFound(error)) return { kind: 'cleared' };
      const isConnectionLost = error instanceof ApiError && error.status === 0;
      if (!isConnectionLost) return { kind: 'unreadable', error };
    }
  }
  return { kind: 'timed-out', isUnderWay };
}
