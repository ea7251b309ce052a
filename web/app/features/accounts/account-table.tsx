import { Switch } from '@mantine/core';
import type { Account, AccountRequest, PerformanceRow } from '@sandpiper/contract/accounts';
import type { ReactNode } from 'react';
import { useHasSubscription } from '../../platform/session.tsx';
import { RateRing } from '../../ui/charts/rate-ring.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { AccountCell, ProfilePlace } from './account-cell.tsx';
import { openingOf } from './account-requests.queries.ts';
import { AccountRowActions } from './account-row-actions.tsx';
import css from './account-table.module.css';
import { useToggleAccount } from './accounts.queries.ts';

type AccountTableProps = {
  accounts: readonly Account[] | undefined;
  requests: readonly AccountRequest[];
  performance: ReadonlyMap<number, PerformanceRow> | undefined;
  skeletonRows: number;
  isStale: boolean;
  empty: ReactNode;
  onEdit: (account: Account) => void;
  onMove: (account: Account) => void;
  onRemove: (account: Account) => void;
};

function ActiveSwitch({ account }: { account: Account }) {
  const toggle = useToggleAccount();
  const isAllowed = useHasSubscription();
  return (
    <Switch
      size="sm"
      label={account.is_active === 1 ? 'Active' : 'Inactive'}
      aria-label={`${account.profile_name} is active`}
      checked={account.is_active === 1}
      disabled={!isAllowed || account.double_of !== null}
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

type ColumnContext = Pick<AccountTableProps, 'requests' | 'performance' | 'onEdit' | 'onMove' | 'onRemove'>;

function columnsOf({ requests, performance, onEdit, onMove, onRemove }: ColumnContext): Column<Account>[] {
  return [
    {
      key: 'name',
      title: 'Account',
      isRowHeader: true,
      cell: (account) => <AccountCell account={account} opening={openingOf(account, requests)} />,
    },
    {
      key: 'path',
      title: 'Firefox profile',
      from: 'md',
      cell: (account) => <ProfilePlace account={account} />,
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
          onEdit={() => onEdit(account)}
          onMove={() => onMove(account)}
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
