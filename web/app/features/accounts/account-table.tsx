import { Switch, Text } from '@mantine/core';
import type { Account, AccountRequest, PerformanceRow } from '@sandpiper/contract/accounts';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHasSubscription } from '../../platform/session.tsx';
import { RateRing } from '../../ui/charts/rate-ring.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Folded } from '../../ui/folded.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { Badge, StatusBadge } from '../../ui/status-badge.tsx';
import { openingOf } from './account-requests.queries.ts';
import { AccountRowActions } from './account-row-actions.tsx';
import css from './account-table.module.css';
import { useToggleAccount } from './accounts.queries.ts';
import { OpenProfileButton } from './open-profile.tsx';

type AccountTableProps = {
  accounts: readonly Account[] | undefined;
  requests: readonly AccountRequest[];
  performance: ReadonlyMap<number, PerformanceRow> | undefined;
  /** Why a running campaign waits for the user, by account. */
  stopped: ReadonlyMap<number, string>;
  skeletonRows: number;
  isStale: boolean;
  empty: ReactNode;
  onEdit: (account: Account) => void;
  onRemove: (account: Account) => void;
};

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

/** Why it stopped; on a phone with the button that the row has no room for. */
function Stop({ account, why, opening }: { account: Account; why: string; opening: AccountRequest | undefined }) {
  return (
    <div className={css['stop']}>
      <StatusBadge status="blocked" />
      <span>{why}</span>
      <OpenProfileButton account={account} opening={opening} isStopped hiddenFrom="sm" />
    </div>
  );
}

type AccountCellProps = { account: Account; why: string | undefined; opening: AccountRequest | undefined };

function AccountCell({ account, why, opening }: AccountCellProps) {
  return (
    <>
      <AccountName account={account} />
      {why !== undefined && <Stop account={account} why={why} opening={opening} />}
      <Folded below="md">
        <PathText path={account.profile_path} />
      </Folded>
    </>
  );
}

function ActiveSwitch({ account }: { account: Account }) {
  const toggle = useToggleAccount();
  const isAllowed = useHasSubscription();
  return (
    <Switch
      size="sm"
      label={account.is_active === 1 ? 'Active' : 'Inactive'}
      aria-label={`${account.profile_name} is active`}
      checked={account.is_active === 1}
      disabled={!isAllowed}
      onChange={() => toggle.mutate(account)}
      classNames={{ root: css['switch'] ?? '' }}
    />
  );
}

function Achieved({ account, row }: { account: Account; row: PerformanceRow | undefined }) {
  if (row === undefined) return <span className={css['achieved']}>–</span>;
  return (
    <span className={css['achieved']}>
      <RateRing rate={row.success_rate} size={34} />
      <Sparkline values={row.daily_sent} label={`Sent a day by ${account.profile_name}, last 14 days`} />
    </span>
  );
}

type ColumnContext = Pick<AccountTableProps, 'requests' | 'performance' | 'stopped' | 'onEdit' | 'onRemove'>;

function columnsOf({ requests, performance, stopped, onEdit, onRemove }: ColumnContext): Column<Account>[] {
  return [
    {
      key: 'name',
      title: 'Account',
      isRowHeader: true,
      cell: (account) => (
        <AccountCell account={account} why={stopped.get(account.id)} opening={openingOf(account, requests)} />
      ),
    },
    {
      key: 'path',
      title: 'Firefox profile',
      from: 'md',
      cell: (account) => <PathText path={account.profile_path} />,
    },
    {
      key: 'achieved',
      title: 'Success, sent in 14 days',
      from: 'md',
      width: '11rem',
      cell: (account) => <Achieved account={account} row={performance?.get(account.id)} />,
    },
    { key: 'active', title: 'Status', width: '8rem', cell: (account) => <ActiveSwitch account={account} /> },
    {
      key: 'actions',
      title: 'Actions',
      align: 'right',
      width: '1%',
      cell: (account) => (
        <AccountRowActions
          account={account}
          opening={openingOf(account, requests)}
          isStopped={stopped.has(account.id)}
          onEdit={() => onEdit(account)}
          onRemove={() => onRemove(account)}
        />
      ),
    },
  ];
}

export function AccountTable(props: AccountTableProps) {
  const { accounts, skeletonRows, isStale, empty } = props;
  return (
    <DataTable
      label="Accounts"
      columns={columnsOf(props)}
      rows={accounts}
      rowKey={(account) => account.id}
      skeletonRows={skeletonRows}
      isStale={isStale}
      empty={empty}
    />
  );
}
