import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLeaveWarning } from '../platform/use-leave-warning.ts';
import { Dialog, DialogActions } from './dialog.tsx';
import { formModalTexts as texts } from './form-modal.texts.ts';
import { uiTexts } from './ui.texts.ts';

type FormModalProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  submit: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** Whether the form has unsaved changes. If so, closing the dialog asks for confirmation. */
  isDirty?: boolean;
  size?: string;
  onSubmit: () => void;
  onClose: () => void;
};

/** Asks for confirmation before unsaved changes are discarded. */
function useDiscardQuestion(isDirty: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  useLeaveWarning(isDirty);
  if (isAsking && !isDirty) setAsking(false);
  return {
    isAsking,
    close: () => (isDirty && !isAsking ? setAsking(true) : onClose()),
    keep: () => setAsking(false),
  };
}

/** A dialog with a form. Enter submits the form. */
export function FormModal(props: FormModalProps) {
  const {
    isOpen,
    title,
    children,
    submit,
    isBusy = false,
    isDisabled = false,
    isDangerous = false,
    size,
    onSubmit,
    onClose,
  } = props;
  const question = useDiscardQuestion(isOpen && props.isDirty === true, onClose);
  return (
    <Dialog isOpen={isOpen} onClose={question.close} title={title} {...(size === undefined ? {} : { size })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack>
          {children}
          {question.isAsking && (
            <Group justify="flex-end" gap="xs" role="alert">
              <Text size="sm">{texts.discardQuestion}</Text>
              <Button size="compact-sm" variant="default" autoFocus onClick={question.keep}>
                {texts.keepEditing}
              </Button>
              <Button size="compact-sm" color="red" onClick={onClose}>
                {texts.discard}
              </Button>
            </Group>
          )}
          <DialogActions>
            <Button variant="default" onClick={question.close}>
              {uiTexts.cancel}
            </Button>
            <Button type="submit" color={isDangerous ? 'red' : 'tide'} loading={isBusy} disabled={isDisabled}>
              {submit}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
