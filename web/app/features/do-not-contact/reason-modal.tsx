import { Text, TextInput } from '@mantine/core';
import { contactReasonMaxLength } from '@sandpiper/contract/limits';
import { useState, type ReactNode } from 'react';
import { useResetOnOpen } from '../../platform/dialog-state.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { lengthProblem } from '../../ui/text-length.ts';

type ReasonModalProps = {
  texts: {
    title: string;
    submit: string;
    reason: string;
    reasonHint: string;
    reasonSample: string;
    /** The error message for an empty reason. Omit this text if the reason is optional. */
    required?: string;
  };
  isOpen: boolean;
  isBusy: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  /** Explains the consequences. Shown above the field. */
  children: ReactNode;
};

/** A dialog that asks why a person is added to or removed from the do-not-contact list. */
export function ReasonModal({ texts, isOpen, isBusy, onSubmit, onClose, children }: ReasonModalProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const reason = typed.trim();
  const tooLong = lengthProblem(typed, contactReasonMaxLength);

  useResetOnOpen(isOpen, () => {
    setTyped('');
    setProblem(null);
  });

  function submit(): void {
    if (reason === '' && texts.required !== undefined) setProblem(texts.required);
    else if (tooLong === null) onSubmit(reason);
  }

  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title}
      submit={texts.submit}
      isBusy={isBusy}
      isDirty={reason !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{children}</Text>
      <TextInput
        label={texts.reason}
        description={texts.reasonHint}
        placeholder={texts.reasonSample}
        required={texts.required !== undefined}
        data-autofocus
        value={typed}
        error={tooLong ?? problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(null);
        }}
      />
    </FormModal>
  );
}
