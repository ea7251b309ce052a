import type { ConflictingProfile, ErrorCode } from '@sandpiper/contract/errors';

export type AppErrorDetails = {
  /** Error messages by form field. */
  fields?: Record<string, string>;
  conflicting_profiles?: ConflictingProfile[];
  already_messaged?: number;
  challenge?: string;
  /** The delay before the client may retry, in seconds. */
  retry_after?: number;
};

/** An error with a message for the user. The code determines the HTTP status. */
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

/** Creates the error for a row that doesn't exist or belongs to another user. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`);
}

/** Creates the error for one invalid field. The text is both the error's message and the field's. */
export function fieldError(field: string, text: string): AppError {
  return new AppError('validation_failed', text, { fields: { [field]: text } });
}

/** Creates the error for a name that is already taken. */
export function nameTaken(field: string, text: string): AppError {
  return new AppError('name_taken', text, { fields: { [field]: text } });
}
