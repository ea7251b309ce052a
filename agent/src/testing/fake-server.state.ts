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
  /** The time before which it isn't handed out, in milliseconds. */
  waitsUntil: number;
  /** Deliveries with a lower number are handed out first. */
  place: number;
  /** How often its claims were renewed. */
  renewals: number;
  /** How often the agent asked whether it may send. */
  commits: number;
  /** The last report accepted since it was handed out. */
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
  /** Why accounts were stopped. */
  held: Map<number, StopReason>;
  /** The calls, in order. */
  calls: string[];
  syncs: FakeSync[];
  /** The syncs from `doctor`. */
  checks: FakeSync[];
  signOffs: number;
  /** How often the agent asked whether its code was approved. */
  pairingAsks: number;
  /** Tests may change these while the server runs. */
  behavior: {
    token: string;
    sandbox: boolean;
    /** Why nothing may be sent; null if it may. */
    refusal: ReasonCode | null;
    /** The paths that the agent is asked about until it answers. */
    askedPaths: { profile_id: number; path: string }[];
    /** Whether to keep asking about the paths after the answer. */
    asksOnAndOn: boolean;
    /** How long a claim lasts without a renewal. */
    leaseMs: number;
    /** Whether every account is pausing between two messages. */
    isNothingDue: boolean;
    error: ErrorCode | null;
    isDown: boolean;
    /** A call that always fails, written as `POST /api/…` with `:id`. */
    broken: string | null;
    /** The status with which something between the agent and the server answers every call with a page. */
    foreignStatus: number | null;
    /** The page for approving the pairing code. */
    pairingUrl: string | null;
    /** The page pack that it offers: the offer and the file. */
    pagePack: { offer: PagePackOffer; file: unknown } | null;
    /** The key that it gives when a computer is paired. */
    pagePackKey: string | null;
    /** By how much its clock differs from this computer's. */
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
