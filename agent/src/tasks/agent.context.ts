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

/** What the agent has learned since it started. Nothing here protects an account: that is in the journal or on the server. */
export type AgentState = {
  isPaused: boolean;
  /** The server runs in sandbox mode. */
  isSandbox: boolean;
  /** Milliseconds to add to this computer's clock to get the server's. */
  clockOffsetMs: number;
  isConnected: boolean;
  /** Another running process has this agent's identity. */
  isRunningTwice: boolean;
  username: string | null;
  lastOutcome: string | null;
  /** The last line shown for each account, by its id. */
  lastLines: Map<number, string>;
  /** How often each outcome occurred. */
  counts: Record<DeliveryOutcome, number>;
  /** How often Instagram's server answered a sent message in each way. */
  answers: Record<AnswerKind, number>;
  /** Why accounts stopped, as sentences, by account id. */
  stopped: Map<number, string>;
  /** Reports that the server refuses, as sentences, by claim id. */
  refusedReports: Map<string, string>;
  /** Claims that are being reported. */
  reporting: Set<string>;
  /** The day on which each account's pages were last found as expected, by account id. */
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

/** Milliseconds. */
export type AgentTiming = {
  /** Between two syncs. */
  presenceMs: number;
  /** First wait after a failed call; later waits grow. */
  reconnectMs: number;
  /** Between two syncs while another process has this agent's identity. */
  runningTwiceMs: number;
  /** How long an account waits after a claim that returned nothing. */
  cooldownMs: number;
  /** How long the server's "not yet" counts at most: without a socket, nothing announces that it has changed. */
  askAgainMs: number;
  /** How long an account waits at least after it released a claim. */
  releasedMs: number;
  /** How long one attempt, or one sign-in, may take as a whole. */
  attemptMs: number;
  /** After which a slow sign-in is mentioned on the terminal. */
  signInNoticeMs: number;
  /** No two messages of an account are closer to each other, before sandbox mode divides it. */
  shortestPauseMs: number;
  /** How long to ask the server whether Enter may be pressed. */
  commitMs: number;
  /** How long a message waits for a check or a sign-in in the same window. */
  busyWindowMs: number;
  /** How long an account waits while the server refuses its report. */
  refusedReportMs: number;
  /** After which an unused window is closed. */
  idleWindowMs: number;
  /** How long a stopping agent tries to send its reports. */
  lastReportMs: number;
};

export const defaultTiming: AgentTiming = {
  presenceMs: 15_000,
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
  /** Whether this computer has the Firefox profile at an account's path, and the folder's canonical path. */
  findProfile: (path: string) => Promise<{ isMine: boolean; folder: string }>;
  windows: Windows;
  instagram: Instagram;
  pagePacks: PagePacks;
  journal: Journal;
  diagnosticReports: DiagnosticReports;
  terminal: Terminal;
  log: Logger;
  state: AgentState;
  /** Aborted when the agent must stop; it starts nothing new then. */
  signal: AbortSignal;
  /** Ends the agent with a message for the user. */
  fail: (error: Error) => void;
  /** Stored passwords may be typed and windows shown: the windows are visible, or the site is on this computer. */
  maySignIn: boolean;
  maxWindows: number;
  timing: AgentTiming;
};

export function deliveryLabel(delivery: Pick<ClaimedDelivery, 'profile_name' | 'recipient'>): string {
  return `${delivery.profile_name} → ${delivery.recipient}`;
}
