import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { ApiError } from '@sandpiper/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { MessageBubble } from '../../../ui/message-bubble.tsx';
import { useIsActing, type StartOrder } from '../campaign.actions.ts';
import { startPreviewKey, useCampaign } from '../campaigns.queries.ts';
import { campaignTexts } from '../campaigns.texts.ts';
import { startText } from './skipped-people.ts';

const { start: texts } = campaignTexts;

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
  /** Why the server refused to start it. */
  refusal: ApiError | null;
  onClose: () => void;
  onStart: (order: StartOrder) => void;
};

/** Before the first start: who it reaches, who it leaves out and why, and a preview of the message. */
export function StartDialog({ campaign, refusal, onClose, onStart }: StartDialogProps) {
  const { id } = campaign;
  const [isRepeat, setRepeat] = useState(false);
  // A refusal doesn't apply to the other choice.
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
      title={texts.title(campaign.name)}
      confirm={texts.confirm}
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
  const from = texts.from(campaign.profiles_used.length);
  return (
    <span role="status">
      {data === undefined ? texts.upTo(campaign.total_list) : startText(data)}
      {data?.to_message !== 0 && ` ${from}`}
    </span>
  );
}

type RepeatChoiceProps = { people: number; isChosen: boolean; onChoose: (isChosen: boolean) => void };

function RepeatChoice({ people, isChosen, onChoose }: RepeatChoiceProps) {
  if (people === 0 && !isChosen) return null;
  return (
    <Checkbox
      label={texts.repeat(people)}
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
        {texts.preview(preview.recipient)}
      </Text>
      <MessageBubble text={preview.text} />
    </div>
  );
}
