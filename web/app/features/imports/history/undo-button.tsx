import { Button } from '@mantine/core';
import type { Import, UndoPreview } from '@sandpiper/contract/imports';
import { useState } from 'react';
import { failureText } from '../../../platform/failure.ts';
import { useHasSubscription } from '../../../platform/session.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { useUndoImport, useUndoPreview } from '../imports.queries.ts';
import { historyTexts } from './history.texts.ts';

const { undo: texts } = historyTexts;

/** A button that undoes an import. Renders nothing if the import can't be undone. */
export function UndoButton({ of, isSmall = false }: { of: Import; isSmall?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isAllowed = useHasSubscription();
  const undo = useUndoImport();
  if (of.undo_until === null) return null;
  const close = () => setOpen(false);
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
      {isOpen && (
        <UndoDialog
          of={of}
          isBusy={undo.isPending}
          onConfirm={() => undo.mutate(of.id, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  );
}

type UndoDialogProps = { of: Import; isBusy: boolean; onConfirm: () => void; onClose: () => void };

function UndoDialog({ of, isBusy, onConfirm, onClose }: UndoDialogProps) {
  const preview = useUndoPreview(of.id);
  return (
    <ConfirmModal
      isOpen
      title={texts.title(of.file_name)}
      confirm={texts.action}
      isDangerous
      isBusy={isBusy}
      isDisabled={preview.data === undefined}
      problem={preview.isError ? failureText(preview.error, texts.previewFailed) : undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <WhatHappens of={of} preview={preview.data} />
    </ConfirmModal>
  );
}

/** Explains what undoing the import changes, once `preview` has loaded. */
function WhatHappens({ of, preview }: { of: Import; preview: UndoPreview | undefined }) {
  if (preview === undefined) return <p>{texts.counting}</p>;
  const { removes, keeps, restores } = preview;
  return (
    <>
      <p>{texts.removes(removes, of.list?.name ?? of.list_name)}</p>
      {removes > 0 && <p>{texts.onlyKnown}</p>}
      {keeps > 0 && <p>{texts.keeps(keeps)}</p>}
      {of.variables.length > 0 && <p>{texts.unusedVariables}</p>}
      {restores > 0 && <p>{texts.restores(restores)}</p>}
    </>
  );
}
