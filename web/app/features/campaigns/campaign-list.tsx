import { Anchor, Text } from '@mantine/core';
import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { defaultPageSize, pageSizes } from '@sandpiper/contract/limits';
import { Link } from 'react-router';
import { hasEnded, isStoppedEarly, pendingCount } from '../../platform/campaign-counters.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { optionsOf, optionValue } from '../../platform/select-options.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { useTableState } from '../../platform/url-state.ts';
import { CampaignStatusBadge } from '../../ui/campaign-status-badge.tsx';
import { campaignStatusTexts } from '../../ui/campaign-status.texts.ts';
import { ProgressBar, progressPercent } from '../../ui/charts/campaign-progress.tsx';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { publicTexts } from '../../ui/public.texts.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusReasonText } from '../../ui/status-reason.tsx';
import { TableFilters } from '../../ui/table-filters.tsx';
import { uiTexts } from '../../ui/ui.texts.ts';
import { CampaignRowActions } from './actions/campaign-actions.tsx';
import { useCampaignDialogs } from './actions/campaign-dialogs.tsx';
import { campaignListsKey, useCampaigns, whyMs } from './campaigns.queries.ts';
import { campaignTexts } from './campaigns.texts.ts';
import { ScheduledStart } from './scheduled-start.tsx';
import type { CampaignAction } from './actions/transitions.ts';

const { list: texts, empty: emptyTexts } = campaignTexts;
const { statuses } = publicTexts;
const defaults = { size: defaultPageSize, sizes: pageSizes, filters: { status: '' } };

/** The choices of the status filter. In the API, a campaign that was stopped early has the status `completed`. */
const statusChoices = optionsOf<CampaignStatus | 'stopped'>({
  pending: statuses.pending,
  running: statuses.running,
  paused: statuses.paused,
  completed: statuses.completed,
  stopped: campaignStatusTexts.stoppedEarly,
  failed: statuses.failed,
});

const filters = [
  { name: 'status', label: texts.status, all: texts.allStatuses, choices: statusChoices, width: 150 },
] as const;

function statusQuery(choice: CampaignStatus | 'stopped' | undefined) {
  if (choice === 'stopped') return { status: 'completed', stopped_early: 'true' } as const;
  return choice === 'completed' ? ({ status: choice, stopped_early: 'false' } as const) : { status: choice };
}

export function CampaignList() {
  const table = useTableState(defaults);
  const status = optionValue(statusChoices, table.filters.status);
  const { search, page, size: limit } = table;
  const campaigns = useCampaigns({ search, page, limit, ...statusQuery(status) });
  // Polling isn't enough, because each update of a campaign's counters restarts the interval, so frequent updates would prevent polling.
  useRefetchOnEvent('campaign_progress_update', campaignListsKey, whyMs);
  const { act, dialog } = useCampaignDialogs();
  return (
    <>
      <PagedTable
        label={texts.label}
        table={table}
        answer={campaigns}
        rows={campaigns.data?.campaigns}
        rowKey={(row) => row.id}
        columns={columnsOf(act)}
        skeletonRows={table.size}
        filters={<TableFilters table={table} placeholder={texts.search} filters={filters} />}
        empty={<NoCampaigns search={search} hasStatus={status !== undefined} />}
        onSize={table.setSize}
        noun={texts.noun}
      />
      {dialog}
    </>
  );
}

/** Wraps long names, even within a word, so that they don't widen the table. */
const templateName = { minWidth: 'min(7rem, 25vw)', overflowWrap: 'anywhere' } as const;

function columnsOf(act: (action: CampaignAction, campaign: CampaignRow) => void): readonly Column<CampaignRow>[] {
  return [
    {
      key: 'campaign',
      title: texts.campaign,
      isRowHeader: true,
      width: '22%',
      cell: (row) => (
        <>
          <Anchor component={Link} to={`/campaigns/${row.id}`} inherit fw={600}>
            {row.name}
          </Anchor>
          <Text size="xs" c="dimmed" fw={400} style={templateName}>
            {row.template_name}
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      title: texts.status,
      width: '36%',
      cell: (row) => (
        <>
          <CampaignStatusBadge campaign={row} />
          <CollapsedColumn below="sm">
            <ProgressText row={row} />
          </CollapsedColumn>
          <Text size="xs" component="div">
            {isStoppedEarly(row) ? (
              texts.stoppedEarly(pendingCount(row))
            ) : row.scheduled_start === null ? (
              <StatusReasonText reason={row.status_reason} />
            ) : (
              <ScheduledStart start={row.scheduled_start} />
            )}
          </Text>
          <CollapsedColumn below="md">
            <span data-dated>
              {texts.created} <RelativeTime at={row.created_at} />
            </span>
          </CollapsedColumn>
        </>
      ),
    },
    { key: 'progress', title: texts.progress, width: '18%', from: 'sm', cell: (row) => <Progress row={row} /> },
    { key: 'created', title: texts.created, from: 'md', cell: (row) => <RelativeTime at={row.created_at} /> },
    {
      key: 'actions',
      title: texts.actions,
      align: 'right',
      width: '1%',
      cell: (row) => <CampaignRowActions campaign={row} onAct={act} />,
    },
  ];
}

function Progress({ row }: { row: CampaignRow }) {
  return (
    <div style={{ minWidth: 120 }}>
      <ProgressBar counters={row} label={texts.progressOf(row.name)} isRunning={row.status === 'running'} />
      <Text size="xs" c="dimmed" mt={2}>
        <ProgressText row={row} />
      </Text>
    </div>
  );
}

function ProgressText({ row }: { row: CampaignRow }) {
  return (
    <>
      {uiTexts.campaignCounts(row)}
      {!hasEnded(row.status) && texts.percent(Math.floor(progressPercent(row)))}
      {row.total_skipped > 0 && texts.skipped(row.total_skipped)}
    </>
  );
}

function NoCampaigns({ search, hasStatus }: { search: string; hasStatus: boolean }) {
  const isSubscribed = useHasSubscription();
  if (search !== '' || hasStatus) {
    return (
      <EmptyState title={emptyTexts.foundTitle} compact>
        {search === ''
          ? emptyTexts.withStatus
          : hasStatus
            ? emptyTexts.foundWithStatus(search)
            : emptyTexts.found(search)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={emptyTexts.title}
      action={
        <LinkButton to="/campaigns/new" disabled={!isSubscribed}>
          {campaignTexts.page.create}
        </LinkButton>
      }
    >
      {emptyTexts.text}
    </EmptyState>
  );
}
