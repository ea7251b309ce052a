import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Campaign } from '@sandpiper/contract/campaigns';
import { call } from '../../../platform/api.ts';
import { isTimeout } from '../../../platform/failure.ts';
import { peopleText } from '../../../platform/numbers.ts';
import { manyRowsTimeoutMs } from '../../../platform/timeouts.ts';
import { toast } from '../../../platform/toasts.tsx';
import { actionsKey, type ReviewChoice } from '../campaign.actions.ts';
import { campaignKey, campaignsKey } from '../campaigns.queries.ts';
import { campaignToastTexts as toasts } from '../campaign-toasts.texts.ts';
import { campaignTexts } from '../campaigns.texts.ts';

const { more: texts } = campaignTexts;

type Target = { id: number };

/** Returns a mutation for a less common action. It isn't optimistic, because the server often rejects these actions. */
function useAnswered<Order extends Target, Answer extends { campaign: Campaign }>(
  mutationFn: (order: Order) => Promise<Answer>,
  done: (answer: Answer) => string,
  isShown: (error: Error) => boolean = () => false,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: actionsKey,
    mutationFn,
    onSuccess: (answer, { id }) => {
      queryClient.setQueryData(campaignKey(id), { campaign: answer.campaign });
      toast.success(done(answer));
    },
    onError: (error) => {
      if (isShown(error)) return;
      if (isTimeout(error)) toast.warning(toasts.working, { detail: toasts.workingDetail });
      else toast.failureOf(toasts.statusFailed, error);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: campaignsKey });
    },
  });
}

function retriedText({ status }: Campaign, retried: number): string {
  if (status === 'running') return texts.retried(peopleText(retried));
  return status === 'paused' ? texts.pendingInPaused(retried) : texts.pendingInStopped(retried);
}

const anyRows = { timeoutMs: manyRowsTimeoutMs };

/** Returns a mutation that schedules a start. `isShown` checks whether a dialog shows an error. If it doesn't, a toast does. */
export function useScheduleStart(isShown: (error: Error) => boolean) {
  return useAnswered(
    ({ id, ...body }: Target & ReviewChoice & { start_at: string }) =>
      call('POST /api/campaigns/:id/start', { params: { id }, body }),
    () => texts.scheduled,
    isShown,
  );
}

/** Returns mutations for the less common actions that need no dialog. */
export function useMoreActions() {
  const cancelStart = useAnswered(
    ({ id }: Target) => call('DELETE /api/campaigns/:id/start', { params: { id } }),
    () => texts.canceled,
  );
  const continueCampaign = useAnswered(
    ({ id }: Target) => call('POST /api/campaigns/:id/continue', { params: { id } }),
    () => texts.continued,
  );
  const retryFailed = useAnswered(
    ({ id }: Target) => call('POST /api/campaigns/:id/retry-failed', { params: { id } }, anyRows),
    ({ campaign, retried }) => retriedText(campaign, retried),
  );
  return { cancelStart, continueCampaign, retryFailed };
}
