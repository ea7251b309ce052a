import type { z } from 'zod';
import type { agentApi, AgentRequestType, ClaimedRequest, RequestAccount } from '@sandpiper/contract/agent';
import type { DeliveryOutcome, DeliveryState } from '@sandpiper/contract/delivery-states';
import type { ErrorCode } from '@sandpiper/contract/errors';
import type { PagePackOffer } from '@sandpiper/contract/page-pack';
import type { ReasonCode, StopReason } from '@sandpiper/contract/reasons';
import type { UnreadProgress } from '@sandpiper/contract/unread-checks';

export type FakeAccount = {
  id: number;
  name: string;
  path: string;
  credentials?: { username: string; password: string };
  /** Whether the server can't decrypt the account's password anymore. */
  hasUnreadablePassword?: boolean;
};
export type FakeDelivery = {
  id: number;
  recipient: string;
  text: string;
  messageKey: string;
  state: DeliveryState;
  /** The earliest time at which the agent can claim the delivery, in milliseconds since 1970. */
  waitsUntil: number;
  /** The delivery's position in the queue. Lower numbers come first. */
  place: number;
  /** How many times the agent renewed the lease. */
  renewals: number;
  /** How many times the agent asked whether it may send. */
  commits: number;
  /** The last accepted report since the delivery was claimed, as JSON, or null if there is none. */
  lastReport: string | null;
  /** Instagram's ID for the message, if a report contained it. */
  messageId: string | null;
  reports: { outcome: DeliveryOutcome; reason: ReasonCode | null; detail: string | null }[];
};
export type FakeRequest = ClaimedRequest & {
  status: 'pending' | 'running' | 'completed' | 'failed';
  /** The progress that the agent reported, in order. */
  progress: UnreadProgress[];
  results: unknown;
  error: string | null;
};

export type FakeSync = z.output<(typeof agentApi)['POST /api/agent/sync']['body']>;

/** An in-memory server that follows the rules that the agent relies on. It only handles requests from agents. */
export type FakeServer = {
  url: string;
  accounts: FakeAccount[];
  deliveries: FakeDelivery[];
  requests: FakeRequest[];
  /** The stop reasons of accounts on hold, by account ID. */
  held: Map<number, StopReason>;
  /** The requests that the server has handled, as method and path pattern, in order. */
  calls: string[];
  syncs: FakeSync[];
  /** The syncs that the `doctor` command made. */
  checks: FakeSync[];
  signOffs: number;
  /** How many times the agent asked whether its pairing code was approved. */
  pairingAsks: number;
  /** The server's behavior. Tests may change it while the server runs. */
  behavior: {
    token: string;
    sandbox: boolean;
    /** Why the server doesn't let the agent send, or null if it does. */
    refusal: ReasonCode | null;
    /** The profile paths that the server asks the agent about, until the agent answers. */
    askedPaths: { profile_id: number; path: string }[];
    /** Whether the server keeps asking about `askedPaths` after the agent has answered. */
    keepsAsking: boolean;
    /** How long a claim's lease lasts without a renewal, in milliseconds. */
    leaseMs: number;
    /** Whether every account has to wait before its next message. */
    isNothingDue: boolean;
    error: ErrorCode | null;
    isDown: boolean;
    /** A request that always fails, for example `POST /api/agent/deliveries/:id/result`. */
    broken: string | null;
    /** If set, every request gets a web page with this HTTP status, as if something between the agent and the server had responded. */
    foreignStatus: number | null;
    /** The URL of the page for approving the pairing code. */
    pairingUrl: string | null;
    /** The page pack that the server offers, and the file that the agent downloads for it. */
    pagePack: { offer: PagePackOffer; file: unknown } | null;
    /** The public key for page packs, which the server sends when a computer is paired. */
    pagePackKey: string | null;
    /** How far the `Date` header is ahead of this computer's clock, in milliseconds. */
    clockOffMs: number;
  };
  addDelivery: (recipient: string, text: string) => FakeDelivery;
  addRequest: (
    type: AgentRequestType,
    given?: Partial<Pick<ClaimedRequest, 'profile_name' | 'profile_path' | 'is_default' | 'page'>> & {
      accounts?: RequestAccount[];
    },
  ) => FakeRequest;
  close: () => Promise<void>;
};
