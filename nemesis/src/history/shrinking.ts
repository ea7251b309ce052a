import type { HistoryEvent } from './events.ts';
import { runHistory } from './run.ts';
import type { Outcome } from './run.ts';
import type { Ground } from './history.ts';

/* Delta debugging: removes more and more events as long as the same violation still occurs. */

const names = /\b(?:anna|ben|cleo|dina|emil|finn|gina|hugo|iris|jack|[ABC][123])\b/gu;
const kindLength = 45;

/** Returns the beginning of a violation's text without names and numbers, so that violations of the same kind compare as equal. */
function kindOf(violation: string): string {
  return violation
    .replace(names, '_')
    .replace(/[0-9a-f-]{8,}/gu, '#')
    .replace(/\d+/gu, '#')
    .slice(0, kindLength);
}

/** A shrunk history. `kept` are the numbers of the remaining events. */
export type Shrunk = { kept: number[]; outcome: Outcome; tries: number };

type Failing = { seed: string; events: readonly HistoryEvent[]; outcome: Outcome };

/** Returns the events with these numbers. */
export function keep(events: readonly HistoryEvent[], kept: readonly number[]): HistoryEvent[] {
  return kept.flatMap((number) => events[number] ?? []);
}

/** Returns how many events had happened by the time of the failure. */
function lengthOf({ lines }: Outcome, events: readonly HistoryEvent[]): number {
  const last = lines.findLast((line) => /^ *\d+ /u.test(line)) ?? '';
  return Math.min(events.length, Number(/^ *(\d+) /u.exec(last)?.[1] ?? events.length) + 1);
}

/** Searches for a shorter list of events that fails in the same way, in at most `mostTries` tries. */
export async function shrink(ground: Ground, failing: Failing, mostTries: number): Promise<Shrunk> {
  const { seed, events, outcome } = failing;
  const kind = kindOf(outcome.violations[0] ?? '');
  const best: Shrunk = { kept: [...events.keys()], outcome, tries: 0 };
  const attempt = async (kept: number[]): Promise<void> => {
    if (kept.length >= best.kept.length || best.tries >= mostTries) return;
    best.tries += 1;
    const tried = await runHistory(ground, seed, keep(events, kept));
    if (kindOf(tried.violations[0] ?? '') === kind) Object.assign(best, { kept, outcome: tried });
  };
  // Events after the first sign of the failure can't have contributed to the failure.
  await attempt(best.kept.slice(0, lengthOf(outcome, events)));
  for (let size = Math.ceil(best.kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = best.kept.length - size; at > -size; at -= size) {
      const start = Math.max(0, at);
      await attempt([...best.kept.slice(0, start), ...best.kept.slice(start + size)]);
    }
  }
  return best;
}
