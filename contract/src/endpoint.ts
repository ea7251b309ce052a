import type { z } from 'zod';

/**
 * Who may call: `public` nobody in particular, `user` any signed-in person, `admin` an administrator,
 * `agent` the program on the user's computer, with its own kind of token.
 */
export type Access = 'public' | 'user' | 'admin' | 'agent';

/** One call of the API, without its method and path: those are its key, such as `GET /api/campaigns/:id`. */
export type Endpoint = {
  readonly summary: string;
  readonly access: Access;
  /** Refused with `subscription_required` when the caller's subscription has ended. */
  readonly needsSubscription?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Largest body in bytes; the server's default is 1 MiB. */
  readonly maxBodyBytes?: number;
  /** The JSON answer of a success, or the media type of a file. */
  readonly response: z.ZodType | { readonly file: string };
};

export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`;

/** The calls of one noun. */
export type ApiPart = Record<EndpointKey, Endpoint>;
