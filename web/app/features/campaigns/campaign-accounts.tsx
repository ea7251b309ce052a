import type { PerformanceRow } from '@sandpiper/contract/accounts';
import type { Campaign, CampaignAccount } from '@sandpiper/contract/campaigns';
import { useMemo, type ReactNode } from 'react';
import { formatCount } from '../../platform/dates.ts';
import { RateRing } from '../../ui/charts/rate-ring.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ExactTime, RelativeTime } from '../../ui/relative-time.tsx';
import { Badge, StatusBadge } from '../../ui/status-badge.tsx';
import css from './campaign-detail.module.css';
import { ChangeAccounts } from './change-accounts.tsx';
import { DueTime } from './due-time.tsx';

type Row = {
  id: number;
  name: string;
  isDeleted: boolean;
  account: CampaignAccount | undefined;
  figures: PerformanceRow | undefined;
};

function rowsOf(accounts: readonly CampaignAccount[], performance: readonly PerformanceRow[] = []): Row[] {
  const figures = new Map(performance.map((row) => [row.profile_id, row]));
  const here = accounts.map((account) => ({
    id: account.profile_id,
    name: account.profile_name,
    isDeleted: account.is_deleted,
    account,
    figures: figures.get(account.profile_id),
  }));
  const known = new Set(here.map((row) => row.id));
  // Accounts that were deleted or exchanged since keep their figures.
  const gone = performance
    .filter((row) => !known.has(row.profile_id))
    .map((row) => ({
      id: row.profile_id,
      name: row.profile_name,
      isDeleted: row.is_deleted,
      account: undefined,
      figures: row,
    }));
  return [...here, ...gone];
}

const figure = (value: number | undefined) => (value === undefined ? '–' : formatCount(value));

/** What is offered beside an account that is on hold, by its number. */
type OnHeld = (profileId: number) => ReactNode;

const accountColumn = (onHeld: OnHeld): Column<Row> => ({
  key: 'account',
  title: 'Account',
  isRowHeader: true,
  width: '45%',
  cell: (row) => (
    <div className={css['account']}>
      <span className={css['accountName']}>{row.name}</span>
      {row.isDeleted ? (
        <Badge tone="gray">Deleted</Badge>
      ) : (
        row.account !== undefined && <AccountState account={row.account} onHeld={onHeld} />
      )}
    </div>
  ),
});

const rateColumn = (areKnown: boolean): Column<Row> => ({
  key: 'rate',
  title: 'Success',
  cell: (row) => (areKnown ? <RateRing rate={row.figures?.success_rate ?? null} size={36} /> : '–'),
});

const figureColumns: readonly Column<Row>[] = [
  { key: 'sent', title: 'Sent', align: 'right', cell: (row) => figure(row.figures?.messages_sent) },
  { key: 'failed', title: 'Failed', align: 'right', cell: (row) => figure(row.figures?.messages_failed) },
  { key: 'blocked', title: 'Blocked', align: 'right', from: 'md', cell: (row) => figure(row.figures?.profile_blocked) },
  {
    key: 'days',
    title: '14 days',
    from: 'md',
    cell: (row) => (
      <Sparkline values={row.figures?.daily_sent ?? []} label={`Sent each day by ${row.name}`} width={80} />
    ),
  },
];

type CampaignAccountsProps = {
  campaign: Campaign;
  /** Undefined when it could not be loaded. */
  performance: readonly PerformanceRow[] | undefined;
  onHeld: OnHeld;
};

/** Each account: what it does now and why, when its next message is due, and what it achieved in this campaign. */
export function CampaignAccounts({ campaign, performance, onHeld }: CampaignAccountsProps) {
  const areKnown = performance !== undefined;
  const columns = useMemo(() => [accountColumn(onHeld), rateColumn(areKnown), ...figureColumns], [onHeld, areKnown]);
  return (
    <Panel
      title="Profile performance"
      subtitle={areKnown ? undefined : 'The figures could not be loaded.'}
      actions={<ChangeAccounts campaign={campaign} />}
    >
      <DataTable
        label="Profile performance in this campaign"
        columns={columns}
        rows={rowsOf(campaign.accounts, performance)}
        rowKey={(row) => row.id}
        empty={<EmptyState title="No accounts" compact />}
      />
    </Panel>
  );
}

/** What it does now; the reason in words only where the badge and the time do not say it already. */
function AccountState({ account, onHeld }: { account: CampaignAccount; onHeld: OnHeld }) {
  const isPacing = account.reason === 'waiting_for_time' && account.next_due_at !== null;
  return (
    <>
      <StatusBadge status={account.state} />
      <span className={css['accountWords']}>
        {account.text !== null && !isPacing && <span>{account.text} </span>}
        {account.next_due_at !== null && <NextTime account={account} at={account.next_due_at} />}
      </span>
      {account.state === 'held' && onHeld(account.profile_id)}
    </>
  );
}

/** When its next message is due, or when what it waits for is over. */
function NextTime({ account: { state, reason }, at }: { account: CampaignAccount; at: string }) {
  if (state === 'held') {
    return (
      <span>
        On hold until <ExactTime at={at} />, <RelativeTime at={at} />.
      </span>
    );
  }
  const isPause = reason === null || reason === 'waiting_for_time';
  return (
    <span>
      {isPause ? 'Next message' : 'Continues'} <DueTime at={at} />
    </span>
  );
}
