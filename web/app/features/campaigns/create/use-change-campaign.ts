import type { CallInput } from '@sandpiper/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { failedFields } from '../../../platform/failure.ts';
import { toast } from '../../../platform/toasts.tsx';
import { campaignFormTexts } from '../campaign-form.texts.ts';
import { campaignKey, campaignsKey } from '../campaigns.queries.ts';

const { toasts: texts } = campaignFormTexts;

type Change = { id: number; body: NonNullable<CallInput<'PUT /api/campaigns/:id'>['body']> };
type Options = { onChanged: (id: number) => void; onRefused: (fields: Record<string, string>) => void };

/** Returns a mutation that changes a campaign before its first start. */
export function useChangeCampaign({ onChanged, onRefused }: Options) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Change) => call('PUT /api/campaigns/:id', { params: { id }, body }),
    onSuccess: (answer, { id }) => {
      toast.success(texts.changed);
      queryClient.setQueryData(campaignKey(id), answer);
      void queryClient.invalidateQueries({ queryKey: campaignsKey });
      onChanged(id);
    },
    onError: (error) => {
      toast.failure(error, texts.changeFailed);
      onRefused(failedFields(error));
    },
  });
}
