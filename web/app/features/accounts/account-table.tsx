import { Switch } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import type { AccountRequest } from '@sandpiper/contract/account-requests';
import type { PerformanceRow } from '@sandpiper/contract/account-performance';
import { isHiddenAccount } from '@sandpiper/contract/default-profiles';
import type { ReactNode } from 'react';
import type { SelectedRows } from '../../platform/selected-rows.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import type { TableState } from '../../platform/url-state.ts';
import { RateRing } from '../../ui/charts/rate-ring.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { selectionColumn } from '../../ui/selection-column.tsx';
import { AccountCell, ProfilePlace } from './account-cell.tsx';
import { openingOf } from './account-requests.queries.ts';
import { AccountRowActions } from './account-row-actions.tsx';
import css from './account-table.module.css';
import { useToggleAccount, type useAccounts } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';
import { accountBulkTexts } from './bulk/account-bulk.texts.ts';

const { table: texts } = accountTexts;

type AccountTableProps = {
  table: TableState<Record<never, string>>;
  accounts: ReturnType<typeof useAccounts>;
  requests: readonly AccountRequest[];
  performance: ReadonlyMap<number, PerformanceRow> | undefined;
  selection: SelectedRows<Account>;
  empty: ReactNode;
  onEdit: (account: Account) => void;
  onMove: (account: Account) => void;
  onRemove: (account: Account) => void;
  /** Called when the user switches off an account that a running campaign uses. The caller must ask for confirmation. */
  onSwitchOff: (account: Account) => void;
};

type ActiveSwitchProps = { account: Account; onSwitchOff: (account: Account) => void };

function ActiveSwitch({ account, onSwitchOff }: ActiveSwitchProps) {
  const toggle = useToggleAccount();
  const isAllowed = useHasSubscription();
  return (
    <Switch
      size="sm"
      label={account.is_active === 1 ? texts.active : texts.inactive}
      aria-label={texts.isActive(account.profile_name)}
      checked={account.is_active === 1}
      disabled={!isAllowed || account.double_of !== null}
      onChange={() =>
        account.is_active === 1 && account.in_use_by !== null ? onSwitchOff(account) : toggle.mutate(account)
      }
      classNames={{ root: css['switch'] ?? '', labelWrapper: css['word'] ?? '' }}
    />
  );
}

type AchievedProps = {
  account: Account;
  row: PerformanceRow | undefined;
  /** Whether each figure has a label. Needed where the figures have no column title above them. */
  isLabeled?: boolean;
};

function Achieved({ account, row, isLabeled = false }: AchievedProps) {
  if (row === undefined) return <span className={css['achieved']}>{texts.unknown}</span>;
  const sent = row.daily_sent.reduce((sum, count) => sum + count, 0);
  return (
    <span className={css['achieved']}>
      <RateRing rate={row.success_rate} />
      {isLabeled && row.success_rate !== null && texts.success}
      <Sparkline values={row.daily_sent} label={texts.sentPerDay(account.profile_name)} />
      <span className={css['sent']}>{isLabeled ? texts.sentIn14Days(sent) : texts.sent(sent)}</span>
    </span>
  );
}

type ColumnContext = Pick<
  AccountTableProps,
  'requests' | 'performance' | 'onEdit' | 'onMove' | 'onRemove' | 'onSwitchOff'
>;

function columnsOf(context: ColumnContext): Column<Account>[] {
  const { requests, performance, onEdit, onMove, onRemove, onSwitchOff } = context;
  return [
    {
      key: 'name',
      title: texts.account,
      isRowHeader: true,
      cell: (account) => (
        <>
          <AccountCell account={account} opening={openingOf(account, requests)} />
          <CollapsedColumn below="lg">
            <Achieved account={account} row={performance?.get(account.id)} isLabeled />
          </CollapsedColumn>
        </>
      ),
    },
    {
      key: 'path',
      title: texts.firefoxProfile,
      from: 'lg',
      width: '20%',
      cell: (account) => <ProfilePlace account={account} />,
    },
    {
      key: 'achieved',
      title: texts.achieved,
      from: 'lg',
      width: '15rem',
      cell: (account) => <Achieved account={account} row={performance?.get(account.id)} />,
    },
    {
      key: 'active',
      title: texts.status,
      width: '1%',
      cell: (account) => <ActiveSwitch account={account} onSwitchOff={onSwitchOff} />,
    },
    {
      key: 'actions',
      title: texts.actions,
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
  const { table, accounts, selection, empty } = props;
  const isAllowed = useHasSubscription();
  const selectColumn = selectionColumn({
    rows: accounts.data?.profiles.filter((account) => !isHiddenAccount(account)),
    selection,
    pageLabel: accountBulkTexts.selectPage,
    labelOf: ({ profile_name }) => accountBulkTexts.select(profile_name),
    isDisabled: !isAllowed,
  });
  return (
    <PagedTable
      label={accountTexts.page.title}
      table={table}
      answer={accounts}
      rows={accounts.data?.profiles}
      rowKey={(account) => account.id}
      columns={[selectColumn, ...columnsOf(props)]}
      isRowSelected={selection.has}
      skeletonRows={Math.min(table.size, 10)}
      isHidden={isHiddenAccount}
      empty={empty}
      onSize={table.setSize}
      noun={accountTexts.page.noun}
    />
  );
}
