import { Anchor, Group } from '@mantine/core';
import type { PerformanceRow } from '@sandpiper/contract/account-performance';
import { isHiddenAccount } from '@sandpiper/contract/default-profiles';
import { Link } from 'react-router';
import { formatCount } from '../../platform/numbers.ts';
import type { TableState } from '../../platform/url-state.ts';
import { RateRing } from '../../ui/charts/rate-ring.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchInput } from '../../ui/filter-bar.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FolderName } from '../../ui/path-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import type { usePerformance } from './dashboard.queries.ts';
import { dashboardTexts } from './dashboard.texts.ts';

const { performance: texts } = dashboardTexts;

function DailySent({ row }: { row: PerformanceRow }) {
  return <Sparkline values={row.daily_sent} label={texts.sentPerDay(row.profile_name)} />;
}

const columns: readonly Column<PerformanceRow>[] = [
  {
    key: 'account',
    title: texts.account,
    isRowHeader: true,
    cell: (row) => (
      <>
        <Group gap={6} wrap="nowrap">
          <Anchor component={Link} to={`/profiles/${row.profile_id}`} inherit>
            {row.profile_name}
          </Anchor>
          {row.is_active === 0 && <Badge tone="gray">{texts.inactive}</Badge>}
        </Group>
        <FolderName path={row.profile_path} />
        <CollapsedColumn below="lg">
          {texts.more(row.profile_blocked, row.campaigns_used, row.efficiency.toFixed(1))}
          <br />
          <RichText text={texts.moreLast} tags={{ last: timeAt(row.last_action, texts.never) }} />
        </CollapsedColumn>
        <CollapsedColumn below="sm">
          <DailySent row={row} />
        </CollapsedColumn>
      </>
    ),
  },
  { key: 'rate', title: texts.success, cell: (row) => <RateRing rate={row.success_rate} /> },
  { key: 'sent', title: texts.sent, align: 'right', cell: (row) => formatCount(row.messages_sent) },
  { key: 'failed', title: texts.failed, align: 'right', cell: (row) => formatCount(row.messages_failed) },
  { key: 'blocked', title: texts.blocked, align: 'right', from: 'lg', cell: (row) => formatCount(row.profile_blocked) },
  {
    key: 'campaigns',
    title: texts.campaigns,
    align: 'right',
    from: 'lg',
    cell: (row) => formatCount(row.campaigns_used),
  },
  { key: 'efficiency', title: texts.perHour, align: 'right', from: 'lg', cell: (row) => row.efficiency.toFixed(1) },
  {
    key: 'days',
    title: texts.days,
    from: 'sm',
    cell: (row) => <DailySent row={row} />,
  },
  {
    key: 'last',
    title: texts.lastAction,
    from: 'lg',
    cell: (row) => <RelativeTime at={row.last_action} fallback={texts.never} />,
  },
];

const addAccount = (
  <LinkButton to="/profiles" variant="light">
    {texts.add}
  </LinkButton>
);

type PerformancePanelProps = {
  table: Omit<TableState<Record<never, string>>, 'filters' | 'setFilters'>;
  performance: ReturnType<typeof usePerformance>;
};

export function PerformancePanel({ table, performance }: PerformancePanelProps) {
  const rows = performance.data?.profilePerformance;
  const isEachHidden = rows !== undefined && rows.length > 0;
  const nothing = isEachHidden ? texts.hidden : table.search !== '' ? texts.noneFound : texts.empty;
  const isEmpty = nothing === texts.empty;
  return (
    <Panel
      title={texts.title}
      subtitle={texts.subtitle}
      actions={<SearchInput value={table.search} onSearch={table.setSearch} placeholder={texts.search} />}
    >
      <PagedTable
        label={texts.subtitle}
        table={table}
        answer={performance}
        rows={rows}
        rowKey={(row) => row.profile_id}
        columns={columns}
        isHidden={isHiddenAccount}
        empty={
          <EmptyState title={nothing} compact action={isEmpty ? addAccount : undefined}>
            {isEmpty ? texts.emptyText : undefined}
          </EmptyState>
        }
        onSize={table.setSize}
        noun={texts.noun}
      />
    </Panel>
  );
}
