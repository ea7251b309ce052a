import { Dialog } from '../../ui/dialog.tsx';
import { accountCreationTexts } from './account-creation.texts.ts';
import { CreateAccount } from './create-account.tsx';
import { useAccountCreation } from './use-account-creation.ts';

/**
 * A dialog that adds an account with a new Firefox profile. If the user closes it early, the next attempt continues where this one stopped.
 */
export function CreateAccountModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={accountCreationTexts.title} size="lg">
      <Creation onClose={onClose} />
    </Dialog>
  );
}

function Creation({ onClose }: { onClose: () => void }) {
  return <CreateAccount creation={useAccountCreation()} onDone={onClose} />;
}
