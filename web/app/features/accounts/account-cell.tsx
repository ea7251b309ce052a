import { Text } from '@mantine/core';
import type { Account, AccountRequest, Computer } from '@sandpiper/contract/accounts';
import { IconCopy, IconSend } from '@tabler/icons-react';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { HoldNotice } from './account-hold.tsx';
import css from './account-table.module.css';

function AccountName({ account }: { account: Account }) {
  return (
    <div className={css['name']}>
      <span>{account.profile_name}</span>
      {account.insta_username !== null && account.insta_username !== '' && (
        <Text span size="xs" c="dimmed">
          @{account.insta_username}
        </Text>
      )}
      {account.in_use_by !== null && (
        <Badge tone="coral" icon={<IconSend size={12} aria-hidden />}>
          In Use: {account.in_use_by.name}
        </Badge>
      )}
    </div>
  );
}

function DoubleNotice({ of }: { of: string }) {
  return (
    <div className={css['notice']}>
      <Badge tone="yellow" icon={<IconCopy size={12} aria-hidden />}>
        Double
      </Badge>
      <span>
        This is the same Instagram account or Firefox profile as {of}, so it stays off. Edit its Instagram username or
        its Firefox profile, or delete one of the two.
      </span>
    </div>
  );
}

function computerText(computer: Computer | null): string {
  if (computer === null) return 'On none of your computers';
  return computer.is_online ? `On ${computer.name}` : `On ${computer.name}, not connected`;
}

/** The Firefox profile's folder, and the computer it is on. */
export function ProfilePlace({ account }: { account: Account }) {
  return (
    <span className={css['place']}>
      <PathText path={account.profile_path} />
      <Text span size="xs" c="dimmed">
        {computerText(account.computer)}
      </Text>
    </span>
  );
}

type AccountCellProps = { account: Account; opening: AccountRequest | undefined };

export function AccountCell({ account, opening }: AccountCellProps) {
  return (
    <>
      <AccountName account={account} />
      {account.double_of !== null && <DoubleNotice of={account.double_of.name} />}
      {account.hold !== null && <HoldNotice account={account} hold={account.hold} opening={opening} />}
      <CollapsedColumn below="md">
        <ProfilePlace account={account} />
      </CollapsedColumn>
    </>
  );
}
