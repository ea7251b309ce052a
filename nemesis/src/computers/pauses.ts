import type { Answer, Question } from '../servers/calls.ts';
import type { Actor } from '../time/frame.ts';

/*
 * The places where an agent's code waits until the history lets it continue: at a call, at a journal line, or at a step in the
 * browser. Each of an agent's lanes waits at one place at a time.
 */

type At = { actor: Actor; computer: number; lane: string; label: string };

export type CallPause = At & {
  kind: 'call';
  question: Question;
  /** The answer arrived, but the agent was frozen before it could read it. */
  given: Answer | null;
  answer: (answer: Answer) => void;
  /** Fails the call, as if the connection had broken. */
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
  /** Closes the window, as its user would. */
  close: () => void;
};

export type Pause = CallPause | JournalPause | PagePause;

export type Pauses = {
  add: (pause: Pause) => void;
  /** Returns where a lane is waiting, or null if its code is sleeping or has finished. */
  at: (computer: number, lane: string) => Pause | null;
  /**
   * Returns the journal line that a computer is writing. Lines are written one at a time, so other lanes may be waiting for it.
   */
  atJournal: (computer: number) => JournalPause | null;
  /** Takes the pause. Returns false if it was already taken. */
  take: (pause: Pause) => boolean;
  /** Takes the claims' heartbeats, which are sent independently of their turns. */
  takeHeartbeats: () => CallPause[];
  /** Drops this process's pauses. Returns the requests that it had sent. */
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
