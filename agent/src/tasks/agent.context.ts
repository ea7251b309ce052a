import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import type { FoundProfile } from '../browser/profile.access.ts';
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
 * What the agent has learned since it started. A restart loses all of it except `isPaused`, so anything that protects an account belongs in
 * the journal or on the server.
 */
export type AgentState = {
  isPaused: boolean;
  /** Whether the server runs in sandbox mode. */
  isSandbox: boolean;
  /** How far the server's clock is ahead of this computer's, in milliseconds. */
  clockOffsetMs: number;
  isConnected: boolean;
  /** Whether another running process uses the same identity as this agent. */
  isRunningTwice: boolean;
  username: string | null;
  lastOutcome: string | null;
  /** The most recent result line for each account, by account ID. */
  lastLines: Map<number, string>;
  /** How many claims ended with each outcome. Claims that only reported an earlier result aren't counted. */
  counts: Record<DeliveryOutcome, number>;
  /** How many attempts got each kind of response from Instagram's server. */
  answers: Record<AnswerKind, number>;
  /** Why each stopped account stopped, as text for the user, by account ID. */
  stopped: Map<number, string>;
  /** The problem with each report that the server keeps refusing, as text for the user, by report key. */
  refusedReports: Map<string, string>;
  /** What is being reported right now: the claim IDs of results, and `stop` with the account ID for stop reasons. */
  reporting: Set<string>;
  /** Maps each send time that is in the future to when the agent first noticed it. Both times are in milliseconds since 1970. */
  futureSends: Map<number, number>;
  /** The day and the page pack of the last page check that each account passed, by account ID. */
  passedChecks: Map<number, string>;
  /** The IDs of accounts that hold a window slot, whether or not their windows are open. */
  reservedSlots: Set<number>;
  /** When the next message is due, in milliseconds since 1970, or null if unknown. */
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
    futureSends: new Map(),
    passedChecks: new Map(),
    reservedSlots: new Set(),
    nextDueAt: null,
  };
}

/** The agent's intervals, delays and timeouts, in milliseconds. */
export type AgentTiming = {
  /** The usual interval between two syncs. */
  presenceMs: number;
  /** The interval between two syncs while there is nothing to do and the server can announce work through an open socket. */
  restMs: number;
  /** The delay before the first retry of a failed request. The delay grows with each retry, except after a failed claim. */
  reconnectMs: number;
  /** The interval between two syncs while another process uses the same identity as this agent. */
  runningTwiceMs: number;
  /**
   * How long an account waits if the server had no work and didn't say when to claim again. Also applies if a claim failed and retrying it
   * soon wouldn't help.
   */
  cooldownMs: number;
  /** How long the agent may rely on the server's answer that nothing is due. Without a socket, the server can't announce a change. */
  askAgainMs: number;
  /** How long an account waits after it has released a claim. In sandbox mode, it waits a tenth of this time. */
  releasedMs: number;
  /** How long an entire attempt, or an entire sign-in, may take. */
  attemptMs: number;
  /** How long a sign-in may take before the terminal mentions it. */
  signInNoticeMs: number;
  /** The shortest time between two messages from the same account. In sandbox mode, this time is divided by the sandbox factor. */
  shortestPauseMs: number;
  /** How long to keep asking the server whether the agent may press Enter. */
  commitMs: number;
  /** How long a message waits while the account's window is used to count unread messages or to sign in. */
  busyWindowMs: number;
  /** How long an account waits while the server refuses its report. Also the interval between retries of unacknowledged reports. */
  refusedReportMs: number;
  /**
   * How long a window may be unused before the agent closes it, if it's still needed or the owner has to respond in it. Other windows close
   * after `cooldownMs`.
   */
  idleWindowMs: number;
  /** How long the agent keeps trying to send its reports when it stops. */
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

/** Everything that the agent's tasks work with. */
export type AgentContext = {
  api: Client;
  server: string;
  /**
   * Whether the token is the stored one, which was stored for this server. If the token was passed to this run instead, no earlier command
   * has checked the server's URL, so it may be wrong too.
   */
  isPaired: boolean;
  identity: AgentIdentity;
  /** Finds out whether the Firefox profiles at these paths exist on this computer or can be created here. */
  findProfiles: (paths: readonly string[]) => Promise<FoundProfile[]>;
  windows: Windows;
  instagram: Instagram;
  pagePacks: PagePacks;
  journal: Journal;
  diagnosticReports: DiagnosticReports;
  terminal: Terminal;
  log: Logger;
  state: AgentState;
  /** Aborted when the agent must stop. After that, the agent starts nothing new. */
  signal: AbortSignal;
  /** Stops the agent and shows the error to the user. */
  fail: (error: Error) => void;
  /**
   * Whether the agent may type stored passwords and open windows for the user. False if the agent's windows are hidden, unless Instagram's
   * URL points to this computer.
   */
  maySignIn: boolean;
  maxWindows: number;
  timing: AgentTiming;
};

export function deliveryLabel(delivery: Pick<ClaimedDelivery, 'profile_name' | 'recipient'>): string {
  return `${delivery.profile_name} → ${delivery.recipient}`;
}
