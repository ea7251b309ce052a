import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import type { Windows } from '../browser/window.registry.ts';
import type { AgentIdentity } from '../platform/agent-identity.ts';
import type { Client } from '../platform/api-client.ts';
import type { Journal } from '../platform/journal.ts';
import type { Logger } from '../platform/log-file.ts';
import type { Terminal } from '../platform/terminal.ts';
import type { Instagram } from '../sites/instagram/instagram.ts';

/** What the user's own switch says, what the server said last, and what happened since the start. */
export type AgentState = {
  isPaused: boolean;
  /** The server divides its waiting times. */
  isSandbox: boolean;
  /** Milliseconds to add to this computer's clock to get the server's. */
  clockOffsetMs: number;
  isConnected: boolean;
  /** The server knows another live process with this agent's identity. */
  isRunningTwice: boolean;
  username: string | null;
  lastOutcome: string | null;
  /** What was said last about each account, by its id. */
  lastLines: Map<number, string>;
  /** How often each outcome came since the start. */
  counts: Record<DeliveryOutcome, number>;
  /** What needs the user, in a sentence each, by the account's id. */
  stopped: Map<number, string>;
  /** Reports the server doesn't accept, in a sentence each, by claim id. */
  refusedReports: Map<string, string>;
  /** Claims whose report is on its way. */
  reporting: Set<string>;
  /** Stored sign-ins that Instagram did not accept, as marks, by the account's id. */
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
    isSandbox: false,
    clockOffsetMs: 0,
    isConnected: false,
    isRunningTwice: false,
    username: null,
    lastOutcome: null,
    lastLines: new Map(),
    counts: { sent: 0, failed: 0, not_found: 0, unknown: 0, released: 0, skipped: 0 },
    stopped: new Map(),
    refusedReports: new Map(),
    reporting: new Set(),
    refusedSignIns: new Map(),
    signInTimes: new Map(),
    placed: new Set(),
    nextDueAt: null,
  };
}

/** Milliseconds. */
export type AgentTiming = {
  /** Between two signs of life. */
  presenceMs: number;
  /** First wait after a failed call; it grows from there. */
  reconnectMs: number;
  /** Between two tries while another process has this agent's identity. */
  runningTwiceMs: number;
  /** How long an account rests that has nothing to claim. */
  cooldownMs: number;
  /** How long an account rests that could not begin: the first time, and at most, as it doubles. */
  releasedMs: number;
  longestReleasedMs: number;
  /** How long one attempt, or one sign-in, may take as a whole. */
  attemptMs: number;
  /** After which a sign-in that is under way is mentioned. */
  signInNoticeMs: number;
  /** How long the server may take to answer whether Enter may be pressed. */
  commitMs: number;
  /** How long a check or a sign-in may keep a message from its account's window. */
  busyWindowMs: number;
  /** How long an account waits for a server that does not accept its report. */
  refusedReportMs: number;
  /** After which an unused window is closed. */
  idleWindowMs: number;
  /** How long an agent that ends tries to report what it did. */
  lastReportMs: number;
};

export const usualTiming: AgentTiming = {
  presenceMs: 15_000,
  reconnectMs: 1000,
  runningTwiceMs: 60_000,
  cooldownMs: 20_000,
  releasedMs: 20_000,
  longestReleasedMs: 2 * 60_000,
  attemptMs: 10 * 60_000,
  signInNoticeMs: 2 * 60_000,
  commitMs: 20_000,
  busyWindowMs: 60_000,
  refusedReportMs: 5 * 60_000,
  idleWindowMs: 10 * 60_000,
  lastReportMs: 10_000,
};

/** Everything the tasks work with. */
export type AgentContext = {
  api: Client;
  server: string;
  identity: AgentIdentity;
  /** Whether the Firefox profile an account's path stands for is on this computer, and how this computer writes its folder. */
  findProfile: (path: string) => Promise<{ isMine: boolean; folder: string }>;
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
