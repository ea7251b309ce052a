import { Skeleton } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { ApiError, CallOutput } from '@sandpiper/contract/client';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { isRefused } from '../../../platform/failure.ts';
import { useIsMounted } from '../../../platform/use-is-mounted.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { answered, useCampaignActions, useIsActing } from '../campaign.actions.ts';
import { campaignTexts } from '../campaigns.texts.ts';

const { removal: texts } = campaignTexts;

type DeleteDialogProps = {
  campaign: CampaignRow;
  /** The error if the server rejected the deletion, otherwise null. */
  refusal: ApiError | null;
  onClose: () => void;
  /** Called if the server rejected the deletion. */
  onRefused: (refusal: ApiError) => void;
  onDeleted: (() => void) | undefined;
};

/**
 * Asks for confirmation before deleting a campaign, and shows how many people are affected. The confirm button is disabled while they are
 * being counted, so that nobody misses how many already got the message.
 */
export function DeleteDialog({ campaign, refusal, onClose, onRefused, onDeleted }: DeleteDialogProps) {
  const isMounted = useIsMounted();
  const { remove } = useCampaignActions({ onDeleted, isShown: (error) => isMounted() && isRefused(error) });
  const preview = useQuery({
    queryKey: ['campaigns', 'deletion-preview', campaign.id],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns/:id/deletion-preview', { params: { id: campaign.id } }, { signal }),
    // The counts aren't cached, because the confirmation must show the current ones each time it opens.
    gcTime: 0,
  });
  return (
    <ConfirmModal
      isOpen
      title={texts.title(campaign.name)}
      confirm={texts.confirm}
      isDangerous
      isBusy={useIsActing(campaign.id)}
      isDisabled={preview.isPending}
      problem={refusal?.message}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: campaign.id }, answered({ onClose, onRefused }))}
    >
      <Consequences preview={preview} />
    </ConfirmModal>
  );
}

type ConsequencesProps = { preview: { data: DeletionPreview | undefined; isError: boolean } };

function Consequences({ preview: { data, isError } }: ConsequencesProps) {
  if (isError) return `${texts.unknownReset} ${texts.end}`;
  if (data === undefined) return <Skeleton height={42} />;
  const reset = data.recipients_reset;
  return (
    <>
      {reset === 0 ? texts.noReset : texts.reset(reset)} <strong>{messagedText(data)}</strong> {texts.end}
    </>
  );
}

type DeletionPreview = CallOutput<'GET /api/campaigns/:id/deletion-preview'>;

/**
 * Says how many people received or may have received the message, and that they get it again only if the user chooses to send it again.
 * Empty if there are no such people.
 */
function messagedText({ already_messaged: messaged, possibly_messaged: unclear }: DeletionPreview): string {
  if (messaged + unclear === 0) return '';
  const got = texts.messaged(messaged);
  if (messaged === 0) return texts.again(texts.maybeMessaged(unclear));
  return texts.again(unclear === 0 ? got : texts.andMaybeMessaged(got, unclear));
}
