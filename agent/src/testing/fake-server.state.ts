import type { AgentRequestType, ClaimedRequest, DeliveryOutcome, RequestAccount } from '@sandpiper/contract/agent';
import type { ErrorCode } from '@sandpiper/contract/errors';

export type FakeAccount = {
  id: number;
  name: string;
  path: string;
  credentials?: { username: string; password: string };
};
export type FakeDelivery = {
  id: number;
  profileId: number | null;
  recipient: string;
  text: string;
  status: 'pending' | 'claimed' | 'unknown' | 'sent' | 'failed' | 'not_found';
  fence: number;
  attempts: number;
  /** Some claim of it ended without a word: it may have been sent. */
  verifyFirst: boolean;
  /** The agent was told to go ahead under the claim of now. */
  mayHaveLeft: boolean;
  /** How often its claims were prolonged. */
  renewals: number;
  /** Fence and outcome of the report that was taken last. */
  reported: string | null;
  reports: { outcome: DeliveryOutcome; reason: string | null; detail: string | null }[];
};
export type FakeRequest = ClaimedRequest & {
  status: 'pending' | 'running' | 'completed' | 'failed';
  results: unknown;
  error: string | null;
};

/** A server that keeps the rules the agent relies on, in memory. Only the calls of an agent are there. */
export type FakeServer = {
  url: string;
  accounts: FakeAccount[];
  deliveries: FakeDelivery[];
  requests: FakeRequest[];
  blocked: Map<number, string>;
  hellos: unknown[];
  /** Hellos that only asked. */
  checks: unknown[];
  signOffs: number;
  /** How often the agent asked whether its code was approved. */
  pairingAsks: number;
  /** Settings a test may change while it runs. */
  behaviour: {
    token: string;
    sandbox: boolean;
    maySend: boolean;
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
