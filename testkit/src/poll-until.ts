import { setTimeout as sleep } from 'node:timers/promises';

type PollOptions = { timeoutMs?: number; pollMs?: number };

/**
 * Calls `ask` repeatedly until `isWanted` accepts its answer or the timeout passes. Returns the last answer, which may be one that
 * `isWanted` didn't accept.
 */
export async function pollUntil<Answer>(
  ask: () => Answer | Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
  { timeoutMs = 30_000, pollMs = 50 }: PollOptions = {},
): Promise<Answer> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || performance.now() - startedAt > timeoutMs) return answer;
    await sleep(pollMs);
  }
}
