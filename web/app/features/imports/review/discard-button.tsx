import { Button } from '@mantine/core';
import type { Import } from '@sandpiper/contract/imports';
import { useState } from 'react';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { useCancelImport } from '../imports.queries.ts';
import { reviewTexts } from './review.texts.ts';

const { actions, discard } = reviewTexts;

/** A button that discards a checked import before anyone is added. */
export function DiscardButton({ of }: { of: Import }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelImport();
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setOpen(true)}>
        {actions.discard}
      </Button>
      <ConfirmModal
        isOpen={isOpen}
        title={discard.title}
        confirm={discard.confirm}
        isDangerous
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(of.id)}
        onClose={() => setOpen(false)}
      >
        {discard.text(of.rows)}
      </ConfirmModal>
    </>
  );
}
