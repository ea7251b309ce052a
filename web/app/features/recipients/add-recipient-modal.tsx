import { TextInput } from '@mantine/core';
import { normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';
import { useDialogForm } from '../../platform/dialog-form.ts';
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
  const { form, dialog } = useDialogForm({
    values: { recipient: '' },
    validate: { recipient: problemOf },
    isOpen,
    mutation: useAddRecipient(listId),
    toInput: ({ recipient }) => normalizeUsername(recipient),
    onDone: onClose,
  });
  return (
    <FormModal {...dialog} title={texts.title} submit={texts.submit} onClose={onClose}>
      <TextInput
        label={texts.username}
        description={texts.hint}
        placeholder={texts.sample}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('recipient')}
      />
    </FormModal>
  );
}
