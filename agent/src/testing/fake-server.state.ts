import type { z } from 'zod';
import type { agentApi, AgentRequestType, ClaimedRequest, RequestAccount } from '@sandpiper/contract/agent';
import type { DeliveryOutcome, DeliveryState } from '@sandpiper/contract/delivery-states';
import type { ErrorCode } from '@sandpiper/contract/errors';
import type { PagePackOffer } from '@sandpiper/contract/page-pack';
import type { ReasonCode, StopReason } from '@sandpiper/contract/reasons';

export type FakeAccount = {
  id: number;
  name: string;
  path: string;
  credentials?: { username: string; password: string };
  /** Whether the server has lost the key to the account's password. */
  hasUnreadablePassword?: boolean;
};
export type FakeDelivery = {
  id: number;
  recipient: string;
  text: string;
  messageKey: string;
  state: DeliveryState;
  /** The earliest time at which the agent can claim it, in milliseconds since 1970. */
  waitsUntil: number;
  /** Its place in the queue. Lower numbers come first. */
  place: number;
  /** How many times its claims were renewed. */
  renewals: number;
  /** How many times the agent asked whether it may send. */
  commits: number;
  /** The last report that was accepted since it was claimed, as JSON. */
  lastReport: string | null;
  /** Instagram's id for the message, from a report. */
  messageId: string | null;
  reports: { outcome: DeliveryOutcome; reason: ReasonCode | null; detail: string | null }[];
};
export type FakeRequest = ClaimedRequest & {
  status: 'pending' | 'running' | 'completed' | 'failed';
  results: unknown;
  error: string | null;
};

export type FakeSync = z.output<(typeof agentApi)['POST /api/agent/sync']['body']>;

/** An in-memory server with the rules that the agent relies on. It only answers an agent's calls. */
export type FakeServer = {
  url: string;
  accounts: FakeAccount[];
  deliveries: FakeDelivery[];
  requests: FakeRequest[];
  /** Why accounts were stopped, by account id. */
  held: Map<number, StopReason>;
  /** The calls, in order. */
  calls: string[];
  syncs: FakeSync[];
  /** The syncs from `doctor`. */
  checks: FakeSync[];
  signOffs: number;
  /** How many times the agent asked whether its code was approved. */
  pairingAsks: number;
  /** Tests may change these while the server runs. */
  behavior: {
    token: string;
    sandbox: boolean;
    /** Why the agent may not send, or null if it may. */
    refusal: ReasonCode | null;
    /** The paths that the agent is asked about until it answers. */
    askedPaths: { profile_id: number; path: string }[];
    /** Whether to keep asking about the paths after the answer. */
    asksOnAndOn: boolean;
    /** How long a claim lasts without a renewal, in milliseconds. */
    leaseMs: number;
    /** Whether every account is pausing between two messages. */
    isNothingDue: boolean;
    error: ErrorCode | null;
    isDown: boolean;
    /** A call that always fails, written as `POST /api/…` with `:id`. */
    broken: string | null;
    /** If set, every call gets a web page with this status, as from a network between the agent and the server. */
    foreignStatus: number | null;
    /** The page for approving the pairing code. */
    pairingUrl: string | null;
    /** The page pack that the server offers: the offer and the file. */
    pagePack: { offer: PagePackOffer; file: unknown } | null;
    /** The page pack key that the server sends when a computer is paired. */
    pagePackKey: string | null;
    /** How far the server's clock is ahead of this computer's, in milliseconds. */
    clockOffMs: number;
  };
  addDelivery: (recipient: string, text: string) => FakeDelivery;
  addRequest: (
    type: AgentRequestType,
    given?: Partial<Pick<ClaimedRequest, 'profile_name' | 'profile_path' | 'is_default'>> & {
      accounts?: RequestAccount[];
    },
  ) => FakeRequest;
  close: () => Promise<void>;
};
