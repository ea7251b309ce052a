import { Skeleton } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { ApiError, CallOutput } from '@sandpiper/contract/client';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { formatCount } from '../../platform/dates.ts';
import { peopleText } from '../../platform/numbers.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useIsActing } from './campaign.actions.ts';

type DeleteDialogProps = {
  campaign: CampaignRow;
  /** Why the server did not delete it when it was told to. */
  refusal: ApiError | null;
  onClose: () => void;
  onDelete: () => void;
};

/** Says in numbers what a deletion changes before it is done. */
export function DeleteDialog({ campaign, refusal, onClose, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmModal
      isOpen
      title={`Delete "${campaign.name}"?`}
      confirm="Delete campaign"
      isDangerous
      isBusy={useIsActing(campaign.id)}
      problem={refusal?.message}
      onClose={onClose}
      onConfirm={onDelete}
    >
      <Consequences id={campaign.id} />
    </ConfirmModal>
  );
}

function Consequences({ id }: { id: number }) {
  const { data, isError } = useQuery({
    queryKey: ['campaigns', 'deletion-preview', id],
    queryFn: ({ signal }) => call('GET /api/campaigns/:id/deletion-preview', { params: { id } }, { signal }),
    staleTime: 0,
  });
  const end = 'Its log and figures are gone for good.';
  if (isError) return `Everybody it touched goes back to pending on the list. ${end}`;
  if (data === undefined) return <Skeleton height={42} />;
  const reset = data.recipients_reset;
  return (
    <>
      {reset === 0
        ? "Nobody's status on the list changes. "
        : `${peopleText(reset)} ${reset === 1 ? 'goes' : 'go'} back to pending on the list. `}
      <strong>{messagedText(data)}</strong>
      {end}
    </>
  );
}

type DeletionPreview = CallOutput<'GET /api/campaigns/:id/deletion-preview'>;

/** Who has this message, or may have it, and what that means for another campaign. */
function messagedText({ already_messaged: messaged, possibly_messaged: unclear }: DeletionPreview): string {
  if (messaged + unclear === 0) return '';
  const got = `${peopleText(messaged)} already got this message`;
  const may = messaged === 0 ? `${peopleText(unclear)} may have got this message` : `${formatCount(unclear)} may have`;
  const who = messaged === 0 ? may : unclear === 0 ? got : `${got}, and ${may}`;
  return `${who}. They can then be sent another message, but this one only if you ask for it. `;
}
