import type { ClaimedRequest } from '@sandpiper/contract/agent';
import { reportedProgressMax } from '@sandpiper/contract/limits';
import type { UnreadProgress } from '@sandpiper/contract/unread-checks';
import pLimit from 'p-limit';
import { isRefused } from '../../platform/api-client.ts';
import { messageOf } from '../../platform/errors.ts';
import type { AgentContext } from '../agent.context.ts';

/**
 * Renews a request's lease, and reports the progress of an unread check. Returns false if the server no longer waits for the request's
 * results, for example because the user has cleared the unread check.
 */
export type RenewRequest = (progress?: UnreadProgress) => Promise<boolean>;

/**
 * Creates the function that renews a request. The function sends its renewals one after another, each with the latest progress. Otherwise,
 * an earlier progress report could arrive last and replace a later one.
 */
export function renewalOf(agent: AgentContext, request: ClaimedRequest): RenewRequest {
  const inTurn = pLimit(1);
  let latest: UnreadProgress | undefined;
  const renew = async (): Promise<boolean> => {
    try {
      const body = { fence: request.fence, ...(latest === undefined ? {} : { progress: latest }) };
      await agent.api('POST /api/agent/requests/:id/renew', { params: { id: request.id }, body });
      return true;
    } catch (error) {
      agent.log.warn({ problem: messageOf(error) }, "could not renew the request's lease");
      return !isRefused(error);
    }
  };
  return (progress) => {
    if (progress !== undefined && progress.length <= reportedProgressMax) latest = progress;
    return inTurn(renew);
  };
}
