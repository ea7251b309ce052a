import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { AgentContext } from '../../../agent/src/tasks/agent.context.ts';
import type { Question } from '../servers/calls.ts';
import type { Actor } from '../time/frame.ts';
import type { World } from '../world/world.ts';
import type { WatchedJournal } from './journal.copies.ts';
import type { Pauses } from './pauses.ts';

export type LaneState = {
  isOver: boolean;
  /** When its last claim said that asking makes sense again. */
  notBefore: number | null;
  /** Its last turn was given somebody. */
  hadSomebody: boolean;
};

/** One run of an agent's process, with its real tasks. */
export type AgentRun = {
  actor: Actor;
  agent: AgentContext;
  /** What it is doing: a turn of each account, a sync. */
  lanes: Map<string, LaneState>;
  /** The person each account is working on. */
  claims: Map<number, ClaimedDelivery>;
  begin: (lane: string) => void;
  /** Its user ends it. */
  stop: () => void;
  /** Its process is gone: the files it had open are closed. */
  abandon: () => Promise<void>;
};

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
  /** True time of the last sync. */
  syncedAt: number;
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
