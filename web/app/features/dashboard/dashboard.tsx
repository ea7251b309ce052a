import { dashboardPageSize, pageSizes } from '@sandpiper/contract/limits';
import { useState, type ReactNode } from 'react';
import { useAgentPresence } from '../../platform/agent-presence.ts';
import { formatDay } from '../../platform/dates.ts';
import { useDayZone } from '../../platform/day-zone.ts';
import { useTableState } from '../../platform/url-state.ts';
import { BarsPerDay } from '../../ui/charts/bars-per-day.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FootprintTrail } from '../../ui/footprint-trail.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { StatCard, StatRow } from '../../ui/stat-card.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import css from './dashboard.module.css';
import {
  useCounts,
  useHeldAccounts,
  useLateCampaigns,
  useLiveDashboard,
  useAnsweredTickets,
  useUnansweredTickets,
  noRange,
  usePerformance,
  useRecentCampaigns,
  useStats,
  useTotalCampaigns,
} from './dashboard.queries.ts';
import { dashboardTexts } from './dashboard.texts.ts';
import { DashboardFilters, defaultSort, sortOf } from './dashboard-filters.tsx';
import { PerformancePanel } from './performance-panel.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentCampaigns, type ActiveCampaigns } from './recent-campaigns.tsx';

const defaults = {
  size: dashboardPageSize,
  sizes: pageSizes,
  filters: { start_date: '', end_date: '', sort: defaultSort as string },
};

const { page: texts, figures: figureTexts, perDay: perDayTexts } = dashboardTexts;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Returns whether `condition` is true or was true in an earlier render. Keeps the skeleton from reappearing during later loads. */
function useLatch(condition: boolean): boolean {
  const [held, setHeld] = useState(condition);
  if (condition && !held) setHeld(true);
  return held || condition;
}

const noneActive: ActiveCampaigns = [];

type DashboardProps = {
  /** The running and paused campaigns. Empty until they have loaded. */
  active?: ActiveCampaigns | undefined;
  /** The setup guide, shown above the filters. */
  setup?: ReactNode;
  /** Whether `setup` is final. The dashboard waits for this, because a guide that appears late would push the page down. */
  isSetupReady?: boolean;
};

export function Dashboard({ active = noneActive, setup, isSetupReady = true }: DashboardProps) {
  const table = useTableState(defaults);
  const { start_date: start, end_date: end, sort } = table.filters;
  // The calendar sets either both dates or neither, but the URL can contain anything.
  const range = day.test(start) && day.test(end) ? { start_date: start, end_date: end } : noRange;
  const stats = useStats(range);
  const recent = useRecentCampaigns();
  const counts = useCounts();
  const totalCampaigns = useTotalCampaigns();
  const held = useHeldAccounts();
  const late = useLateCampaigns();
  const unansweredTickets = useUnansweredTickets();
  const answered = useAnsweredTickets();
  const agent = useAgentPresence();
  const { search, page, size: limit } = table;
  const performance = usePerformance({ ...range, sort_by: sortOf(sort), search, page, limit });
  useLiveDashboard();

  const isReady = useLatch(isSetupReady && [stats, recent, counts, performance].every((part) => part.isFetched));
  if (!isReady) return <DashboardSkeleton />;

  const figures = stats.data?.stats;
  // Hide the numbers while a newly selected range loads, because the data still belongs to the previous range.
  const shown = (figure: number | undefined) => (stats.isPlaceholderData ? undefined : (figure ?? null));
  return (
    <div className={css['dashboard']}>
      <AttentionPanel
        agent={agent}
        hasAccounts={(counts.accounts ?? 0) > 0}
        held={held}
        active={active}
        late={late}
        unansweredTickets={unansweredTickets}
        answered={answered}
      />
      {setup}
      <DashboardFilters range={range} sort={sortOf(sort)} onChange={table.setFilters} />
      <StatRow>
        <StatCard label={figureTexts.campaigns} value={shown(figures?.campaigns)} />
        <StatCard label={figureTexts.sent} value={shown(figures?.sent)} />
        <StatCard label={figureTexts.failed} value={shown(figures?.failed)} tone="red" />
        <StatCard label={figureTexts.pending} value={shown(figures?.pending)} />
      </StatRow>
      <div className={css['pair']}>
        <MessagesPerDay stats={stats} hasRange={range !== noRange} />
        <RecentCampaigns campaigns={recent.data} active={active} />
      </div>
      <PerformancePanel table={table} performance={performance} />
      <QuickActions
        campaigns={totalCampaigns}
        profiles={counts.accounts}
        templates={counts.templates}
        recipients={counts.recipients}
      />
    </div>
  );
}

type MessagesPerDayProps = { stats: ReturnType<typeof useStats>; hasRange: boolean };

/** Shows the chart and the dates that it covers: the last 14 days or, if a range is selected, at most the last 366 days of that range. */
function MessagesPerDay({ stats: { data, isPlaceholderData }, hasRange }: MessagesPerDayProps) {
  const { note } = useDayZone();
  const days = isPlaceholderData ? undefined : data?.daily;
  const [first, last] = [days?.at(0), days?.at(-1)];
  const daysText = hasRange ? perDayTexts.range : perDayTexts.lastDays;
  return (
    <Panel
      title={perDayTexts.title}
      subtitle={first && last ? daysText(formatDay(first.date), formatDay(last.date), note) : undefined}
    >
      {isPlaceholderData ? (
        <SkeletonCard height={220} />
      ) : days === undefined ? (
        <EmptyState title={perDayTexts.loadFailed} compact />
      ) : (
        <BarsPerDay days={days} />
      )}
    </Panel>
  );
}

export function DashboardSkeleton() {
  return (
    <div className={css['dashboard']}>
      <div className={css['spinner']} role="status" aria-label={texts.loading}>
        <FootprintTrail walking />
      </div>
      <SkeletonCard height={92} />
      <SkeletonCard height={92} />
      <div className={css['pair']}>
        <SkeletonCard height={300} />
        <SkeletonCard height={300} />
      </div>
      <SkeletonCard height={420} />
    </div>
  );
}
