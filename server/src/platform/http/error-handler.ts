import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorStatus } from '@sandpiper/contract/errors';
import type { ErrorBody, ErrorCode } from '@sandpiper/contract/errors';
import { isDatabaseUnavailable, isDatabaseTimeout, isUnstorableText } from '../database/postgres-errors.ts';
import { AppError } from './app-error.ts';

type Refusal = { code: ErrorCode; text: string; details?: AppError['details'] };

/** A database that restarts or fails over is usually available again after about this time. */
const unavailableRetrySeconds = 5;

/**
 * Converts an error to a response. No other code creates the API's error responses. Logs unexpected errors and database failures, because
 * the response doesn't reveal their cause.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  const isOurs = error instanceof AppError;
  if (!isOurs && (refusal.code === 'internal' || refusal.code === 'unavailable'))
    request.log.error({ reqId: request.id, err: error }, 'request failed');
  const { code, text, details } = refusal;
  const body: ErrorBody = { error: text, code, requestId: request.id, ...details };
  const retryAfter = details?.retry_after ?? (code === 'unavailable' ? unavailableRetrySeconds : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter));
  // Send a string, so that the schema for successful responses isn't applied.
  void reply
    .code(errorStatus[code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(JSON.stringify(body));
}

/** Returns the error code and message for the client. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof AppError) return { code: error.code, text: error.message, details: error.details };
  if (isUnstorableText(error))
    return { code: 'malformed_request', text: "A character or number in the request can't be stored. Change it." };
  if (isDatabaseUnavailable(error)) {
    return { code: 'unavailable', text: "The server can't reach its database. Try again in a moment." };
  }
  if (isDatabaseTimeout(error)) {
    return { code: 'unavailable', text: 'The database took too long to answer. Try again in a moment.' };
  }
  if (!isFastifyError(error)) return { code: 'internal', text: 'Something went wrong on the server. Try again.' };
  if (error.validation !== undefined) return validationRefusal(error.validation);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return { code: 'payload_too_large', text: 'The request is too large. Send less data at a time.' };
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return { code: 'unsupported_media_type', text: 'Send the request as application/json.' };
  }
  const status = error.statusCode ?? 500;
  if (status === 404) return { code: 'not_found', text: "This address doesn't exist." };
  if (status >= 400 && status < 500)
    return { code: 'malformed_request', text: "The server couldn't read the request." };
  return { code: 'internal', text: 'Something went wrong on the server. Try again.' };
}

function validationRefusal(issues: NonNullable<FastifyError['validation']>): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const name = issue.instancePath.split('/')[1] ?? '';
    if (name !== '' && !Object.hasOwn(fields, name)) fields[name] = issue.message ?? "This value isn't valid";
  }
  const text =
    issues[0]?.instancePath === '/'
      ? 'Send a JSON body in the format the API documentation describes.'
      : issues[0]?.message;
  return { code: 'validation_failed', text: text ?? "The request isn't valid.", details: { fields } };
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
