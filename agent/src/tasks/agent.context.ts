import type { ClaimedDelivery, DeliveryOutcome } from '@sandpiper/contract/agent';
import type { Windows } from '../browser/window.registry.ts';
import type { Client } from '../platform/api-client.ts';
import type { Journal } from '../platform/journal.ts';
import type { Logger } from '../platform/log-file.ts';
import type { Terminal } from '../platform/terminal.ts';
import type { Gate, Instagram } from '../sites/instagram/instagram.ts';

/** What the user's own switch says, and what the server last told. */
export type AgentState = {
  isPaused: boolean;
  /** Milliseconds to add to this computer's clock to get the server's. */
  clockOffsetMs: number;
  isConnected: boolean;
  username: string | null;
  lastOutcome: string | null;
  /** What was said last about each account, by its id. */
  lastLines: Map<number, string>;
  /** How often each outcome came since the start. */
  counts: Record<DeliveryOutcome, number>;
  /** Why accounts were stopped, in a sentence each, by the account's id. */
  stopped: Map<number, string>;
  /** What the platform held against accounts while they sent nothing; their next claim is answered with it. */
  objections: Map<number, Gate>;
  /** How often in a row an account's Firefox did not start. */
  failedStarts: Map<number, number>;
  /** Stored sign-ins that the platform did not accept, as marks, by the account's id. */
  refusedSignIns: Map<number, string>;
  /** When the agent signed accounts in by itself, by their ids. By the wall clock: a computer sleeps. */
  signInTimes: Map<number, number[]>;
  /** Accounts that have a place for a window, open or not. */
  placed: Set<number>;
  /** When the next message is due; null while nothing is known of one. */
  nextDueAt: number | null;
};

export function freshState(given: Pick<AgentState, 'isPaused'>): AgentState {
  return {
    ...given,
    clockOffsetMs: 0,
    isConnected: false,
    username: null,
    lastOutcome: null,
    lastLines: new Map(),
    counts: { sent: 0, failed: 0, not_found: 0, blocked: 0, unknown: 0, released: 0 },
    stopped: new Map(),
    objections: new Map(),
    failedStarts: new Map(),
    refusedSignIns: new Map(),
    signInTimes: new Map(),
    placed: new Set(),
    nextDueAt: null,
  };
}

/** Milliseconds. */
export type AgentTiming = {
  /** Between two signs of life, and between two looks for work when nothing announces it. */
  presenceMs: number;
  /** First wait after a failed call; it grows from there. */
  reconnectMs: number;
  /** How long an account rests when it could not begin. */
  cooldownMs: number;
  /** After which an unused window is closed. */
  idleWindowMs: number;
  /** How long an agent that ends tries to report what it did. */
  lastReportMs: number;
};

/** Everything the tasks work with. */
export type AgentContext = {
  api: Client;
  server: string;
  windows: Windows;
  instagram: Instagram;
  journal: Journal;
  terminal: Terminal;
  log: Logger;
  state: AgentState;
  /** Given when the agent is to end; nothing new is begun then. */
  signal: AbortSignal;
  /** Ends the agent with a message for the user. */
  fail: (error: Error) => void;
  /** There is a window the user sees, or the site is on this computer: stored sign-ins may be filled in, windows shown. */
  maySignIn: boolean;
  maxWindows: number;
  timing: AgentTiming;
};

export function whoAndWhom(delivery: Pick<ClaimedDelivery, 'profile_name' | 'recipient'>): string {
  return `${delivery.profile_name} → ${delivery.recipient}`;
}
