import { setTimeout as wait } from 'node:timers/promises';

/** Asks again until the answer is as wanted, or time is up; answers what it saw last. */
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
