import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { useDiscardQuestion } from '../../ui/form-modal.tsx';
import { accountCreationTexts } from './account-creation.texts.ts';
import type { NewAccountValues } from './account-form.values.ts';
import { CreateAccount } from './create-account.tsx';
import { useAccountCreation } from './use-account-creation.ts';

type CreateAccountModalProps = {
  /** What the user has already typed about the account in another form. */
  typed: NewAccountValues | null;
  isOpen: boolean;
  onClose: () => void;
};

/**
 * A dialog that adds an account with a new Firefox profile. If the user closes the dialog early, the next attempt continues where the
 * previous attempt stopped.
 */
export function CreateAccountModal({ typed, isOpen, onClose }: CreateAccountModalProps) {
  const [isTyped, setTyped] = useState(false);
  const { close, question } = useDiscardQuestion({ isDirty: isOpen && isTyped, isSaving: false, onClose });
  return (
    <Dialog isOpen={isOpen} onClose={close} title={accountCreationTexts.title} size="lg">
      <Stack pt={4}>
        {question}
        <Creation typed={typed} onType={setTyped} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

type CreationProps = Omit<CreateAccountModalProps, 'isOpen'> & { onType: (isTyped: boolean) => void };

function Creation({ typed, onType, onClose }: CreationProps) {
  return <CreateAccount creation={useAccountCreation()} typed={typed} onType={onType} onDone={onClose} />;
}
