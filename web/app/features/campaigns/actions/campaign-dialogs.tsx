import { Skeleton } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { ApiError } from '@sandpiper/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { useCampaignActions, type ReviewChoice } from '../campaign.actions.ts';
import { pendingCount } from '../../../platform/campaign-counters.ts';
import { preflightKey, useCampaign } from '../campaigns.queries.ts';
import { campaignTexts } from '../campaigns.texts.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { useMoreActions } from './more.actions.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import type { CampaignAction } from './transitions.ts';

type Question = {
  /** `time` opens the dialog that asks for the start time. The user gets there from the review, which `start` or `schedule` opens. */
  action: 'start' | 'stop' | 'delete' | 'schedule' | 'time' | 'test';
  campaign: CampaignRow;
  refusal: ApiError | null;
  /** The choice made in the review. Carried over to the schedule dialog. */
  choice?: ReviewChoice;
};
type DialogsOptions = { onDeleted?: () => void };

/**
 * Runs campaign actions. Starting for the first time, scheduling a start, sending a test, stopping and deleting open a dialog first. Other
 * actions run immediately. The dialog that asks sends the request: if it is still open when the answer arrives, it shows why the server
 * rejected the request. Otherwise, a toast does, and whichever dialog is open by then stays as it is.
 */
export function useCampaignDialogs({ onDeleted }: DialogsOptions = {}) {
  const [question, ask] = useState<Question | null>(null);
  const actions = useCampaignActions();
  const more = useMoreActions();
  const queryClient = useQueryClient();

  function act(action: CampaignAction, campaign: CampaignRow) {
    const { id, status } = campaign;
    if (action === 'pause') actions.pause.mutate({ id });
    else if (action === 'cancel_start') more.cancelStart.mutate({ id });
    else if (action === 'continue') more.continueCampaign.mutate({ id });
    else if (action === 'retry_failed') more.retryFailed.mutate({ id });
    else if (action === 'start' && status === 'paused') actions.start.mutate({ id });
    else ask({ action, campaign, refusal: null });
  }

  const close = () => ask(null);

  function dialogOf(asked: Question) {
    const { action, campaign, refusal, choice = {} } = asked;
    const show = (next: Question) => {
      ask(next);
      void queryClient.invalidateQueries({ queryKey: preflightKey(campaign.id) });
    };
    const shared = {
      campaign,
      refusal,
      onClose: close,
      onRefused: (refusal: ApiError) => show({ ...asked, refusal }),
    };
    if (action === 'test' && campaign.message_template_id !== null) {
      return <TestDialog campaign={campaign} templateId={campaign.message_template_id} onClose={close} />;
    }
    if (action === 'time') {
      const reviewAgain = (refusal: ApiError) => show({ action: 'schedule', campaign, refusal });
      return <ScheduleDialog campaign={campaign} choice={choice} onClose={close} onRefused={reviewAgain} />;
    }
    if (action === 'start' || action === 'schedule') {
      const later = (choice: ReviewChoice) => ask({ action: 'time', campaign, refusal: null, choice });
      return <StartDialog {...shared} isLater={action === 'schedule'} onLater={later} />;
    }
    if (action === 'delete') return <DeleteDialog {...shared} onDeleted={onDeleted} />;
    const stop = () => {
      close();
      actions.stop.mutate({ id: campaign.id });
    };
    return <StopDialog campaign={campaign} onClose={close} onStop={stop} />;
  }

  return { act, dialog: question === null ? null : dialogOf(question) };
}

type StopDialogProps = { campaign: CampaignRow; onClose: () => void; onStop: () => void };

function StopDialog({ campaign, onClose, onStop }: StopDialogProps) {
  const { stop: texts } = campaignTexts;
  // Load the campaign, because the list's rows don't contain the number of people whose message is being checked.
  const { data, isPending } = useCampaign(campaign.id);
  const { status, total_being_checked: checked = 0, ...counters } = { ...campaign, ...data?.campaign };
  // People whose message is being checked are counted as pending, but they might have been messaged.
  const left = Math.max(0, pendingCount(counters) - checked);
  const sentences = [
    texts.left(left),
    ...(checked > 0 ? [texts.beingChecked(checked)] : []),
    ...(status === 'running' ? [texts.beingSent] : []),
    ...(left > 0 ? [texts.continue] : []),
  ];
  return (
    <ConfirmModal
      isOpen
      title={texts.title(campaign.name)}
      confirm={texts.confirm}
      isDangerous
      onClose={onClose}
      onConfirm={onStop}
    >
      {isPending ? <Skeleton height={44} /> : sentences.join(' ')}
    </ConfirmModal>
  );
}
