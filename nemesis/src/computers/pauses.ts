import type { Answer, Question } from '../servers/calls.ts';
import type { Actor } from '../time/frame.ts';

/*
 * The points at which an agent's code pauses until the history lets it continue: an API call, a journal line, or a step in the
 * browser. Each of an agent's lanes pauses at one point at a time. Heartbeats pause separately from the lanes.
 */

type At = { actor: Actor; computer: number; lane: string; label: string };

export type CallPause = At & {
  kind: 'call';
  question: Question;
  /** The answer that arrived while the agent was frozen. Null if no answer has arrived. */
  given: Answer | null;
  answer: (answer: Answer) => void;
  /** Makes the call fail as if the connection had broken. */
  fail: () => void;
};

export type JournalPause = At & {
  kind: 'journal';
  /** Writes the whole line, or only its first half, to disk. */
  write: (part: 'all' | 'half') => Promise<void>;
  go: () => void;
  fail: (error: Error) => void;
};

export type PagePause = At & {
  kind: 'page';
  go: () => void;
  /** Closes the window as its user would. */
  close: () => void;
};

export type Pause = CallPause | JournalPause | PagePause;

export type Pauses = {
  add: (pause: Pause) => void;
  /** Returns the point at which a lane is paused, or null if it isn't paused, for example because its code is sleeping or has finished. */
  at: (computer: number, lane: string) => Pause | null;
  /**
   * Returns the journal line that a computer is writing. Lines are written one at a time, so other lanes may be waiting to write
   * theirs.
   */
  atJournal: (computer: number) => JournalPause | null;
  /** Removes a pause, so that the paused code can be resumed. Returns false if the pause had already been removed. */
  take: (pause: Pause) => boolean;
  /** Removes and returns the heartbeats (calls that renew leases) of awake agents. Agents send them independently of their turns. */
  takeHeartbeats: () => CallPause[];
  /** Removes all pauses of a process. Returns the process's unanswered requests, except for heartbeats. */
  forget: (actor: Actor) => Question[];
  /** Marks a file operation as in progress until its promise settles. */
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
