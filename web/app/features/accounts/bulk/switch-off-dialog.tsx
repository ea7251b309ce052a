import type { Account } from '@sandpiper/contract/accounts';
import { namesText } from '../../../ui/bulk-bar.texts.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { strong } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { accountBulkTexts } from './account-bulk.texts.ts';

const { switchOff: texts } = accountBulkTexts;

type SwitchOffDialogProps = { accounts: readonly Account[]; onConfirm: () => void; onClose: () => void };

/** Asks for confirmation before accounts are switched off, and names the running campaigns that use them. */
export function SwitchOffDialog({ accounts, onConfirm, onClose }: SwitchOffDialogProps) {
  const uses = accounts.flatMap(({ in_use_by }) => in_use_by ?? []);
  const campaigns = [...new Map(uses.map(({ id, name }) => [id, name])).values()];
  return (
    <ConfirmModal
      isOpen
      title={texts.title(accounts.length)}
      confirm={texts.confirm(accounts.length)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <RichText
        text={texts.question({
          selected: accounts.length,
          sending: uses.length,
          campaigns: campaigns.length,
          names: namesText(campaigns),
        })}
        tags={{ campaigns: strong }}
      />
    </ConfirmModal>
  );
}
