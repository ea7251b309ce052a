import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { Question } from '../servers/calls.ts';
import type { World } from '../world/world.ts';
import type { AgentRun } from './agent.run.ts';
import type { WatchedJournal } from './journal.copies.ts';
import type { Pauses } from './pauses.ts';

/** A computer with an agent and with the Firefox profiles of some accounts. */
export type Computer = {
  number: number;
  /** The agent's data folder. */
  folder: string;
  /** Null: not paired, or its token is worth nothing any more. */
  token: string | null;
  clockOffsetMs: number;
  journal: WatchedJournal;
  /** Null: its agent does not run. */
  run: AgentRun | null;
  /** Events until a frozen one wakes up by itself. */
  frozenFor: number;
  /** What the last sync gave it to do. */
  work: { account: number; dueAt: string | null }[];
  /** Accounts whose Firefox profile its user has open. */
  inUse: Set<number>;
};

/** What an agent's process meets outside itself. */
export type Surroundings = {
  pauses: Pauses;
  world: World;
  nextOrder: () => number;
  /** A question whose asker has given up may still arrive. */
  late: (question: Question) => void;
  hasPath: (computer: number, path: string) => boolean;
  press: (given: { computer: number; claim: ClaimedDelivery; showsFrom: number }) => void;
  /** The agent ends with a message for its user. */
  failed: (computer: Computer, error: Error) => void;
};
