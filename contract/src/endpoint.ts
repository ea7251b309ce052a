import type { z } from 'zod';
import type { CallQuota } from './call-quotas.ts';

/**
 * Who may call: `public` anyone, `user` any signed-in user, `admin` an administrator,
 * `agent` the agent on a user's computer, with its own kind of token.
 */
export type Access = 'public' | 'user' | 'admin' | 'agent';

/** One API call without its method and path, which form its key: `GET /api/campaigns/:id`. */
export type Endpoint = {
  readonly summary: string;
  readonly access: Access;
  /** Refused with `subscription_required` when the caller's subscription has expired. */
  readonly needsSubscription?: true;
  /** Refused with `recent_sign_in_required` unless the caller's password was entered in the last ten minutes. */
  readonly needsRecentSignIn?: true;
  /** Allowed to a user who has asked for the deletion of their user account; everything else is refused. */
  readonly whileDeletionPending?: true;
  /** Also for an administrator who has to set up two-factor sign-in first; everything else is refused until then. */
  readonly isOpenBeforeTwoFactor?: true;
  /** Never refused to a visitor who calls too often: whoever watches the server has to hear from it. */
  readonly isUncounted?: true;
  /** Refused with `rate_limited` when the caller has used it up. */
  readonly quota?: CallQuota;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The largest body in bytes; the default is 1 MiB. */
  readonly maxBodyBytes?: number;
  /** The JSON answer, or the media type of a file; several, when the caller chooses. */
  readonly response: z.ZodType | { readonly file: string | readonly string[] };
};

/** Calls are below /api/, except the one whose address is in mails: mail programs call the address that people open. */
export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${'api/' | 'unsubscribe'}${string}`;

/** The calls of one feature. */
export type ApiPart = Record<EndpointKey, Endpoint>;
