import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { useDiscardQuestion } from '../../ui/form-modal.tsx';
import { accountCreationTexts } from './account-creation.texts.ts';
import { CreateAccount } from './create-account.tsx';
import { useAccountCreation } from './use-account-creation.ts';

/**
 * A dialog that adds an account with a new Firefox profile. If the user closes the dialog early, the next attempt continues where the
 * previous attempt stopped.
 */
export function CreateAccountModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isTyped, setTyped] = useState(false);
  const { close, question } = useDiscardQuestion({ isDirty: isOpen && isTyped, isSaving: false, onClose });
  return (
    <Dialog isOpen={isOpen} onClose={close} title={accountCreationTexts.title} size="lg">
      <Creation onType={setTyped} onClose={onClose} />
      {question}
    </Dialog>
  );
}

type CreationProps = { onType: (isTyped: boolean) => void; onClose: () => void };

function Creation({ onType, onClose }: CreationProps) {
  return <CreateAccount creation={useAccountCreation()} onType={onType} onDone={onClose} />;
}
