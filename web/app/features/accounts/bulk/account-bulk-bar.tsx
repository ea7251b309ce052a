import { Menu } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { IconShieldPlus, IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { useDialogState } from '../../../platform/dialog-state.ts';
import type { SelectedRows } from '../../../platform/selected-rows.ts';
import { useHasSubscription } from '../../../platform/session.tsx';
import { BulkBar } from '../../../ui/bulk-bar.tsx';
import { useChangeAccounts } from './account-bulk.queries.ts';
import { accountBulkTexts as texts } from './account-bulk.texts.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';

/** Shows how many accounts are selected, and a menu with the changes that can be made to all of them. Hidden if none is selected. */
export function AccountBulkBar({ selection: { rows: accounts, set } }: { selection: SelectedRows<Account> }) {
  const isAllowed = useHasSubscription();
  const dialog = useDialogState<'off' | 'limits'>();
  const update = useChangeAccounts();
  const deselect = (done: readonly Account[]) => set(done, false);

  function switchAll(isActive: boolean): void {
    update.mutate({ accounts, change: { is_active: isActive } }, { onSuccess: ({ done }) => deselect(done) });
    dialog.close();
  }

  if (accounts.length === 0) return null;
  const isInUse = accounts.some(({ in_use_by }) => in_use_by !== null);
  return (
    <>
      <BulkBar
        label={texts.label}
        selected={texts.selected(accounts.length)}
        isBusy={update.isPending}
        isDisabled={!isAllowed}
        onClear={() => deselect(accounts)}
        items={
          <>
            <Menu.Item leftSection={<IconToggleRight size={16} aria-hidden />} onClick={() => switchAll(true)}>
              {texts.on}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconToggleLeft size={16} aria-hidden />}
              onClick={() => (isInUse ? dialog.open('off') : switchAll(false))}
            >
              {texts.off}
            </Menu.Item>
            <Menu.Item leftSection={<IconShieldPlus size={16} aria-hidden />} onClick={() => dialog.open('limits')}>
              {texts.limits}
            </Menu.Item>
          </>
        }
      />
      {dialog.isOpen && dialog.target === 'off' && (
        <SwitchOffDialog accounts={accounts} onConfirm={() => switchAll(false)} onClose={dialog.close} />
      )}
      {dialog.isOpen && dialog.target === 'limits' && (
        <LimitsDialog
          accounts={accounts}
          update={update}
          onDone={(done) => {
            dialog.close();
            deselect(done);
          }}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
