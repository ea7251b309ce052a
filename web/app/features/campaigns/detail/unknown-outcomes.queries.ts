import type { UnknownOutcome } from '@sandpiper/contract/unknown-outcomes';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { toast } from '../../../platform/toasts.tsx';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import { campaignKey, campaignsKey, unknownKey } from '../campaigns.queries.ts';

const { unknown: texts } = campaignDetailTexts;

/** The page size. It is small, so that the panel doesn't need to scroll. */
export const unknownPageSize = 5;

export function useUnknownOutcomes(id: number, page: number) {
  return useQuery({
    queryKey: [...unknownKey(id), page],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns/:id/unknown', { params: { id }, query: { page, limit: unknownPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: texts.fetchFailed },
  });
}

type Answer = { person: UnknownOutcome; wasSent: boolean };

/** Returns a mutation that records whether the user found the message in the conversation. */
export function useResolveOutcome(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ person, wasSent }: Answer) =>
      call('POST /api/campaigns/:id/unknown/:deliveryId', {
        params: { id, deliveryId: person.delivery_id },
        body: { was_sent: wasSent },
      }),
    onSuccess: (answer, { person, wasSent }) => {
      queryClient.setQueryData(campaignKey(id), answer);
      toast.success(wasSent ? texts.countsAsSent(person.recipient) : texts.countsAsNotSent(person.recipient));
    },
    onError: (error) => toast.failure(error, texts.saveFailed),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: campaignsKey });
    },
  });
}
