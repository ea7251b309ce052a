import { Anchor, Button, Text } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { defaultPageSize, pageSizes } from '@sandpiper/contract/limits';
import { Link } from 'react-router';
import { formatCount } from '../../platform/dates.ts';
import { usePageRows } from '../../platform/pagination.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { useTableState } from '../../platform/url-state.ts';
import { ProgressBar, progressPercent } from '../../ui/charts/campaign-progress.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { StatusReasonText } from '../../ui/status-reason.tsx';
import { TableFooter } from '../../ui/table-footer.tsx';
import { CampaignRowActions } from './campaign-actions.tsx';
import { useCampaignDialogs } from './campaign-dialogs.tsx';
import { useCampaigns } from './campaigns.queries.ts';
import type { CampaignAction } from './transitions.ts';

const defaults = { size: defaultPageSize, sizes: pageSizes, filters: {} };

export function CampaignList() {
  const table = useTableState(defaults);
  const campaigns = useCampaigns({ search: table.search, page: table.page, limit: table.size });
  const { act, dialog } = useCampaignDialogs();
  const rows = usePageRows({ table, answer: campaigns, rows: campaigns.data?.campaigns });

  return (
    <>
      <FilterBar>
        <SearchInput value={table.search} onSearch={table.setSearch} placeholder="Search campaigns..." />
      </FilterBar>
      <DataTable
        label="Campaigns"
        columns={columnsOf(act)}
        rows={rows}
        rowKey={(row) => row.id}
        skeletonRows={table.size}
        isStale={campaigns.isPlaceholderData}
        empty={
          <NoCampaigns
            search={table.search}
            isError={campaigns.isError}
            onRetry={() => void campaigns.refetch()}
            onClear={table.reset}
          />
        }
      />
      {campaigns.data !== undefined && (
        <TableFooter
          page={table.page}
          size={table.size}
          totalPages={campaigns.data.pagination.totalPages}
          totalItems={campaigns.data.pagination.totalItems}
          onPage={table.setPage}
          onSize={table.setSize}
          noun="campaigns"
        />
      )}
      {dialog}
    </>
  );
}

function columnsOf(act: (action: CampaignAction, campaign: CampaignRow) => void): readonly Column<CampaignRow>[] {
  return [
    {
      key: 'campaign',
      title: 'Campaign',
      isRowHeader: true,
      cell: (row) => (
        <>
          <Anchor component={Link} to={`/campaigns/${row.id}`} inherit fw={600}>
            {row.name}
          </Anchor>
          <Text size="xs" c="dimmed" fw={400} lineClamp={1}>
            {row.template_name}
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      cell: (row) => (
        <>
          <StatusBadge status={row.status} />
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {Math.floor(progressPercent(row))}% of {formatCount(row.total_list)}
          </Text>
          <Text size="xs" component="div">
            <StatusReasonText reason={row.status_reason} />
          </Text>
        </>
      ),
    },
    { key: 'progress', title: 'Progress', width: '30%', from: 'sm', cell: (row) => <Progress row={row} /> },
    { key: 'created', title: 'Created', from: 'md', cell: (row) => <RelativeTime at={row.created_at} /> },
    {
      key: 'actions',
      title: 'Actions',
      align: 'right',
      cell: (row) => <CampaignRowActions campaign={row} onAct={act} />,
    },
  ];
}

function Progress({ row }: { row: CampaignRow }) {
  return (
    <div style={{ minWidth: 120 }}>
      <ProgressBar counters={row} label={`Progress of ${row.name}`} isRunning={row.status === 'running'} />
      <Text size="xs" c="dimmed" mt={2}>
        {formatCount(row.total_sent + row.total_failed)} of {formatCount(row.total_list)} ·{' '}
        {Math.floor(progressPercent(row))}%{row.total_failed > 0 && ` · ${formatCount(row.total_failed)} failed`}
        {row.total_skipped > 0 && ` · ${formatCount(row.total_skipped)} left out`}
      </Text>
    </div>
  );
}

type NoCampaignsProps = { search: string; isError: boolean; onRetry: () => void; onClear: () => void };

function NoCampaigns({ search, isError, onRetry, onClear }: NoCampaignsProps) {
  const isSubscribed = useHasSubscription();
  if (isError) {
    return (
      <EmptyState
        title="The campaigns could not be loaded"
        compact
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        Your campaigns are safe; only showing them failed.
      </EmptyState>
    );
  }
  if (search !== '') {
    return (
      <EmptyState
        title="No campaigns found"
        compact
        action={
          <Button variant="default" onClick={onClear}>
            Clear the search
          </Button>
        }
      >
        No campaign has “{search}” in its name.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No campaigns yet"
      action={
        isSubscribed ? (
          <Button component={Link} to="/campaigns/new">
            Create Campaign
          </Button>
        ) : (
          <Button disabled>Create Campaign</Button>
        )
      }
    >
      A campaign sends one template to the people of one list, from the accounts you choose.
    </EmptyState>
  );
}
