import { Button, type ButtonProps } from '@mantine/core';
import type { Import } from '@sandpiper/contract/imports';
import { useState, type ReactNode } from 'react';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { useCancelImport } from '../imports.queries.ts';

type CancelImportButtonProps = Pick<ButtonProps, 'variant' | 'color'> & {
  of: Import;
  label: string;
  title: string;
  confirm: string;
  /** Explains what happens to the people in the import: either no one is added, or no one else is added. */
  children: ReactNode;
};

/** A button that cancels an unfinished upload, a checked import, or the rest of a running import, after the user has confirmed this. */
export function CancelImportButton({ of, label, title, confirm, children, ...look }: CancelImportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelImport();
  const close = () => setOpen(false);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmModal
        isOpen={isOpen}
        title={title}
        confirm={confirm}
        isDangerous
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(of.id, { onSettled: close })}
        onClose={close}
      >
        {children}
      </ConfirmModal>
    </>
  );
}
