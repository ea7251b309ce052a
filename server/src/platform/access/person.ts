import type { Role } from '@sandpiper/contract/auth';
import type { Pack } from '@sandpiper/contract/plans';

/** The user who makes a request. */
export type Person = {
  id: number;
  username: string;
  role: Role;
  pack: Pack;
  /** The last day of the subscription, as `yyyy-mm-dd`. Null if the user has no subscription. */
  subscription_end_date: string | null;
  is_active: boolean;
  /** When the user will be deleted, unless they cancel the deletion. Null if no deletion was requested. */
  deletion_due_at: string | null;
  created_at: string;
  last_login: string | null;
  /** When two-factor sign-in was turned on, or null if it is off. */
  two_factor_since: string | null;
  /** The time zone in which the user's days are counted. Null means UTC. */
  timezone: string | null;
};

export type SignedIn = {
  user: Person;
  /** `isRecent` means that the password was entered in this session within the last ten minutes. */
  session: { id: number; tokenHash: Buffer; isRecent: boolean };
};
export type SignedInAgent = {
  user: Person;
  /** `installationId` identifies the agent's computer. It is null before the agent's first sync. */
  agent: { id: number; name: string; installationId: string | null };
};
