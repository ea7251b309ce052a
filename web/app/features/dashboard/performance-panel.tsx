import { Anchor, Group } from '@mantine/core';
import type { PerformanceRow } from '@sandpiper/contract/account-performance';
import { isHiddenAccount } from '@sandpiper/contract/default-profiles';
import { Link } from 'react-router';
import { formatCount } from '../../platform/numbers.ts';
import { usePageRows } from '../../platform/pagination.ts';
import { RateRing } from '../../ui/charts/rate-ring.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FolderName } from '../../ui/path-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { SearchInput } from '../../ui/filter-bar.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { TableFooter } from '../../ui/table-footer.tsx';
import type { PerformanceQuery, usePerformance } from './dashboard.queries.ts';
import { dashboardTexts } from './dashboard.texts.ts';

const { performance: texts } = dashboardTexts;

function DailySent({ row }: { row: PerformanceRow }) {
  return <Sparkline values={row.daily_sent} label={texts.sentPerDay(row.profile_name)} />;
}

function LastAction({ row }: { row: PerformanceRow }) {
  return <RelativeTime at={row.last_action} fallback={texts.never} />;
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
    cell: (row) => <LastAction row={row} />,
  },
];

type PerformancePanelProps = {
  query: PerformanceQuery;
  performance: ReturnType<typeof usePerformance>;
  onSearch: (search: string) => void;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
};

export function PerformancePanel({ query, performance, onSearch, onPage, onSize }: PerformancePanelProps) {
  const { data, isError, isPlaceholderData } = performance;
  const table = { page: query.page, size: query.limit, setPage: onPage };
  const shown = data?.profilePerformance.filter((row) => !isHiddenAccount(row));
  const hidden = (data?.profilePerformance.length ?? 0) - (shown?.length ?? 0);
  const rows = usePageRows({ table, answer: performance, rows: data?.profilePerformance, shown });
  return (
    <Panel
      title={texts.title}
      subtitle={texts.subtitle}
      actions={<SearchInput value={query.search} onSearch={onSearch} placeholder={texts.search} />}
    >
      <DataTable
        label={texts.subtitle}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.profile_id}
        skeletonRows={query.limit}
        isStale={isPlaceholderData}
        empty={<NoPerformance search={query.search} isError={isError} hidden={hidden} />}
      />
      <TableFooter table={table} pagination={data?.pagination} hidden={hidden} onSize={onSize} noun={texts.noun} />
    </Panel>
  );
}

function NoPerformance({ search, isError, hidden }: { search: string; isError: boolean; hidden: number }) {
  if (isError) return <EmptyState title={texts.loadFailed} compact />;
  if (hidden > 0) return <EmptyState title={texts.hidden} compact />;
  if (search !== '') return <EmptyState title={texts.noneFound} compact />;
  return (
    <EmptyState title={texts.empty} compact>
      {texts.emptyText}
    </EmptyState>
  );
}
