import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { uiTexts } from './ui.texts.ts';

type FormModalProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  submit: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  size?: string;
  onSubmit: () => void;
  onClose: () => void;
};

/** A form in a dialog: Enter submits. */
export function FormModal(props: FormModalProps) {
  const { isOpen, title, children, submit, isBusy = false, isDisabled = false, size, onSubmit, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} {...(size === undefined ? {} : { size })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack>
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {uiTexts.cancel}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isDisabled}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
