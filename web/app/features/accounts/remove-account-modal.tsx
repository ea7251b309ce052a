import type { Account } from '@sandpiper/contract/accounts';
import type { PerformanceRow } from '@sandpiper/contract/account-performance';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useRemoveAccount } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';

const { removal: texts } = accountTexts;

type RemoveAccountModalProps = {
  account: Account | null;
  /** The account's results. Undefined if they haven't loaded. */
  performance: PerformanceRow | undefined;
  isOpen: boolean;
  onRemove: (account: Account) => void;
  onClose: () => void;
};

function questionText(name: string, row: PerformanceRow | undefined): string {
  if (row === undefined) return texts.unknown(name);
  if (row.total_actions === 0) return texts.unused(name);
  return texts.used(name, row.messages_sent, row.campaigns_used);
}

export function RemoveAccountModal({ account, performance, isOpen, onRemove, onClose }: RemoveAccountModalProps) {
  const remove = useRemoveAccount();
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={texts.title}
      confirm={texts.confirm}
      isDangerous
      onClose={onClose}
      onConfirm={() => {
        if (account !== null) {
          remove.mutate(account);
          onRemove(account);
        }
        onClose();
      }}
    >
      <RichText text={questionText(account?.profile_name ?? '', performance)} tags={{ name: strong }} />
    </ConfirmModal>
  );
}
