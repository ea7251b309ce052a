import { TextInput } from '@mantine/core';
import { normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';
import { useState } from 'react';
import { useResetOnOpen } from '../../platform/dialog-state.ts';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { useAddRecipient } from './recipients.queries.ts';
import { recipientTexts } from './recipients.texts.ts';

const { form: texts } = recipientTexts;

/** Validates a typed username. Returns the error message, or null if the username is valid. */
function problemOf(typed: string): string | null {
  return typed.trim() === '' ? texts.required : usernameProblem(normalizeUsername(typed));
}

type AddRecipientModalProps = { listId: number; isOpen: boolean; onClose: () => void };

export function AddRecipientModal({ listId, isOpen, onClose }: AddRecipientModalProps) {
  const add = useAddRecipient(listId);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  useResetOnOpen(isOpen, () => {
    setTyped('');
    setProblem(null);
    add.reset();
  });

  function submit(): void {
    const found = problemOf(typed);
    setProblem(found);
    if (found !== null) return;
    add.mutate(normalizeUsername(typed), {
      onSuccess: onClose,
      onError: (error) => setProblem(failedFields(error)['recipient'] ?? null),
    });
  }

  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title}
      submit={texts.submit}
      isBusy={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.username}
        description={texts.hint}
        placeholder={texts.sample}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(null);
        }}
      />
    </FormModal>
  );
}
