import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import type { Windows } from '../browser/window.registry.ts';
import type { AgentIdentity } from '../platform/agent-identity.ts';
import type { Client } from '../platform/api-client.ts';
import type { DiagnosticReports } from '../platform/diagnostic-reports.ts';
import type { Journal } from '../platform/journal.ts';
import type { Logger } from '../platform/log-file.ts';
import type { Terminal } from '../platform/terminal.ts';
import type { Instagram } from '../sites/instagram/instagram.ts';
import type { PagePacks } from '../sites/instagram/page/pack/page-packs.ts';
import type { AnswerKind } from '../sites/instagram/report.ts';

/**
 * What the agent has learned since it started. It's lost on a restart, so anything that protects an account belongs in the journal
 * or on the server instead.
 */
export type AgentState = {
  isPaused: boolean;
  /** Whether the server runs in sandbox mode. */
  isSandbox: boolean;
  /** Milliseconds to add to this computer's clock to get the server's. */
  clockOffsetMs: number;
  isConnected: boolean;
  /** Whether another running process has this agent's identity. */
  isRunningTwice: boolean;
  username: string | null;
  lastOutcome: string | null;
  /** The last line shown for each account, by its id. */
  lastLines: Map<number, string>;
  /** How often each outcome occurred. */
  counts: Record<DeliveryOutcome, number>;
  /** How often Instagram's server gave each kind of answer to a sent message. */
  answers: Record<AnswerKind, number>;
  /** Why accounts stopped, as sentences, by account id. */
  stopped: Map<number, string>;
  /** The reports that the server refuses to accept, as sentences, by the key of the report. */
  refusedReports: Map<string, string>;
  /** Claims that are being reported. */
  reporting: Set<string>;
  /** The last day on which each account's pages were as expected, by account id. */
  checkedDays: Map<number, string>;
  /** Accounts that hold a window slot, with or without an open window. */
  reservedSlots: Set<number>;
  /** When the next message is due, if known. */
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
    answers: { sent: 0, refused: 0, unclear: 0, none: 0 },
    stopped: new Map(),
    refusedReports: new Map(),
    reporting: new Set(),
    checkedDays: new Map(),
    reservedSlots: new Set(),
    nextDueAt: null,
  };
}

/** All times are in milliseconds. */
export type AgentTiming = {
  /** How long to wait between two syncs. */
  presenceMs: number;
  /** How long to wait between two syncs while there is nothing to do and a socket announces work. */
  restMs: number;
  /** The first wait after a failed call. Each further wait is longer. */
  reconnectMs: number;
  /** How long to wait between two syncs while another process has this agent's identity. */
  runningTwiceMs: number;
  /** How long an account waits after a claim that returned nothing. */
  cooldownMs: number;
  /** The longest time that the agent relies on the server's "not yet". Without a socket, the server can't announce a change. */
  askAgainMs: number;
  /** The shortest time that an account waits after it released a claim. */
  releasedMs: number;
  /** How long an entire attempt, or sign-in, may take. */
  attemptMs: number;
  /** After how long the terminal mentions a slow sign-in. */
  signInNoticeMs: number;
  /** The shortest time between two messages from an account, before sandbox mode divides it. */
  shortestPauseMs: number;
  /** How long to keep asking the server whether the agent may press Enter. */
  commitMs: number;
  /** How long a message waits for a check or sign-in in the same window. */
  busyWindowMs: number;
  /** How long an account waits while the server refuses its report. */
  refusedReportMs: number;
  /** After how long an unused window is closed. */
  idleWindowMs: number;
  /** How long a stopping agent keeps trying to send its reports. */
  lastReportMs: number;
};

export const defaultTiming: AgentTiming = {
  presenceMs: 15_000,
  restMs: 60_000,
  reconnectMs: 1000,
  runningTwiceMs: 60_000,
  cooldownMs: 20_000,
  askAgainMs: 5 * 60_000,
  releasedMs: 20_000,
  attemptMs: 10 * 60_000,
  signInNoticeMs: 30_000,
  shortestPauseMs: 20_000,
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
  /** Returns whether this computer has the Firefox profile at an account's path, and the folder's canonical path. */
  findProfile: (path: string) => Promise<{ isMine: boolean; folder: string }>;
  windows: Windows;
  instagram: Instagram;
  pagePacks: PagePacks;
  journal: Journal;
  diagnosticReports: DiagnosticReports;
  terminal: Terminal;
  log: Logger;
  state: AgentState;
  /** Aborted when the agent must stop. From then on, the agent starts nothing new. */
  signal: AbortSignal;
  /** Ends the agent with a message for the user. */
  fail: (error: Error) => void;
  /** Whether the agent may type stored passwords and show windows: the windows are visible, or the site is on this computer. */
  maySignIn: boolean;
  maxWindows: number;
  timing: AgentTiming;
};

export function deliveryLabel(delivery: Pick<ClaimedDelivery, 'profile_name' | 'recipient'>): string {
  return `${delivery.profile_name} → ${delivery.recipient}`;
}
