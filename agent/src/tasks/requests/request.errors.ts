import { PageError } from '../../browser/page.ts';
import { messageOf } from '../../platform/errors.ts';

/**
 * Returns why a request failed, as text for the user. If the window was closed, the browser driver's own message would mean nothing to the
 * user.
 */
export function requestErrorText(error: unknown): string {
  const isClosed = error instanceof PageError && error.kind === 'closed';
  return isClosed ? 'The Firefox window was closed before the agent was done. Try again.' : messageOf(error);
}
