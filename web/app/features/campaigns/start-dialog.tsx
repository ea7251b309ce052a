import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { ApiError } from '@sandpiper/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api.ts';
import { formatCount } from '../../platform/dates.ts';
import { peopleText } from '../../platform/numbers.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { useIsActing, type StartOrder } from './campaign.actions.ts';
import { startPreviewKey, useCampaign } from './campaigns.queries.ts';
import { startText } from './left-out.ts';

function useStartPreview(id: number, allowRepeat: boolean, isWanted = true) {
  return useQuery({
    queryKey: [...startPreviewKey(id), allowRepeat],
    queryFn: ({ signal }) =>
      call(
        'GET /api/campaigns/:id/start-preview',
        { params: { id }, ...(allowRepeat ? { query: { allow_repeat: 'true' } } : {}) },
        { signal },
      ),
    enabled: isWanted,
    staleTime: 0,
  });
}

type StartPreviewQuery = ReturnType<typeof useStartPreview>;

type StartDialogProps = {
  campaign: CampaignRow;
  /** Why the server did not start it when it was told to. */
  refusal: ApiError | null;
  onClose: () => void;
  onStart: (order: StartOrder) => void;
};

/** Before the first start: whom it reaches, whom it leaves out and why, and the message as it will be read. */
export function StartDialog({ campaign, refusal, onClose, onStart }: StartDialogProps) {
  const { id } = campaign;
  const [isRepeat, setRepeat] = useState(false);
  // A refusal says nothing about another choice.
  const [pastRefusal, setPastRefusal] = useState<ApiError | null>(null);
  const plain = useStartPreview(id, false);
  const repeated = useStartPreview(id, true, isRepeat);
  const preview = isRepeat ? repeated : plain;

  function choose(next: boolean) {
    setRepeat(next);
    setPastRefusal(refusal);
  }

  return (
    <ConfirmModal
      isOpen
      title={`Start "${campaign.name}"?`}
      confirm="Start"
      isBusy={useIsActing(id)}
      isDisabled={preview.data?.to_message === 0}
      problem={refusal === pastRefusal ? undefined : refusal?.message}
      onClose={onClose}
      onConfirm={() => onStart(isRepeat ? { id, allow_repeat: true } : { id })}
    >
      <Stack gap="sm">
        <Reach campaign={campaign} preview={preview} />
        <RepeatChoice
          people={plain.data?.already_messaged ?? refusal?.body.already_messaged ?? 0}
          isChosen={isRepeat}
          onChoose={choose}
        />
        <NextMessage id={id} />
      </Stack>
    </ConfirmModal>
  );
}

function Reach({ campaign, preview }: { campaign: CampaignRow; preview: StartPreviewQuery }) {
  const { data, isError } = preview;
  if (data === undefined && !isError) return <Skeleton height={42} />;
  const accounts = campaign.profiles_used.length;
  const from = `It is sent from ${accounts === 1 ? '1 account' : `${accounts} accounts`}. Sent messages can't be unsent.`;
  return (
    <span role="status">
      {data === undefined ? `Up to ${peopleText(campaign.total_list)} will get this message.` : startText(data)}
      {data?.to_message !== 0 && ` ${from}`}
    </span>
  );
}

type RepeatChoiceProps = { people: number; isChosen: boolean; onChoose: (isChosen: boolean) => void };

function RepeatChoice({ people, isChosen, onChoose }: RepeatChoiceProps) {
  if (people === 0 && !isChosen) return null;
  return (
    <Checkbox
      label={`Send it again to the ${people === 1 ? 'person' : `${formatCount(people)} people`} who already got it`}
      checked={isChosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
    />
  );
}

function NextMessage({ id }: { id: number }) {
  const { data, isError } = useCampaign(id);
  if (data === undefined) return isError ? null : <Skeleton height={72} />;
  const { preview } = data.campaign;
  if (preview === null) return null;
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        As {preview.recipient} will read it
      </Text>
      <MessageBubble text={preview.text} />
    </div>
  );
}
