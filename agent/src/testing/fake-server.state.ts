import type { z } from 'zod';
import type { agentApi, AgentRequestType, ClaimedRequest, RequestAccount } from '@sandpiper/contract/agent';
import type { DeliveryOutcome, DeliveryState } from '@sandpiper/contract/delivery-states';
import type { ErrorCode } from '@sandpiper/contract/errors';
import type { ReasonCode, StopReason } from '@sandpiper/contract/reasons';

export type FakeAccount = {
  id: number;
  name: string;
  path: string;
  credentials?: { username: string; password: string };
};
export type FakeDelivery = {
  id: number;
  recipient: string;
  text: string;
  messageKey: string;
  state: DeliveryState;
  /** Not to be given out before this time, in milliseconds. */
  waitsUntil: number;
  /** Lower ones are given out first. */
  place: number;
  /** How often its claims were renewed. */
  renewals: number;
  /** How often the agent asked for the go-ahead. */
  commits: number;
  /** The report that was taken last since it was given out. */
  lastReport: string | null;
  reports: { outcome: DeliveryOutcome; reason: ReasonCode | null; detail: string | null }[];
};
export type FakeRequest = ClaimedRequest & {
  status: 'pending' | 'running' | 'completed' | 'failed';
  results: unknown;
  error: string | null;
};

export type FakeSync = z.output<(typeof agentApi)['POST /api/agent/sync']['body']>;

/** A server that keeps the rules the agent relies on, in memory. Only the calls of an agent are there. */
export type FakeServer = {
  url: string;
  accounts: FakeAccount[];
  deliveries: FakeDelivery[];
  requests: FakeRequest[];
  /** Why accounts were stopped. */
  held: Map<number, StopReason>;
  /** Calls, in the order in which they came. */
  calls: string[];
  syncs: FakeSync[];
  /** Syncs that only asked. */
  checks: FakeSync[];
  signOffs: number;
  /** How often the agent asked whether its code was approved. */
  pairingAsks: number;
  /** Settings a test may change while it runs. */
  behaviour: {
    token: string;
    sandbox: boolean;
    /** Why nobody may be sent anything; null: they may. */
    refusal: ReasonCode | null;
    /** Paths that the agent is asked about until it has answered. */
    askedPaths: { profile_id: number; path: string }[];
    /** It keeps asking although it has its answer. */
    asksOnAndOn: boolean;
    /** How long a claim lasts without a sign of life. */
    leaseMs: number;
    /** Every account pauses between two messages. */
    isNothingDue: boolean;
    error: ErrorCode | null;
    isDown: boolean;
    /** A call that fails each time, as `POST /api/…` with `:id`. */
    broken: string | null;
    /** Something in between answers everything with a page and this status. */
    foreignStatus: number | null;
    /** Where the code of a pairing is to be entered. */
    pairingUrl: string | null;
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
