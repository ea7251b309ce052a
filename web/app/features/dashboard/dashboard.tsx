import { dashboardPageSize, pageSizes } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { useAgentPresence } from '../../platform/agent-presence.ts';
import { useTableState } from '../../platform/url-state.ts';
import { BarsPerDay } from '../../ui/charts/bars-per-day.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FootprintTrail } from '../../ui/footprint-trail.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { StatCard, StatRow } from '../../ui/stat-card.tsx';
import css from './dashboard.module.css';
import {
  useCounts,
  useHasStarted,
  useLiveDashboard,
  usePerformance,
  useRecentCampaigns,
  useStats,
} from './dashboard.queries.ts';
import { DashboardFilters, defaultSort, sortOf } from './dashboard-filters.tsx';
import { FirstSteps, firstSteps } from './first-steps.tsx';
import { PerformancePanel } from './performance-panel.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentCampaigns, type ActiveCampaigns } from './recent-campaigns.tsx';

const defaults = {
  size: dashboardPageSize,
  sizes: pageSizes,
  filters: { start_date: '', end_date: '', sort: defaultSort as string },
};

const noRange = { start_date: '', end_date: '' };
const day = /^\d{4}-\d{2}-\d{2}$/;

/** True from the first time on that the condition held: later loads change figures in place. */
function useLatch(condition: boolean): boolean {
  const [held, setHeld] = useState(condition);
  if (condition && !held) setHeld(true);
  return held || condition;
}

const noneActive: ActiveCampaigns = [];

/** `active`: the campaigns that run or pause, as far as they are known. */
export function Dashboard({ active = noneActive }: { active?: ActiveCampaigns | undefined }) {
  const table = useTableState(defaults);
  const { start_date: start, end_date: end, sort } = table.filters;
  // Both days or none, as the calendar gives them: an address may hold anything.
  const range = day.test(start) && day.test(end) ? { start_date: start, end_date: end } : noRange;
  const stats = useStats(range);
  const recent = useRecentCampaigns();
  const hasStarted = useHasStarted();
  const counts = useCounts();
  const agent = useAgentPresence();
  const query = { ...range, sort_by: sortOf(sort), search: table.search, page: table.page, limit: table.size };
  const performance = usePerformance(query);
  useLiveDashboard();

  const isReady = useLatch([stats, recent, counts, performance, agent].every((part) => part.isFetched));
  if (!isReady) return <Loading />;

  const figures = stats.data?.stats;
  // The figures of another range are not shown as if they were of this one.
  const shown = (figure: number | undefined) => (stats.isPlaceholderData ? undefined : (figure ?? null));
  const steps = firstSteps({
    isPaired: agent.isOnline === null && !agent.isPaired ? undefined : agent.isPaired,
    profiles: counts.profiles,
    templates: counts.templates,
    lists: counts.lists,
    hasStarted,
  });
  return (
    <div className={css['dashboard']}>
      {recent.data !== undefined && <FirstSteps steps={steps} />}
      <DashboardFilters
        range={range}
        sort={sortOf(sort)}
        onRange={(next) => table.setFilters(next)}
        onSort={(next) => table.setFilters({ sort: next })}
        onReset={() => table.setFilters(defaults.filters)}
      />
      <StatRow>
        <StatCard label="Total Campaigns" value={shown(figures?.campaigns)} />
        <StatCard label="Messages Sent" value={shown(figures?.sent)} tone="tide" />
        <StatCard label="Failed Messages" value={shown(figures?.failed)} tone="red" />
        <StatCard label="Pending" value={shown(figures?.pending)} tone="gray" />
      </StatRow>
      <div className={css['pair']}>
        <Panel
          title="Messages per day"
          subtitle={`${range === noRange ? 'The last 14 days' : 'In the chosen range'}. Days in UTC.`}
        >
          {stats.isPlaceholderData ? (
            <SkeletonCard height={220} />
          ) : stats.data === undefined ? (
            <EmptyState title="The figures could not be loaded" compact />
          ) : (
            <BarsPerDay days={stats.data.daily} />
          )}
        </Panel>
        <RecentCampaigns campaigns={recent.data} active={active} />
      </div>
      <PerformancePanel
        query={query}
        performance={performance}
        onSearch={table.setSearch}
        onPage={table.setPage}
        onSize={table.setSize}
      />
      <QuickActions
        campaigns={figures?.campaigns}
        profiles={counts.profiles}
        templates={counts.templates}
        recipients={counts.recipients}
      />
    </div>
  );
}

/** The whole page's places, so that nothing moves when it has loaded. */
function Loading() {
  return (
    <div className={css['dashboard']}>
      <div className={css['spinner']} role="status" aria-label="Loading the dashboard">
        <FootprintTrail walking />
      </div>
      <SkeletonCard height={92} />
      <StatRow>
        {['a', 'b', 'c', 'd'].map((place) => (
          <SkeletonCard key={place} height={92} />
        ))}
      </StatRow>
      <div className={css['pair']}>
        <SkeletonCard height={300} />
        <SkeletonCard height={300} />
      </div>
      <SkeletonCard height={420} />
    </div>
  );
}
