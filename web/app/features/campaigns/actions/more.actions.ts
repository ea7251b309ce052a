import type { Campaign } from '@sandpiper/contract/campaigns';
import { call } from '../../../platform/api.ts';
import { peopleText } from '../../../platform/numbers.ts';
import { anyRows, useCampaignAction, type ReviewChoice, type Target } from '../campaign.actions.ts';
import { campaignTexts } from '../campaigns.texts.ts';

const { more: texts } = campaignTexts;

function retriedText({ status }: Campaign, retried: number): string {
  if (status === 'running') return texts.retried(peopleText(retried));
  return status === 'paused' ? texts.pendingInPaused(retried) : texts.pendingInStopped(retried);
}

/** Returns a mutation that schedules a start. `isShown` checks whether a dialog shows an error. If it doesn't, a toast does. */
export function useScheduleStart(isShown: (error: Error) => boolean) {
  return useCampaignAction({
    mutationFn: ({ id, ...body }: Target & ReviewChoice & { start_at: string }) =>
      call('POST /api/campaigns/:id/start', { params: { id }, body }),
    done: () => texts.scheduled,
    isShown,
  });
}

/** Returns mutations for the less common actions that need no dialog. */
export function useMoreActions() {
  const cancelStart = useCampaignAction({
    mutationFn: ({ id }: Target) => call('DELETE /api/campaigns/:id/start', { params: { id } }),
    done: () => texts.canceled,
  });
  const continueCampaign = useCampaignAction({
    mutationFn: ({ id }: Target) => call('POST /api/campaigns/:id/continue', { params: { id } }),
    done: () => texts.continued,
  });
  const retryFailed = useCampaignAction({
    mutationFn: ({ id }: Target) => call('POST /api/campaigns/:id/retry-failed', { params: { id } }, anyRows),
    done: ({ campaign, retried }) => retriedText(campaign, retried),
  });
  return { cancelStart, continueCampaign, retryFailed };
}
