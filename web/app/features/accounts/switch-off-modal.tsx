import type { Account } from '@sandpiper/contract/accounts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useToggleAccount } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';

const { switchOff: texts } = accountTexts;

type SwitchOffModalProps = { account: Account | null; isOpen: boolean; onClose: () => void };

/** Asks for confirmation before an account is switched off, and names the running campaign that uses the account. */
export function SwitchOffModal({ account, isOpen, onClose }: SwitchOffModalProps) {
  const toggle = useToggleAccount();
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={texts.title(account?.profile_name ?? '')}
      confirm={texts.confirm}
      onClose={onClose}
      onConfirm={() => {
        if (account !== null) toggle.mutate(account);
        onClose();
      }}
    >
      <RichText text={texts.question(account?.in_use_by?.name ?? '')} tags={{ campaign: strong }} />
    </ConfirmModal>
  );
}
