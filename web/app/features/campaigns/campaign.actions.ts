import type { CampaignStatus } from '@sandpiper/contract/campaigns';
import { useIsMutating, useMutation, useQueryClient, type Mutation, type QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { isTimeout, manyRowsTimeoutMs } from '../../platform/failure.ts';
import { toast } from '../../platform/toasts.tsx';
import {
  campaignKey,
  campaignListsKey,
  campaignsKey,
  dropCampaign,
  knownStatus,
  patchCampaign,
} from './campaigns.queries.ts';

const actionsKey = ['campaigns', 'action'];
const anyRows = { timeoutMs: manyRowsTimeoutMs };

/** The actions on one campaign that the server has not answered yet. */
function underWay(id: number) {
  return { mutationKey: actionsKey, predicate: (mutation: Mutation) => mutation.state.variables === id };
}

/** Whether something is being done with the campaign just now, so that a second click does not undo the first. */
export function useIsActing(id: number): boolean {
  return useIsMutating(underWay(id)) > 0;
}

const failed = 'Failed to update campaign status';

/** Shows the status at once, and puts the old one back with the reason when the server refuses. */
function statusChange(queryClient: QueryClient, status: CampaignStatus) {
  return {
    mutationKey: actionsKey,
    onMutate: async (id: number) => {
      await queryClient.cancelQueries({ queryKey: campaignsKey });
      const before = knownStatus(queryClient, id);
      patchCampaign(queryClient, id, { status });
      return { before };
    },
    onError: (error: Error, id: number, context: { before: CampaignStatus | undefined } | undefined) => {
      if (isTimeout(error)) {
        toast.warning('The server is still at it', { detail: 'The campaign’s status changes here when it is done.' });
        return;
      }
      if (context?.before !== undefined) patchCampaign(queryClient, id, { status: context.before });
      toast.failureOf(failed, error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: campaignsKey }),
  };
}

/** `onDeleted` is called also when the campaign's screen has learnt of the deletion before and is gone. */
export function useCampaignActions(onDeleted?: () => void) {
  const queryClient = useQueryClient();

  const start = useMutation({
    mutationFn: (id: number) => call('POST /api/campaigns/:id/start', { params: { id } }, anyRows),
    ...statusChange(queryClient, 'running'),
    onSuccess: (answer, id) => {
      queryClient.setQueryData(campaignKey(id), answer);
      toast.success('Campaign started');
    },
  });

  const pause = useMutation({
    mutationFn: (id: number) => call('PUT /api/campaigns/:id/status', { params: { id }, body: { status: 'paused' } }),
    ...statusChange(queryClient, 'paused'),
    onSuccess: (answer, id) => {
      queryClient.setQueryData(campaignKey(id), answer);
      toast.success('Campaign paused');
    },
  });

  const stop = useMutation({
    mutationFn: (id: number) => call('POST /api/campaigns/:id/stop', { params: { id } }),
    ...statusChange(queryClient, 'completed'),
    onSuccess: ({ campaign, profilesClosed }, id) => {
      queryClient.setQueryData(campaignKey(id), { campaign });
      const windows = profilesClosed === 1 ? '1 window is' : `${profilesClosed} windows are`;
      toast.success(profilesClosed === 0 ? 'Campaign stopped' : `Campaign stopped; ${windows} being closed`);
    },
  });

  const remove = useMutation({
    mutationKey: actionsKey,
    mutationFn: (id: number) => call('DELETE /api/campaigns/:id', { params: { id } }, anyRows),
    onMutate: (id: number) => dropCampaign(queryClient, id),
    onError: (error, _id, putBack) => {
      if (isTimeout(error)) {
        toast.warning('The campaign is still being deleted', { detail: 'The server goes on with it.' });
        onDeleted?.();
        return;
      }
      putBack?.();
      toast.failure(error, 'Failed to delete campaign');
    },
    onSuccess: () => {
      toast.success('Campaign deleted');
      onDeleted?.();
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: campaignListsKey });
    },
  });

  return { start, pause, stop, remove };
}
