import type { HistoryEvent } from './events.ts';
import { runHistory } from './run.ts';
import type { Outcome } from './run.ts';
import type { Ground } from './history.ts';

/* Delta debugging: leaves out events as long as the same thing still goes wrong. */

const names = /\b(?:anna|ben|cleo|dina|emil|finn|gina|hugo|iris|jack|[ABC][123])\b/gu;

/** What a violation is about, whoever it happened to. */
function kindOf(violation: string): string {
  return violation
    .replace(names, '_')
    .replace(/[0-9a-f-]{8,}/gu, '#')
    .replace(/\d+/gu, '#')
    .slice(0, 60);
}

export type Shrunk = { events: HistoryEvent[]; outcome: Outcome; tries: number };

type Failing = { seed: string; events: readonly HistoryEvent[]; outcome: Outcome };

/** Looks for the shortest list of events that still fails alike, for so many tries. */
export async function shrink(ground: Ground, { seed, events, outcome }: Failing, mostTries: number): Promise<Shrunk> {
  const kind = kindOf(outcome.violations[0] ?? '');
  const best: Shrunk = { events: [...events], outcome, tries: 0 };
  const isBetter = async (candidate: HistoryEvent[]): Promise<boolean> => {
    best.tries += 1;
    const tried = await runHistory(ground, seed, candidate);
    if (!tried.violations.some((violation) => kindOf(violation) === kind)) return false;
    Object.assign(best, { events: candidate, outcome: tried });
    return true;
  };
  // What came after the first sign of it had no part in it.
  const last = outcome.lines.findLastIndex((line) => /^ *\d+ /u.test(line));
  const number = Number(/^ *(\d+) /u.exec(outcome.lines[last] ?? '')?.[1] ?? events.length);
  if (number + 1 < events.length) await isBetter(events.slice(0, number + 1));
  for (let size = Math.ceil(best.events.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = Math.max(0, best.events.length - size); ; at -= size) {
      if (best.tries >= mostTries) return best;
      const start = Math.max(0, at);
      const rest = [...best.events.slice(0, start), ...best.events.slice(start + size)];
      if (rest.length < best.events.length) await isBetter(rest);
      if (at <= 0) break;
    }
  }
  return best;
}
