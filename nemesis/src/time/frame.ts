import { AsyncLocalStorage } from 'node:async_hooks';

/** A process of an agent, as far as time is concerned. */
export type Actor = {
  name: string;
  state: 'awake' | 'frozen' | 'dead';
  /** What its computer's clock is ahead of the true time. */
  clockOffsetMs: number;
};

/** Whose code is running: an agent's, a server's, or, without a frame, the nemesis's own. */
export type Frame =
  | {
      side: 'agent';
      actor: Actor;
      /** Stands for the turn, or what else the agent is doing. */
      lane: string;
    }
  | { side: 'server'; call: ServerCall };

/** One call that a server is working on, and what is to happen to it. */
export type ServerCall = {
  server: number;
  /** Its process has ended: it reaches the database no more. */
  isDead: boolean;
  /** What happens at a commit. */
  atCommit: 'store' | 'cut_before' | 'cut_after' | 'freeze';
  /** Commits that go well before that one. */
  commitsBefore: number;
};

const frames = new AsyncLocalStorage<Frame | undefined>();

export function currentFrame(): Frame | undefined {
  return frames.getStore();
}

export function inFrame<T>(frame: Frame | undefined, work: () => T): T {
  return frames.run(frame, work);
}
