import type { PerformanceSort } from '@sandpiper/contract/account-performance';
import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import type { CallOutput } from '@sandpiper/contract/client';
import { keepPreviousData, useQuery, useQueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { allAccountsKey, useAllAccounts } from '../../platform/all-accounts.ts';
import { call } from '../../platform/api.ts';
import { updatesFromNow } from '../../platform/campaign-updates.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { useSession } from '../../platform/session.tsx';

const statsKey = ['dashboard', 'stats'];
/** The accounts screen invalidates all keys that begin with `profiles` after changes, so the dashboard stays up to date. */
const performanceKey = ['profiles', 'dashboard-performance'];
const refreshMs = 3000;

export type Range = { start_date: string; end_date: string };
export const noRange: Range = { start_date: '', end_date: '' };
type StatsAnswer = CallOutput<'GET /api/campaigns/dashboard-stats'>;

const statsQuery = (range: Range) => ({
  queryKey: [...statsKey, range],
  queryFn: async ({ signal, client }: QueryFunctionContext): Promise<StatsAnswer> => {
    const updated = updatesFromNow(client);
    const answer = await call('GET /api/campaigns/dashboard-stats', { query: range }, { signal });
    return { ...answer, recentCampaigns: answer.recentCampaigns.map(updated) };
  },
});

/**
 * Loads the totals and the daily counts in a date range. If the dates are empty strings, the totals cover all time, and the daily counts
 * cover the last 14 days.
 */
export function useStats(range: Range) {
  return useQuery({ ...statsQuery(range), placeholderData: keepPreviousData });
}

/** Returns the number of messages that all campaigns together have sent. `sent` is undefined while loading or if loading failed. */
export function useTotalSent() {
  const { data, isFetched } = useStats(noRange);
  return { sent: data?.stats.sent, isFetched };
}

export function useRecentCampaigns() {
  return useQuery({ ...statsQuery(noRange), select: (answer) => answer.recentCampaigns });
}

/** Returns the campaigns whose scheduled start was missed or has failed so far, newest first. Empty until they have loaded. */
export function useLateCampaigns(): StatsAnswer['late_campaigns'] {
  return useQuery({ ...statsQuery(noRange), select: (answer) => answer.late_campaigns }).data ?? [];
}

/** Returns the total number of campaigns, regardless of the selected date range. Undefined until it has loaded. */
export function useTotalCampaigns(): number | undefined {
  return useQuery({ ...statsQuery(noRange), select: (answer) => answer.stats.campaigns }).data;
}

type PerformanceQuery = Range & { sort_by: PerformanceSort; search: string; page: number; limit: number };

export function usePerformance(query: PerformanceQuery) {
  return useQuery({
    queryKey: [...performanceKey, query],
    queryFn: ({ signal }) => call('GET /api/profiles/performance', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export type HeldAccount = { id: number; name: string; text: string };

/** Returns the accounts that stay on hold until their owner has checked them. */
export function useHeldAccounts(): readonly HeldAccount[] {
  const { data } = useAllAccounts();
  return (data?.profiles ?? []).flatMap(({ id, profile_name, hold }) =>
    hold === null || hold.until !== null ? [] : [{ id, name: profile_name, text: hold.text }],
  );
}

/** For administrators, returns the number of support tickets that await a reply. Returns 0 for other users. */
export function useUnansweredTickets(): number {
  const isAdmin = useSession().user?.role === 'admin';
  const { data } = useQuery({
    queryKey: ['dashboard', 'unanswered-tickets'],
    queryFn: ({ signal }) => call('GET /api/support', { query: { unanswered: 'true', page: 1, limit: 1 } }, { signal }),
    enabled: isAdmin,
  });
  return data?.pagination.totalItems ?? 0;
}

/** Returns the user's tickets with an unread reply, newest first: the first three and the total. Empty for administrators. */
export function useAnsweredTickets() {
  const { data } = useQuery({
    // The bell refetches all keys that begin with `notices` when a notice arrives, and there is a notice about each reply.
    queryKey: ['notices', 'unread-tickets'],
    queryFn: ({ signal }) => call('GET /api/support', { query: { unread: 'true', page: 1, limit: 3 } }, { signal }),
    enabled: useSession().user?.role === 'user',
  });
  return { tickets: data?.tickets ?? [], total: data?.pagination.totalItems ?? 0 };
}

/**
 * Loads how many accounts, templates, recipients and non-empty lists the user has. The screens where the user changes these numbers
 * invalidate the queries.
 */
export function useCounts() {
  const accounts = useAllAccounts();
  const templates = useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => call('GET /api/templates', undefined, { signal }),
    select: (answer) => answer.templates,
  });
  const lists = useQuery({
    queryKey: ['lists'],
    queryFn: ({ signal }) => call('GET /api/lists', undefined, { signal }),
    select: (answer) => ({
      filled: answer.lists.filter((list) => list.recipient_count > 0),
      empty: answer.lists.find((list) => list.recipient_count === 0),
      recipients: answer.lists.reduce((sum, list) => sum + list.recipient_count, 0),
    }),
  });
  return {
    accounts: accounts.data?.profiles.length,
    templates: templates.data?.length,
    /** The newest template. */
    template: templates.data?.[0],
    filledLists: lists.data?.filled.length,
    /** The newest list that has people. */
    filledList: lists.data?.filled[0],
    /** The newest list that has no people, if there is one. */
    emptyList: lists.data?.empty,
    recipients: lists.data?.recipients,
    isFetched: accounts.isFetched && templates.isFetched && lists.isFetched,
  };
}

type RecentFields = { status?: CampaignStatus; total_sent?: number; total_failed?: number; total_list?: number };

/**
 * Updates a recent campaign immediately when its status or progress changes. Refetches stats and performance immediately when a status
 * changes, but at most every three seconds when only progress changes.
 */
export function useLiveDashboard(): void {
  const queryClient = useQueryClient();

  function patch(id: number, change: RecentFields) {
    queryClient.setQueryData<StatsAnswer>(statsQuery(noRange).queryKey, (answer) =>
      answer === undefined
        ? undefined
        : {
            ...answer,
            recentCampaigns: answer.recentCampaigns.map((each) => (each.id === id ? { ...each, ...change } : each)),
          },
    );
  }

  useLiveEvent('campaign_update', ({ campaign_id, status }) => {
    if (status !== 'deleted') patch(campaign_id, { status });
    void queryClient.invalidateQueries({ queryKey: statsKey });
    void queryClient.invalidateQueries({ queryKey: performanceKey });
    // An account may have been put on hold.
    void queryClient.invalidateQueries({ queryKey: allAccountsKey });
  });

  useLiveEvent('campaign_progress_update', ({ campaignId, total_sent, total_failed, total_list }) => {
    patch(campaignId, { total_sent, total_failed, total_list });
  });
  useRefetchOnEvent('campaign_progress_update', statsKey, refreshMs);
  useRefetchOnEvent('campaign_progress_update', performanceKey, refreshMs);
}
