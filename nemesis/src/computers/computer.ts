import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { AgentContext } from '../../../agent/src/tasks/agent.context.ts';
import type { Question } from '../servers/calls.ts';
import type { Actor } from '../time/frame.ts';
import type { World } from '../world/world.ts';
import type { WatchedJournal } from './journal.copies.ts';
import type { Pauses } from './pauses.ts';

export type LaneState = {
  isOver: boolean;
  /** When it may claim again, according to its last claim. */
  notBefore: number | null;
  /** Whether its last turn got a person. */
  hadSomebody: boolean;
};

/** One run of an agent's process, which executes the real tasks. */
export type AgentRun = {
  actor: Actor;
  agent: AgentContext;
  /** Work in progress: each account's turn, or a sync. */
  lanes: Map<string, LaneState>;
  /** The person that each account is working on. */
  claims: Map<number, ClaimedDelivery>;
  begin: (lane: string) => void;
  /** Stops it, as its user would. */
  stop: () => void;
  /** Closes the files that the process had open when it ended. */
  abandon: () => Promise<void>;
};

/** A computer with an agent and the Firefox profiles of some accounts. */
export type Computer = {
  number: number;
  /** The agent's data folder. */
  folder: string;
  /** Null if it isn't paired or its token was revoked. */
  token: string | null;
  clockOffsetMs: number;
  /** When its clock was last set, as a position in the history. */
  clockSteppedAt: number;
  journal: WatchedJournal;
  /** Null if its agent isn't running. */
  run: AgentRun | null;
  /** How many events a frozen agent stays frozen. */
  frozenFor: number;
  /** The true time of the last sync. */
  syncedAt: number;
  /** The work that the last sync returned. */
  work: { account: number; dueAt: string | null }[];
  /** Accounts whose Firefox profile the user has open. */
  inUse: Set<number>;
};

/** Everything outside an agent's process. */
export type Surroundings = {
  pauses: Pauses;
  world: World;
  nextOrder: () => number;
  /** Keeps a request that may still arrive, although its sender has given up. */
  late: (question: Question) => void;
  hasPath: (computer: number, path: string) => boolean;
  press: (given: { computer: number; claim: ClaimedDelivery; showsFrom: number }) => void;
  /** Called when the agent ends with a message for its user. */
  failed: (computer: Computer, error: Error) => void;
};
