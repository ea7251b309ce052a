import { z } from 'zod';

/** Every error code and its HTTP status. */
export const errorStatus = {
  validation_failed: 400,
  malformed_request: 400,
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_code: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  two_factor_required: 401,
  forbidden: 403,
  account_disabled: 403,
  deletion_pending: 403,
  subscription_required: 403,
  recent_sign_in_required: 403,
  two_factor_setup_required: 403,
  pack_limit_reached: 403,
  registration_refused: 403,
  not_found: 404,
  invalid_state: 409,
  profiles_in_use: 409,
  name_taken: 409,
  last_admin: 409,
  lease_lost: 409,
  everybody_skipped: 409,
  agent_running_twice: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  agent_outdated: 426,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

const errorCodes: readonly string[] = Object.keys(errorStatus);

export const conflictingProfileSchema = z.object({ name: z.string(), campaign: z.string() });
export type ConflictingProfile = z.infer<typeof conflictingProfileSchema>;

/** The body of every error response. `error` is a sentence for the user. */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z
    .custom<ErrorCode>((value) => typeof value === 'string' && errorCodes.includes(value))
    .meta({ type: 'string', enum: [...errorCodes] }),
  requestId: z.string(),
  /** What is wrong with each form field. Present only for `validation_failed` and `name_taken`. */
  fields: z.record(z.string(), z.string()).optional(),
  /** The accounts that are in use. Present only for `profiles_in_use`. */
  conflicting_profiles: z.array(conflictingProfileSchema).optional(),
  /** How many of the skipped people already got exactly this text. Present only for `everybody_skipped`. */
  already_messaged: z.number().optional(),
  /** A token for completing the sign-in with a code. It is valid for five minutes. Present only for `two_factor_required`. */
  challenge: z.string().optional(),
  /** Seconds until the same request can succeed. Present only for `rate_limited`. */
  retry_after: z.number().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
