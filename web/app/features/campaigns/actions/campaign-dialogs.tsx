import { Skeleton } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { ApiError } from '@sandpiper/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isRefused } from '../../../platform/failure.ts';
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
 * Holds the open dialog. `find` returns the dialog if it belongs to the given campaign, so that a late response can check whether its
 * dialog is still open.
 */
function useQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const asked = useRef<Question | null>(null);
  useEffect(
    () => () => {
      asked.current = null;
    },
    [],
  );
  function ask(next: Question | null) {
    asked.current = next;
    setQuestion(next);
  }
  const find = (id: number) => (asked.current?.campaign.id === id ? asked.current : null);
  return { question, ask, find };
}

/**
 * Returns the campaign actions. If the server rejects a start or a deletion while a dialog for the campaign is open, the dialog shows the
 * reason.
 */
function useConfirmedActions(
  { ask, find }: Pick<ReturnType<typeof useQuestion>, 'ask' | 'find'>,
  onDeleted?: () => void,
) {
  const queryClient = useQueryClient();
  return useCampaignActions({
    onDeleted,
    onRefused: (id, refusal) => {
      const open = find(id);
      if (open === null) return false;
      ask({ ...open, refusal });
      void queryClient.invalidateQueries({ queryKey: preflightKey(id) });
      return true;
    },
  });
}

/**
 * Runs campaign actions. Starting for the first time, scheduling a start, sending a test, stopping and deleting open a dialog
 * first. Other actions run immediately.
 */
export function useCampaignDialogs({ onDeleted }: DialogsOptions = {}) {
  const { question, ask, find } = useQuestion();
  const actions = useConfirmedActions({ ask, find }, onDeleted);
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
  const closeOf = (id: number) => find(id) !== null && close();
  const untilAnswered = (id: number) => ({
    onSuccess: () => void closeOf(id),
    onError: (error: Error) => void (isRefused(error) || closeOf(id)),
  });

  function dialogOf({ action, campaign, refusal, choice = {} }: Question) {
    const shared = { campaign, refusal, onClose: close };
    const { id, message_template_id: templateId } = campaign;
    if (action === 'test' && templateId !== null) {
      return <TestDialog campaign={campaign} templateId={templateId} onClose={close} />;
    }
    if (action === 'time') {
      const reviewAgain = (refusal: ApiError) => {
        ask({ action: 'schedule', campaign, refusal });
        void queryClient.invalidateQueries({ queryKey: preflightKey(id) });
      };
      return <ScheduleDialog campaign={campaign} choice={choice} onClose={close} onRefused={reviewAgain} />;
    }
    if (action === 'start' || action === 'schedule') {
      const start = (choice: ReviewChoice) => actions.start.mutate({ id, ...choice }, untilAnswered(id));
      return (
        <StartDialog
          {...shared}
          isLater={action === 'schedule'}
          onStart={start}
          onLater={(choice) => ask({ action: 'time', campaign, refusal: null, choice })}
        />
      );
    }
    if (action === 'delete') {
      return <DeleteDialog {...shared} onDelete={() => actions.remove.mutate({ id }, untilAnswered(id))} />;
    }
    const stop = () => {
      close();
      actions.stop.mutate({ id });
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
