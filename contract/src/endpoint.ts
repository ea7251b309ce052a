import type { z } from 'zod';
import type { CallQuota } from './call-quotas.ts';

/**
 * Who may call: `public` means anyone, `user` any signed-in user, `admin` an administrator, `agent` the agent on a user's
 * computer, with its own kind of token.
 */
export type Access = 'public' | 'user' | 'admin' | 'agent';

/** One API call without its method and path, which form its key: `GET /api/campaigns/:id`. */
export type Endpoint = {
  readonly summary: string;
  readonly access: Access;
  /** Refused with `subscription_required` if the caller's subscription has expired. */
  readonly needsSubscription?: true;
  /** Refused with `recent_sign_in_required` unless the caller's password was entered in the last ten minutes. */
  readonly needsRecentSignIn?: true;
  /** Allowed for users whose user account is waiting to be deleted. They can't call anything else. */
  readonly whileDeletionPending?: true;
  /** Allowed for administrators who still have to set up two-factor sign-in. They can't call anything else until then. */
  readonly isOpenBeforeTwoFactor?: true;
  /** Not counted toward a visitor's call limit, so that monitoring always gets an answer. */
  readonly isUncounted?: true;
  /** Refused with `rate_limited` once the caller has used it up. */
  readonly quota?: CallQuota;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The largest body in bytes; the default is 1 MiB. */
  readonly maxBodyBytes?: number;
  /** The JSON answer, or the media type of a file; several if the caller can choose. */
  readonly response: z.ZodType | { readonly file: string | readonly string[] };
};

/** Calls are under /api/, except the unsubscribe link in emails: mail programs call the same address that people open. */
export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${'api/' | 'unsubscribe'}${string}`;

/** The calls of one feature. */
export type ApiPart = Record<EndpointKey, Endpoint>;
