import { Anchor, Group } from '@mantine/core';
import type { PerformanceRow } from '@sandpiper/contract/accounts';
import { looksLikeBrowserDefault } from '@sandpiper/contract/default-profiles';
import { Link } from 'react-router';
import { formatCount } from '../../platform/dates.ts';
import { usePageRows } from '../../platform/pagination.ts';
import { RateRing } from '../../ui/charts/rate-ring.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FolderName } from '../../ui/path-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { TableFooter } from '../../ui/table-footer.tsx';
import type { PerformanceQuery, usePerformance } from './dashboard.queries.ts';

const columns: readonly Column<PerformanceRow>[] = [
  {
    key: 'account',
    title: 'Account',
    isRowHeader: true,
    cell: (row) => (
      <>
        <Group gap={6} wrap="nowrap">
          {row.profile_name}
          {row.is_deleted ? (
            <Badge tone="gray">Deleted</Badge>
          ) : (
            row.is_active === 0 && <Badge tone="gray">Inactive</Badge>
          )}
        </Group>
        <FolderName path={row.profile_path} />
      </>
    ),
  },
  { key: 'rate', title: 'Success', cell: (row) => <RateRing rate={row.success_rate} size={36} /> },
  { key: 'sent', title: 'Sent', align: 'right', cell: (row) => formatCount(row.messages_sent) },
  { key: 'failed', title: 'Failed', align: 'right', cell: (row) => formatCount(row.messages_failed) },
  { key: 'blocked', title: 'Blocked', align: 'right', from: 'md', cell: (row) => formatCount(row.profile_blocked) },
  { key: 'campaigns', title: 'Campaigns', align: 'right', from: 'md', cell: (row) => formatCount(row.campaigns_used) },
  { key: 'efficiency', title: 'Sent an hour', align: 'right', from: 'md', cell: (row) => row.efficiency.toFixed(1) },
  {
    key: 'days',
    title: '14 days',
    from: 'sm',
    cell: (row) => <Sparkline values={row.daily_sent} label={`Sent each day by ${row.profile_name}`} />,
  },
  {
    key: 'last',
    title: 'Last action',
    from: 'md',
    cell: (row) => <RelativeTime at={row.last_action} fallback="Never" />,
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
  const table = { page: query.page, setPage: onPage };
  const shown = data?.profilePerformance.filter((row) => !looksLikeBrowserDefault(row.profile_name, row.profile_path));
  const hidden = (data?.profilePerformance.length ?? 0) - (shown?.length ?? 0);
  const rows = usePageRows({ table, answer: performance, rows: data?.profilePerformance, shown });
  return (
    <Panel
      title="All-Time Profile Performance"
      subtitle="Profile performance across all campaigns"
      actions={<SearchInput value={query.search} onSearch={onSearch} placeholder="Search profiles..." />}
    >
      <DataTable
        label="Profile performance across all campaigns"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.profile_id}
        skeletonRows={query.limit}
        isStale={isPlaceholderData}
        empty={<NoPerformance search={query.search} isError={isError} hidden={hidden} />}
      />
      <TableFooter
        page={query.page}
        size={query.limit}
        totalPages={data?.pagination.totalPages ?? 1}
        totalItems={data?.pagination.totalItems ?? 0}
        hidden={hidden}
        onPage={onPage}
        onSize={onSize}
        noun="profiles"
      />
    </Panel>
  );
}

function NoPerformance({ search, isError, hidden }: { search: string; isError: boolean; hidden: number }) {
  if (isError) return <EmptyState title="Profile performance could not be loaded" compact />;
  if (hidden > 0) return <EmptyState title="Only Firefox’s own profiles are on this page" compact />;
  if (search !== '') return <EmptyState title="No profile goes by that name" compact />;
  return (
    <EmptyState
      title="No profiles yet"
      compact
      action={
        <Anchor component={Link} to="/profiles" size="sm">
          Add an account
        </Anchor>
      }
    >
      What each account sends shows up here.
    </EmptyState>
  );
}
