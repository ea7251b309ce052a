import { Alert, Button, Stack, Text, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogActions, DialogFields } from './dialog.tsx';
import { uiTexts } from './ui.texts.ts';

type ConfirmModalProps = {
  isOpen: boolean;
  title: string;
  /** Says what will be lost or changed, preferably with numbers. */
  children: ReactNode;
  /** The confirm button's label: a verb with its object, such as "Delete 3 recipients". */
  confirm: string;
  isDangerous?: boolean;
  size?: ModalProps['size'];
  isBusy?: boolean;
  /** Whether the confirm button is disabled. `children` should explain why. */
  isDisabled?: boolean;
  /** The error message if the confirmed action failed. */
  problem?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmModal(props: ConfirmModalProps) {
  const { isOpen, title, children, confirm, isDangerous = false, isBusy = false, isDisabled = false } = props;
  const { problem, size = 'md', onConfirm, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} size={size}>
      <Stack>
        <DialogFields isSaving={isBusy}>
          <Text size="sm" component="div">
            {children}
          </Text>
        </DialogFields>
        {problem !== undefined && (
          <Alert color="red" variant="light">
            {problem}
          </Alert>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose} data-autofocus>
            {uiTexts.cancel}
          </Button>
          <Button
            color={isDangerous ? 'red' : 'tide'}
            loading={isBusy}
            disabled={isDisabled}
            // While the dialog fades out, the button can still be clicked.
            onClick={isOpen ? onConfirm : undefined}
          >
            {confirm}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

type ConfirmRemovalProps<Key> = {
  /** The mutation that removes the item. */
  removal: { isPending: boolean; mutate: (key: Key, options: { onSettled: () => void }) => void };
  /** The mutation's argument. */
  of: Key;
  title: string;
  confirm: string;
  /** What will be lost. */
  children: ReactNode;
  onClose: () => void;
};

/** Asks for confirmation before removing an item. Closes when the mutation has succeeded or failed. */
export function ConfirmRemoval<Key>({ removal, of, title, confirm, children, onClose }: ConfirmRemovalProps<Key>) {
  return (
    <ConfirmModal
      isOpen
      title={title}
      confirm={confirm}
      isDangerous
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(of, { onSettled: onClose })}
      onClose={onClose}
    >
      {children}
    </ConfirmModal>
  );
}
