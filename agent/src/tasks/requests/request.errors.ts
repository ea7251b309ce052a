import { PageError } from '../../browser/page.ts';
import { messageOf } from '../../platform/errors.ts';

/** Tells the user why a request failed. If the window was closed, the browser driver's own message would mean nothing to the user. */
export function requestErrorText(error: unknown): string {
  const isClosed = error instanceof PageError && error.kind === 'closed';
  return isClosed ? 'The Firefox window was closed before the agent was done. Try again.' : messageOf(error);
}
