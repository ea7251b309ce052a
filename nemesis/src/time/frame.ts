import { AsyncLocalStorage } from 'node:async_hooks';

/** What the virtual clock has to know about an agent's process. */
export type Actor = {
  name: string;
  state: 'awake' | 'frozen' | 'dead';
  /** How far its computer's clock is ahead of true time. */
  clockOffsetMs: number;
};

/** Whose code is running: an agent's or a server's. Without a frame, it's the nemesis's own. */
export type Frame =
  | {
      side: 'agent';
      actor: Actor;
      /** The turn, or whatever else the agent is doing. */
      lane: string;
    }
  | { side: 'server'; call: ServerCall };

/** One call that a server is handling, and what happens to it. */
export type ServerCall = {
  server: number;
  /** Whether its process has ended and can no longer reach the database. */
  isDead: boolean;
  /** What happens at a commit. */
  atCommit: 'store' | 'cut_before' | 'cut_after' | 'freeze';
  /** How many commits succeed before that one. */
  commitsBefore: number;
};

const frames = new AsyncLocalStorage<Frame | undefined>();

export function currentFrame(): Frame | undefined {
  return frames.getStore();
}

export function inFrame<T>(frame: Frame | undefined, work: () => T): T {
  return frames.run(frame, work);
}
