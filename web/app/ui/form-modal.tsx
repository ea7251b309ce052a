import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLeaveBlock } from '../platform/use-leave-block.ts';
import { Dialog, DialogActions, DialogFields } from './dialog.tsx';
import { formModalTexts as texts } from './form-modal.texts.ts';
import { uiTexts } from './ui.texts.ts';
import { useErrorFocus } from './use-error-focus.ts';

type FormModalProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  submit: string;
  isBusy?: boolean;
  /** Whether the dialog can't be closed while it is busy. Use this if the answer contains something that is shown only once. */
  staysOpenWhileBusy?: boolean;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** Whether the form has unsaved changes. If so, closing the dialog or leaving the page asks for confirmation. */
  isDirty?: boolean;
  size?: string;
  onSubmit: () => void;
  onClose: () => void;
};

type DiscardQuestionProps = {
  isAsking: boolean;
  isSaving: boolean;
  onAsk: () => void;
  onKeep: () => void;
  onDiscard: () => void;
};

/** Asks for confirmation before unsaved changes are discarded by closing the dialog or leaving the page. */
function DiscardQuestion({ isAsking, isSaving, onAsk, onKeep, onDiscard }: DiscardQuestionProps) {
  const blocker = useLeaveBlock({ isSaving });
  const isBlocked = blocker.state === 'blocked';
  const ask = useEffectEvent(onAsk);
  useEffect(() => {
    if (isBlocked) ask();
  }, [isBlocked]);
  if (!isAsking) return null;

  function keep() {
    blocker.reset?.();
    onKeep();
  }

  function discard() {
    onDiscard();
    blocker.proceed?.();
  }

  return (
    <Group justify="flex-end" gap="xs" role="alert">
      <Text size="sm">{texts.discardQuestion}</Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" autoFocus onClick={keep}>
          {texts.keepEditing}
        </Button>
        <Button size="compact-sm" color="red" onClick={discard}>
          {texts.discard}
        </Button>
      </Group>
    </Group>
  );
}

type Discarding = { isDirty: boolean; isSaving: boolean; onClose: () => void };

/**
 * For a dialog with a form, returns a `close` function that asks before it discards unsaved changes, and the `question` to render in the
 * form. The question is also asked when the user leaves the page.
 */
export function useDiscardQuestion({ isDirty, isSaving, onClose }: Discarding) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking && !isDirty) setAsking(false);
  return {
    close: () => (isDirty && !isAsking ? setAsking(true) : onClose()),
    question: isDirty && (
      <DiscardQuestion
        isAsking={isAsking}
        isSaving={isSaving}
        onAsk={() => setAsking(true)}
        onKeep={() => setAsking(false)}
        onDiscard={onClose}
      />
    ),
  };
}

/** A dialog with a form. Enter submits the form. If a field has an error afterward, the field gets focus. */
export function FormModal(props: FormModalProps) {
  const {
    isOpen,
    title,
    children,
    submit,
    isBusy = false,
    staysOpenWhileBusy = false,
    isDisabled = false,
    isDangerous = false,
    size = 'md',
    onSubmit,
    onClose,
  } = props;
  const isDirty = isOpen && props.isDirty === true;
  const canClose = !(isBusy && staysOpenWhileBusy);
  const { close, question } = useDiscardQuestion({ isDirty, isSaving: isBusy, onClose });
  const { form, onSubmitted, onEdited } = useErrorFocus(isBusy);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      closeOnEscape={canClose}
      withCloseButton={canClose}
      title={title}
      size={size}
    >
      <form
        ref={form}
        noValidate
        onInput={onEdited}
        onSubmit={(event) => {
          event.preventDefault();
          // While the dialog fades out, Enter still works.
          if (!isOpen) return;
          onSubmitted();
          onSubmit();
        }}
      >
        <Stack>
          <DialogFields isSaving={isBusy}>
            <Stack>{children}</Stack>
          </DialogFields>
          {question}
          <DialogActions>
            <Button variant="default" disabled={!canClose} onClick={close}>
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
