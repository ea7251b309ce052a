import type { Answer, Question } from '../servers/calls.ts';
import type { Actor } from '../time/frame.ts';

/*
 * The places where an agent's code waits until the history lets it continue: at a call, at a line of the journal, and
 * at a step in the browser. Each lane of an agent waits at one place at a time.
 */

type At = { actor: Actor; computer: number; lane: string; label: string };

export type CallPause = At & {
  kind: 'call';
  question: Question;
  /** The answer arrived, but the agent was frozen before it could read it. */
  given: Answer | null;
  answer: (answer: Answer) => void;
  /** As if the connection broke. */
  fail: () => void;
};

export type JournalPause = At & {
  kind: 'journal';
  /** Writes the line, or its first half, to disk. */
  write: (part: 'all' | 'half') => Promise<void>;
  go: () => void;
  fail: (error: Error) => void;
};

export type PagePause = At & {
  kind: 'page';
  go: () => void;
  /** The user closes the window. */
  close: () => void;
};

export type Pause = CallPause | JournalPause | PagePause;

export type Pauses = {
  add: (pause: Pause) => void;
  /** Where a lane is waiting; null: its code is sleeping or has finished. */
  at: (computer: number, lane: string) => Pause | null;
  /**
   * The journal line that a computer is writing. Lines are written one at a time, so other lanes may be waiting for it.
   */
  atJournal: (computer: number) => JournalPause | null;
  /** False: it was already taken. */
  take: (pause: Pause) => boolean;
  /** The heartbeats of claims, which are sent beside their turns. */
  takeHeartbeats: () => CallPause[];
  /** Drops everything that waits for this process and returns the requests it had sent. */
  forget: (actor: Actor) => Question[];
  /** Marks a read or write of files as in progress. */
  busy: <T>(work: Promise<T>) => Promise<T>;
  isBusy: () => boolean;
  clear: () => void;
};

export function createPauses(): Pauses {
  const lanes = new Map<string, Pause>();
  let heartbeats: CallPause[] = [];
  let underWay = 0;
  const keyOf = (computer: number, lane: string) => `${computer} ${lane}`;
  return {
    add: (pause) => {
      if (pause.kind === 'call' && pause.label.endsWith('/renew')) heartbeats.push(pause);
      else lanes.set(keyOf(pause.computer, pause.lane), pause);
    },
    at: (computer, lane) => lanes.get(keyOf(computer, lane)) ?? null,
    atJournal: (computer) => {
      for (const pause of lanes.values()) if (pause.kind === 'journal' && pause.computer === computer) return pause;
      return null;
    },
    take: (pause) => {
      const key = keyOf(pause.computer, pause.lane);
      return lanes.get(key) === pause && lanes.delete(key);
    },
    takeHeartbeats: () => {
      const taken = heartbeats.filter(({ actor }) => actor.state === 'awake');
      heartbeats = heartbeats.filter(({ actor }) => actor.state === 'frozen');
      return taken;
    },
    forget: (actor) => {
      heartbeats = heartbeats.filter((pause) => pause.actor !== actor);
      const forgotten = [...lanes].filter(([, pause]) => pause.actor === actor);
      for (const [key] of forgotten) lanes.delete(key);
      return forgotten.flatMap(([, pause]) => (pause.kind === 'call' && pause.given === null ? [pause.question] : []));
    },
    busy: async (work) => {
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
      }
    },
    isBusy: () => underWay > 0,
    clear: () => {
      lanes.clear();
      heartbeats = [];
    },
  };
}
