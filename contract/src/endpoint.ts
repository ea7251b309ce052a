import type { z } from 'zod';
import type { CallQuota } from './call-quotas.ts';

/**
 * Who can call an endpoint: `public` means anyone, `user` any signed-in user, `admin` an administrator, `agent` the agent on a user's
 * computer, with its own kind of token.
 */
export type Access = 'public' | 'user' | 'admin' | 'agent';

/** One API endpoint without its method and path, which form its key: `GET /api/campaigns/:id`. */
export type Endpoint = {
  readonly summary: string;
  readonly access: Access;
  /** Refused with `subscription_required` unless the caller has an active subscription. */
  readonly needsSubscription?: true;
  /** Refused with `recent_sign_in_required` unless the caller's password was entered in the last ten minutes. */
  readonly needsRecentSignIn?: true;
  /** Allowed for users whose deletion is pending. They can't make any other requests. */
  readonly whileDeletionPending?: true;
  /** Allowed for administrators who still have to set up two-factor sign-in. Until then, they can't make any other requests. */
  readonly isOpenBeforeTwoFactor?: true;
  /** Not counted toward a visitor's call limit, so that monitoring always gets an answer. */
  readonly isUncounted?: true;
  /** The quota that a user's requests count toward. Requests beyond its limit are refused with `rate_limited`. */
  readonly quota?: CallQuota;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The largest body in bytes. The default is 1 MiB. */
  readonly maxBodyBytes?: number;
  /** The schema of the JSON response, or the media type of a file. Lists all possible types if the caller can choose one. */
  readonly response: z.ZodType | { readonly file: string | readonly string[] };
};

/**
 * All endpoints are under /api/, except the one for unsubscribing from emails, because email programs post to the same URL that people
 * open.
 */
export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${'api/' | 'unsubscribe'}${string}`;

/** The endpoints of one feature. */
export type ApiPart = Record<EndpointKey, Endpoint>;
