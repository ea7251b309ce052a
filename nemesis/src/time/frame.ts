import { AsyncLocalStorage } from 'node:async_hooks';

/** What the virtual clock has to know about an agent's process. */
export type Actor = {
  name: string;
  state: 'awake' | 'frozen' | 'dead';
  /** How many milliseconds the computer's clock is ahead of the history's clock. */
  clockOffsetMs: number;
};

/** Whose code is running: an agent's or a server's. Code without a frame is the nemesis's own. */
export type Frame =
  | {
      side: 'agent';
      actor: Actor;
      /** The agent's current work, such as an account's turn. */
      lane: string;
    }
  | { side: 'server'; call: ServerCall };

/** A call or a sweep that a server is handling, and the fault, if any, that occurs at one of its commits. */
export type ServerCall = {
  server: number;
  /** Whether the server's process has ended and can no longer reach the database. */
  isDead: boolean;
  /** What happens at one of the commits. With `store`, the commit succeeds. */
  atCommit: 'store' | 'cut_before' | 'cut_after' | 'freeze';
  /** How many commits succeed before `atCommit` happens. */
  commitsBefore: number;
};

const frames = new AsyncLocalStorage<Frame | undefined>();

export function currentFrame(): Frame | undefined {
  return frames.getStore();
}

export function inFrame<T>(frame: Frame | undefined, work: () => T): T {
  return frames.run(frame, work);
}
