import { ApiError } from '@sandpiper/contract/client';
import type { UnreadRequest, UnreadResults } from '@sandpiper/contract/unread-checks';

export const unreadPollMs = 5000;
export const unreadAttempts = 60;

export type CheckOutcome =
  | { kind: 'completed'; results: UnreadResults; at: string }
  | { kind: 'failed'; reason: string | null }
  /** The server refused to tell. */
  | { kind: 'unreadable'; error: unknown }
  | { kind: 'timed-out' }
  | { kind: 'called-off' };

type CheckWork = {
  ask: () => Promise<UnreadRequest>;
  /** Resolves when it is time to ask, or when the work is called off. */
  pause: () => Promise<void>;
  signal: AbortSignal;
};

function outcomeOf(request: UnreadRequest): CheckOutcome | null {
  if (request.status === 'failed') return { kind: 'failed', reason: request.error_message };
  if (request.status !== 'completed') return null;
  if (request.results === null) return { kind: 'failed', reason: null };
  return { kind: 'completed', results: request.results, at: request.completed_at ?? request.created_at };
}

/** Asks for a check until it ended, at most sixty times. A lost connection costs one try and no more. */
export async function followCheck({ ask, pause, signal }: CheckWork): Promise<CheckOutcome> {
  for (let attempt = 0; attempt < unreadAttempts; attempt += 1) {
    await pause();
    if (signal.aborted) return { kind: 'called-off' };
    try {
      const outcome = outcomeOf(await ask());
      if (outcome !== null) return outcome;
    } catch (error) {
      if (signal.aborted) return { kind: 'called-off' };
      const isConnectionLost = error instanceof ApiError && error.status === 0;
      if (!isConnectionLost) return { kind: 'unreadable', error };
    }
  }
  return { kind: 'timed-out' };
}
