import type { CampaignStatus } from '@sandpiper/contract/campaigns';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import {
  campaignKey,
  campaignListsKey,
  campaignsKey,
  dropCampaign,
  knownStatus,
  patchCampaign,
} from './campaigns.queries.ts';

const failed = 'Failed to update campaign status';

/** Shows the status at once, and puts the old one back with the reason when the server refuses. */
function statusChange(queryClient: QueryClient, status: CampaignStatus) {
  return {
    onMutate: async (id: number) => {
      await queryClient.cancelQueries({ queryKey: campaignsKey });
      const before = knownStatus(queryClient, id);
      patchCampaign(queryClient, id, { status });
      return { before };
    },
    onError: (error: Error, id: number, context: { before: CampaignStatus | undefined } | undefined) => {
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
    mutationFn: (id: number) => call('POST /api/campaigns/:id/start', { params: { id } }),
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
    mutationFn: (id: number) => call('DELETE /api/campaigns/:id', { params: { id } }),
    onMutate: (id: number) => dropCampaign(queryClient, id),
    onError: (error, _id, putBack) => {
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
