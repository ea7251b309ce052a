import type { Account, PerformanceRow } from '@sandpiper/contract/accounts';
import { formatCount } from '../../platform/dates.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useRemoveAccount } from './accounts.queries.ts';

type RemoveAccountModalProps = {
  account: Account | null;
  /** Undefined while it is not known. */
  performance: PerformanceRow | undefined;
  isOpen: boolean;
  onClose: () => void;
};

function lossText(row: PerformanceRow | undefined): string {
  if (row === undefined) return 'What it has sent is not known just now; its row in the profile performance goes.';
  if (row.total_actions === 0) return 'It has sent nothing so far.';
  const messages = `${formatCount(row.messages_sent)} ${row.messages_sent === 1 ? 'message' : 'messages'}`;
  const campaigns = `${formatCount(row.campaigns_used)} ${row.campaigns_used === 1 ? 'campaign' : 'campaigns'}`;
  return `It sent ${messages} in ${campaigns}; its row in the profile performance goes.`;
}

export function RemoveAccountModal({ account, performance, isOpen, onClose }: RemoveAccountModalProps) {
  const remove = useRemoveAccount();
  return (
    <ConfirmModal
      isOpen={isOpen}
      title="Delete Profile"
      confirm="Delete Profile"
      isDangerous
      onClose={onClose}
      onConfirm={() => {
        if (account !== null) remove.mutate(account);
        onClose();
      }}
    >
      <strong>{account?.profile_name}</strong> is taken out of Sandpiper. {lossText(performance)} The Firefox profile on
      your computer stays as it is.
    </ConfirmModal>
  );
}
