import { ApiError, type CallInput } from '@sandpiper/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { failedFields } from '../../../platform/failure.ts';
import { toast, toastMs } from '../../../platform/toasts.tsx';
import { campaignFormTexts } from '../campaign-form.texts.ts';
import { campaignListsKey, campaignsKey } from '../campaigns.queries.ts';

const { toasts: texts } = campaignFormTexts;

/** If the error means that accounts are already in use, returns their names and the campaigns that use them. Otherwise, returns null. */
export function conflictOf(error: unknown): { names: string[]; campaigns: string[] } | null {
  const conflicts = error instanceof ApiError ? (error.body.conflicting_profiles ?? []) : [];
  if (conflicts.length === 0) return null;
  return {
    names: conflicts.map((each) => each.name),
    campaigns: [...new Set(conflicts.map((each) => each.campaign))],
  };
}

type NewCampaign = CallInput<'POST /api/campaigns'>['body'];
type Options = { onCreated: (id: number) => void; onRefused: (fields: Record<string, string>) => void };

export function useCreateCampaign({ onCreated, onRefused }: Options) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewCampaign) => call('POST /api/campaigns', { body }),
    onSuccess: ({ campaign }) => {
      toast.success(texts.created);
      void queryClient.invalidateQueries({ queryKey: campaignListsKey });
      onCreated(campaign.id);
    },
    onError: (error) => {
      const conflict = conflictOf(error);
      if (conflict === null) toast.failure(error, texts.failed);
      else {
        toast.error(texts.cannotCreate(conflict), { ms: toastMs.conflict });
        void queryClient.invalidateQueries({ queryKey: campaignsKey });
      }
      onRefused(failedFields(error));
    },
  });
}
