import { setTimeout as wait } from 'node:timers/promises';

/** Calls `ask` repeatedly until it returns the expected result or time runs out. Returns the last result. */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > deadline) return answer;
    await wait(50);
  }
}
