import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

type ConfirmModalProps = {
  isOpen: boolean;
  title: string;
  /** What will be lost or changed, in numbers. */
  children: ReactNode;
  /** A verb with its object, such as "Delete 3 recipients". */
  confirm: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmModal(props: ConfirmModalProps) {
  const { isOpen, title, children, confirm, isDangerous = false, isBusy = false, onConfirm, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={isDangerous ? 'red' : 'tide'} loading={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
