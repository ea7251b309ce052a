import { Anchor, Text } from '@mantine/core';
import type { Account, Computer } from '@sandpiper/contract/accounts';
import type { AccountRequest } from '@sandpiper/contract/account-requests';
import { IconCopy, IconSend } from '@tabler/icons-react';
import { Link } from 'react-router';
import { healthOf } from '../../platform/account-health.ts';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { HealthMark } from '../../ui/health-mark.tsx';
import { FolderName } from '../../ui/path-text.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { uiTexts } from '../../ui/ui.texts.ts';
import { HoldNotice } from './account-hold.tsx';
import css from './account-table.module.css';
import { accountTexts } from './accounts.texts.ts';
import { ProtectHint } from './limits/protect-account.tsx';

const { cell: texts } = accountTexts;

function AccountName({ account }: { account: Account }) {
  return (
    <div className={css['name']}>
      <Anchor component={Link} to={`/profiles/${account.id}`} inherit>
        {account.profile_name}
      </Anchor>
      {account.hold === null && <HealthMark health={healthOf(account)} />}
      {account.insta_username !== null && account.insta_username !== '' && (
        <Text span size="xs" c="dimmed">
          @{account.insta_username}
        </Text>
      )}
      {account.in_use_by !== null && (
        <Badge tone="tide" icon={<IconSend size={12} aria-hidden />}>
          {texts.inUse(account.in_use_by.name)}
        </Badge>
      )}
    </div>
  );
}

export function DoubleNotice({ of }: { of: string }) {
  return (
    <div className={css['notice']}>
      <Badge tone="yellow" icon={<IconCopy size={12} aria-hidden />}>
        {texts.double}
      </Badge>
      <span>{texts.doubleText(of)}</span>
    </div>
  );
}

function computerText(computer: Computer | null): string {
  if (computer === null) return uiTexts.health.no_computer;
  return computer.is_online ? texts.onComputer(computer.name) : texts.onAwayComputer(computer.name);
}

/** Shows the account's Firefox profile folder, and which computer the folder is on. */
export function ProfilePlace({ account }: { account: Account }) {
  return (
    <span className={css['place']}>
      <FolderName path={account.profile_path} />
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
      <ProtectHint account={account} />
      <CollapsedColumn below="lg">
        <ProfilePlace account={account} />
      </CollapsedColumn>
    </>
  );
}
