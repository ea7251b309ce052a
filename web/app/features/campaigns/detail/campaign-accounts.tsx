import { Anchor } from '@mantine/core';
import type { PerformanceRow } from '@sandpiper/contract/account-performance';
import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import type { Campaign, CampaignAccount } from '@sandpiper/contract/campaigns';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { healthInCampaign } from '../../../platform/account-health.ts';
import { isStoppedEarly } from '../../../platform/campaign-counters.ts';
import { formatCount } from '../../../platform/numbers.ts';
import { RateRing } from '../../../ui/charts/rate-ring.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CollapsedColumn } from '../../../ui/collapsed-column.tsx';
import { HealthMark } from '../../../ui/health-mark.tsx';
import { HoldBadge } from '../../../ui/hold-badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { timeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Badge, StatusBadge } from '../../../ui/status-badge.tsx';
import css from './campaign-detail.module.css';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import { ChangeAccounts } from './change-accounts.tsx';
import { DueTime } from './due-time.tsx';

const { accounts: texts } = campaignDetailTexts;

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
  // Accounts that were deleted or replaced still have results in this campaign, so they are listed too.
  const former = performance
    .filter((row) => !known.has(row.profile_id))
    .map((row) => ({
      id: row.profile_id,
      name: row.profile_name,
      isDeleted: row.is_deleted,
      account: undefined,
      figures: row,
    }));
  return [...here, ...former];
}

const figure = (value: number | undefined) => (value === undefined ? texts.unknown : formatCount(value));

type Run = { status: CampaignStatus; isStopped: boolean };

/** Renders the actions for an account on hold. */
type OnHeld = (profileId: number) => ReactNode;

const accountColumn = (run: Run, onHeld: OnHeld): Column<Row> => ({
  key: 'account',
  title: texts.account,
  isRowHeader: true,
  width: '45%',
  cell: (row) => (
    <div className={css['account']}>
      <AccountName row={row} />
      {row.isDeleted ? (
        <Badge tone="gray">{texts.deleted}</Badge>
      ) : (
        row.account !== undefined && <AccountState account={row.account} run={run} onHeld={onHeld} />
      )}
      <CollapsedColumn below="md">
        <DailySent row={row} />
      </CollapsedColumn>
    </div>
  ),
});

/** The account's name and health. The name links to the account's page unless the account was deleted. */
function AccountName({ row }: { row: Row }) {
  // For an account on hold, the badge already shows what the health icon would show.
  const health = row.account === undefined || row.account.state === 'held' ? null : healthInCampaign(row.account);
  if (row.isDeleted) return <span className={css['accountName']}>{row.name}</span>;
  return (
    <>
      <Anchor component={Link} to={`/profiles/${row.id}`} inherit className={css['accountName'] ?? ''}>
        {row.name}
      </Anchor>
      {health !== null && <HealthMark health={health} />}
    </>
  );
}

const rateColumn = (areKnown: boolean): Column<Row> => ({
  key: 'rate',
  title: texts.success,
  cell: (row) => (areKnown ? <RateRing rate={row.figures?.success_rate ?? null} /> : texts.unknown),
});

function DailySent({ row }: { row: Row }) {
  return <Sparkline values={row.figures?.daily_sent ?? []} label={texts.sentPerDay(row.name)} width={80} />;
}

const figureColumns: readonly Column<Row>[] = [
  {
    key: 'sent',
    title: texts.sent,
    align: 'right',
    cell: (row) => figure(row.figures?.messages_sent),
  },
  {
    key: 'failed',
    title: texts.failedColumn,
    align: 'right',
    cell: (row) => (
      <>
        {figure(row.figures?.messages_failed)}
        <CollapsedColumn below="md">
          <span className={css['figure']}>{texts.blockedCount(figure(row.figures?.profile_blocked))}</span>
        </CollapsedColumn>
      </>
    ),
  },
  {
    key: 'blocked',
    title: texts.blocked,
    align: 'right',
    from: 'md',
    cell: (row) => figure(row.figures?.profile_blocked),
  },
  { key: 'days', title: texts.days, from: 'md', cell: (row) => <DailySent row={row} /> },
];

type CampaignAccountsProps = {
  campaign: Campaign;
  /** Each account's results, or undefined if the results couldn't be loaded. */
  performance: readonly PerformanceRow[] | undefined;
  onHeld: OnHeld;
};

/** A table of the campaign's accounts: each account's state, the reason for it, the next message and the results in this campaign. */
export function CampaignAccounts({ campaign, performance, onHeld }: CampaignAccountsProps) {
  const areKnown = performance !== undefined;
  const { status } = campaign;
  const isStopped = isStoppedEarly(campaign);
  const columns = useMemo(
    () => [accountColumn({ status, isStopped }, onHeld), rateColumn(areKnown), ...figureColumns],
    [status, isStopped, onHeld, areKnown],
  );
  return (
    <Panel
      title={texts.title}
      subtitle={areKnown ? undefined : texts.failed}
      actions={<ChangeAccounts campaign={campaign} />}
    >
      <DataTable
        label={texts.label}
        columns={columns}
        rows={rowsOf(campaign.accounts, performance)}
        rowKey={(row) => row.id}
        empty={<EmptyState title={texts.empty} compact />}
      />
    </Panel>
  );
}

type AccountStateProps = { account: CampaignAccount; run: Run; onHeld: OnHeld };

/** Shows the account's state. The reason is shown only if the badge and the time don't already explain the state. */
function AccountState({ account, run, onHeld }: AccountStateProps) {
  const isPacing = account.reason === 'waiting_for_time' && account.next_due_at !== null;
  return (
    <>
      <StateBadge account={account} run={run} />
      <span className={css['accountWords']}>
        {account.text !== null && !isPacing && <span>{account.text} </span>}
        {account.state === 'sending' && run.status === 'paused' && <span>{texts.finishing}</span>}
        {account.next_due_at !== null && <NextTime account={account} at={account.next_due_at} />}
      </span>
      {account.state === 'held' && onHeld(account.profile_id)}
    </>
  );
}

function StateBadge({ account, run }: Pick<AccountStateProps, 'account' | 'run'>) {
  if (account.state === 'held') return <HoldBadge until={account.next_due_at} />;
  if (account.state === 'done' && run.isStopped) return <Badge tone="gray">{texts.stopped}</Badge>;
  return <StatusBadge status={account.state} />;
}

const dueTimeAt = (at: string) => () => <DueTime at={at} />;

/** Shows when the account sends its next message, when it tries again, or when its hold ends. */
function NextTime({ account: { state, reason }, at }: { account: CampaignAccount; at: string }) {
  if (state === 'held') {
    return (
      <span>
        <RichText text={texts.holdUntil} tags={{ until: timeAt(at) }} />
      </span>
    );
  }
  const isPause = reason === null || reason === 'waiting_for_time';
  return (
    <span>
      <RichText text={isPause ? texts.nextMessage : texts.continues} tags={{ due: dueTimeAt(at) }} />
    </span>
  );
}
