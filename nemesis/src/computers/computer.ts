import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { AgentContext } from '../../../agent/src/tasks/agent.context.ts';
import type { Question } from '../servers/calls.ts';
import type { Actor } from '../time/frame.ts';
import type { World } from '../world/world.ts';
import type { WatchedJournal } from './journal.copies.ts';
import type { Pauses } from './pauses.ts';

export type LaneState = {
  isOver: boolean;
  /** When the lane may claim again, according to the server's last answer. Null if that answer contained no time. */
  notBefore: number | null;
  /** Whether the lane's last turn got a person to message or a message to check. */
  hadSomebody: boolean;
};

/** One run of an agent's process. It executes the agent's real tasks. */
export type AgentRun = {
  actor: Actor;
  agent: AgentContext;
  /**
   * The agent's lanes, which work at the same time: one for each account's turns, one for the syncs, and so on. A lane stays here
   * after its work is done.
   */
  lanes: Map<string, LaneState>;
  /** Each account's latest claim. */
  claims: Map<number, ClaimedDelivery>;
  begin: (lane: string) => void;
  /** Stops the agent as its user would. */
  stop: () => void;
  /** Closes the files that the process had open when it ended. */
  abandon: () => Promise<void>;
};

/** A simulated computer with an agent and the Firefox profiles of some accounts. */
export type Computer = {
  number: number;
  /** The agent's data folder. */
  folder: string;
  /** The agent's token. Null if the agent isn't paired or its token was revoked. */
  token: string | null;
  clockOffsetMs: number;
  /** When the computer's clock was last set, as a position in the history. */
  clockSteppedAt: number;
  journal: WatchedJournal;
  /** The current run of the agent. Null if the agent isn't running. */
  run: AgentRun | null;
  /** The number of events for which the agent will stay frozen. */
  frozenFor: number;
  /** When the agent last synced, by the history's clock. */
  syncedAt: number;
  /** The work that the last sync returned. */
  work: { account: number; dueAt: string | null }[];
  /** Accounts whose Firefox profile the user has open. */
  inUse: Set<number>;
};

/** What the history simulates around an agent's process. */
export type Surroundings = {
  pauses: Pauses;
  world: World;
  nextOrder: () => number;
  /** Keeps a request that a server may still get, even though its sender has given up. */
  late: (question: Question) => void;
  hasPath: (computer: number, path: string) => boolean;
  press: (given: { computer: number; claim: ClaimedDelivery; showsFrom: number }) => void;
  /** Called when the agent exits with a message for its user. */
  failed: (computer: Computer, error: Error) => void;
};
