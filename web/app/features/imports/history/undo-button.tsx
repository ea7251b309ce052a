import { Button } from '@mantine/core';
import type { Import } from '@sandpiper/contract/imports';
import { useState } from 'react';
import { useHasSubscription } from '../../../platform/session.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { useUndoImport } from '../imports.queries.ts';
import { historyTexts } from './history.texts.ts';

const { undo: texts } = historyTexts;

/** Takes an import back, as long as that is possible. */
export function UndoButton({ of, isSmall = false }: { of: Import; isSmall?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isAllowed = useHasSubscription();
  const undo = useUndoImport();
  if (of.undo_until === null) return null;
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'compact-sm' : 'sm'}
        disabled={!isAllowed}
        aria-label={texts.of(of.file_name)}
        onClick={() => setOpen(true)}
      >
        {texts.action}
      </Button>
      <ConfirmModal
        isOpen={isOpen}
        title={texts.title(of.file_name)}
        confirm={texts.action}
        isDangerous
        isBusy={undo.isPending}
        onConfirm={() => undo.mutate(of.id, { onSettled: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      >
        <p>{texts.removes(of.added, of.list?.name ?? of.list_name)}</p>
        {of.updated > 0 && <p>{texts.restores(of.updated)}</p>}
      </ConfirmModal>
    </>
  );
}
