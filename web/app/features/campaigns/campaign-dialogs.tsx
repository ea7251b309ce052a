import { Skeleton, Stack, Text } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api.ts';
import { formatCount } from '../../platform/dates.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { useCampaignActions } from './campaign.actions.ts';
import { useCampaign } from './campaigns.queries.ts';
import { pendingOf, type CampaignAction } from './transitions.ts';

type Question = { action: 'start' | 'stop' | 'delete'; campaign: CampaignRow };
type DialogsOptions = { onDeleted?: () => void };

/** Carries out an action, after a question where people would be messaged or something lost. */
export function useCampaignDialogs({ onDeleted }: DialogsOptions = {}) {
  const [question, setQuestion] = useState<Question | null>(null);
  const actions = useCampaignActions(onDeleted);

  function act(action: CampaignAction, campaign: CampaignRow) {
    if (action === 'pause') actions.pause.mutate(campaign.id);
    else if (action === 'start' && campaign.status === 'paused') actions.start.mutate(campaign.id);
    else setQuestion({ action, campaign });
  }

  const close = () => setQuestion(null);
  const answered = (action: Question['action'], campaign: CampaignRow) => {
    close();
    if (action === 'start') actions.start.mutate(campaign.id);
    if (action === 'stop') actions.stop.mutate(campaign.id);
    if (action === 'delete') actions.remove.mutate(campaign.id);
  };

  const dialog = question === null ? null : <Dialog question={question} onClose={close} onConfirm={answered} />;
  return { act, dialog };
}

type DialogProps = {
  question: Question;
  onClose: () => void;
  onConfirm: (action: Question['action'], campaign: CampaignRow) => void;
};

function Dialog({ question, onClose, onConfirm }: DialogProps) {
  const { action, campaign } = question;
  const shared = { isOpen: true, onClose, onConfirm: () => onConfirm(action, campaign) };
  const left = pendingOf(campaign);
  if (action === 'start') {
    return (
      <ConfirmModal {...shared} title={`Start "${campaign.name}"?`} confirm="Start">
        <StartQuestion campaign={campaign} />
      </ConfirmModal>
    );
  }
  if (action === 'stop') {
    return (
      <ConfirmModal {...shared} title={`Stop "${campaign.name}"?`} confirm="Stop" isDangerous>
        {left === 0
          ? 'Nobody is left to message.'
          : `${formatCount(left)} ${left === 1 ? 'person' : 'people'} will not be messaged.`}{' '}
        A stopped campaign cannot be started again; pause it if you want to go on later.
      </ConfirmModal>
    );
  }
  return (
    <ConfirmModal {...shared} title={`Delete "${campaign.name}"?`} confirm="Delete campaign" isDangerous>
      <DeleteQuestion id={campaign.id} />
    </ConfirmModal>
  );
}

function StartQuestion({ campaign }: { campaign: CampaignRow }) {
  const { data } = useCampaign(campaign.id);
  const accounts = campaign.profiles_used.length;
  const preview = data?.campaign.preview;
  return (
    <Stack gap="sm">
      <span>
        {formatCount(campaign.total_list)} {campaign.total_list === 1 ? 'person' : 'people'} will be messaged from{' '}
        {accounts} {accounts === 1 ? 'account' : 'accounts'}. What was sent cannot be called back.
      </span>
      {data === undefined && <Skeleton height={72} />}
      {preview !== undefined && preview !== null && (
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            As {preview.recipient} will read it
          </Text>
          <MessageBubble text={preview.text} />
        </div>
      )}
    </Stack>
  );
}

function DeleteQuestion({ id }: { id: number }) {
  const { data, isError } = useQuery({
    queryKey: ['campaigns', 'deletion-preview', id],
    queryFn: ({ signal }) => call('GET /api/campaigns/:id/deletion-preview', { params: { id } }, { signal }),
    staleTime: 0,
  });
  const end = 'Its log and figures are gone for good.';
  if (isError) return `Its recipients' statuses go back to pending, so that they could be messaged again. ${end}`;
  if (data === undefined) return <Skeleton height={42} />;
  const { recipients_reset: reset, already_messaged: messaged, possibly_messaged: unclear } = data;
  if (reset === 0 && unclear === 0) return `No recipient's status changes. ${end}`;
  return (
    <>
      {reset > 0 &&
        `${formatCount(reset)} ${reset === 1 ? "recipient's status goes" : "recipients' statuses go"} back to pending. `}
      {messaged > 0 && (
        <strong>
          {formatCount(messaged)} of them {messaged === 1 ? 'has' : 'have'} already got this message and could be
          messaged again.{' '}
        </strong>
      )}
      {unclear > 0 && (
        <strong>
          For {formatCount(unclear)} {unclear === 1 ? 'person' : 'people'} it is not known whether they got this
          message. They could be messaged again{messaged > 0 && ' as well'}.{' '}
        </strong>
      )}
      {end}
    </>
  );
}
