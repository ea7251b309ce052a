import type { Role } from '@sandpiper/contract/auth';
import type { Pack } from '@sandpiper/contract/plans';

/** The user who makes a call. */
export type Person = {
  id: number;
  username: string;
  role: Role;
  pack: Pack;
  /** `yyyy-mm-dd`, including that day. */
  subscription_end_date: string | null;
  is_active: boolean;
  /** When everything of this user is deleted, unless they change their mind; null: they didn't ask for it. */
  deletion_due_at: string | null;
  created_at: string;
  last_login: string | null;
  /** Since when signing in needs a code as well; null: it doesn't. */
  two_factor_since: string | null;
};

export type SignedIn = {
  user: Person;
  /** `isRecent`: the password was entered in it a few minutes ago. */
  session: { id: number; tokenHash: Buffer; isRecent: boolean };
};
export type SignedInAgent = {
  user: Person;
  /** `installationId`: the agent's computer; null before its first sync. */
  agent: { id: number; name: string; installationId: string | null };
};
