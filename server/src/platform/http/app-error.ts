import type { ConflictingProfile, ErrorCode } from '@sandpiper/contract/errors';

export type AppErrorDetails = {
  /** Form field to what is wrong with it. */
  fields?: Record<string, string>;
  conflicting_profiles?: ConflictingProfile[];
  already_messaged?: number;
  /** Seconds. */
  retry_after?: number;
};

/** A refusal with a sentence for the user. Its code decides the status of the answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;
  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** For a row that is not there, or not this user's. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`);
}
