import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { AgentContext } from '../../../agent/src/tasks/agent.context.ts';
import type { Question } from '../servers/calls.ts';
import type { Actor } from '../time/frame.ts';
import type { World } from '../world/world.ts';
import type { WatchedJournal } from './journal.copies.ts';
import type { Pauses } from './pauses.ts';

export type LaneState = {
  isOver: boolean;
  /** When it may claim again, by its last claim. */
  notBefore: number | null;
  /** Its last turn got a person. */
  hadSomebody: boolean;
};

/** One run of an agent's process, which executes the real tasks. */
export type AgentRun = {
  actor: Actor;
  agent: AgentContext;
  /** Work in progress: a turn of each account, a sync. */
  lanes: Map<string, LaneState>;
  /** The person each account is working on. */
  claims: Map<number, ClaimedDelivery>;
  begin: (lane: string) => void;
  /** The user stops it. */
  stop: () => void;
  /** The process has ended: closes the files it had open. */
  abandon: () => Promise<void>;
};

/** A computer with an agent and the Firefox profiles of some accounts. */
export type Computer = {
  number: number;
  /** The agent's data folder. */
  folder: string;
  /** Null: not paired, or its token was revoked. */
  token: string | null;
  clockOffsetMs: number;
  /** When its clock was last set, in the order of everything that happened. */
  clockSteppedAt: number;
  journal: WatchedJournal;
  /** Null: its agent is not running. */
  run: AgentRun | null;
  /** How many events a frozen agent stays frozen. */
  frozenFor: number;
  /** True time of the last sync. */
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
  /** A request that may still arrive although its sender has given up. */
  late: (question: Question) => void;
  hasPath: (computer: number, path: string) => boolean;
  press: (given: { computer: number; claim: ClaimedDelivery; showsFrom: number }) => void;
  /** The agent ended with a message for its user. */
  failed: (computer: Computer, error: Error) => void;
};
