import type { PerformanceSort } from '@sandpiper/contract/accounts';
import type { CampaignStatus } from '@sandpiper/contract/campaigns';
import type { CallOutput } from '@sandpiper/contract/client';
import { keepPreviousData, useQuery, useQueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../platform/api.ts';
import { updatesFromNow } from '../../platform/campaign-updates.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { useSession } from '../../platform/session.tsx';

const statsKey = ['dashboard', 'stats'];
const recentKey = ['dashboard', 'recent'];
const performanceKey = ['dashboard', 'performance'];
const refreshMs = 3000;

export type Range = { start_date: string; end_date: string };
export const noRange: Range = { start_date: '', end_date: '' };
type StatsAnswer = CallOutput<'GET /api/campaigns/dashboard-stats'>;

/** Totals and days of the range; empty texts mean no range. */
export function useStats(range: Range) {
  return useQuery({
    queryKey: [...statsKey, range],
    queryFn: ({ signal }) => call('GET /api/campaigns/dashboard-stats', { query: range }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Messages sent in all campaigns. `sent` is undefined while they load, and when that failed. */
export function useTotalSent() {
  const { data, isFetched } = useStats(noRange);
  return { sent: data?.stats.sent, isFetched };
}

const recentQuery = {
  queryKey: recentKey,
  queryFn: async ({ signal, client }: QueryFunctionContext): Promise<StatsAnswer> => {
    const updated = updatesFromNow(client);
    const answer = await call('GET /api/campaigns/dashboard-stats', undefined, { signal });
    return { ...answer, recentCampaigns: answer.recentCampaigns.map(updated) };
  },
};

export function useRecentCampaigns() {
  return useQuery({
    ...recentQuery,
    select: (answer) => answer.recentCampaigns,
  });
}

/** All campaigns, whatever range is chosen; undefined until known. */
export function useTotalCampaigns(): number | undefined {
  return useQuery({ ...recentQuery, select: (answer) => answer.stats.campaigns }).data;
}

export type PerformanceQuery = Range & { sort_by: PerformanceSort; search: string; page: number; limit: number };

export function usePerformance(query: PerformanceQuery) {
  return useQuery({
    queryKey: [...performanceKey, query],
    queryFn: ({ signal }) => call('GET /api/profiles/performance', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

// The same keys as on the screens of accounts, templates and lists, so that what changes there counts here at once.
const accountsQuery = {
  queryKey: ['profiles', 'all'],
  queryFn: ({ signal }: QueryFunctionContext) => call('GET /api/profiles', undefined, { signal }),
};

export type HeldAccount = { id: number; name: string; text: string };

/** The accounts on hold until their owner has looked. */
export function useHeldAccounts(): readonly HeldAccount[] {
  const { data } = useQuery(accountsQuery);
  return (data?.profiles ?? []).flatMap(({ id, profile_name, hold }) =>
    hold === null || hold.until !== null ? [] : [{ id, name: profile_name, text: hold.text }],
  );
}

/** How many tickets wait for an administrator; 0 for anybody else. */
export function useOpenTickets(): number {
  const isAdmin = useSession().user?.role === 'admin';
  const { data } = useQuery({
    queryKey: ['dashboard', 'open-tickets'],
    queryFn: ({ signal }) => call('GET /api/support', { query: { status: 'open', page: 1, limit: 1 } }, { signal }),
    enabled: isAdmin,
  });
  return data?.pagination.totalItems ?? 0;
}

/** The user's tickets with an answer they have not read, newest first. */
export function useAnsweredTickets() {
  const { data } = useQuery({
    queryKey: ['dashboard', 'unread-tickets'],
    queryFn: ({ signal }) => call('GET /api/support', { query: { unread: 'true', page: 1, limit: 3 } }, { signal }),
    enabled: useSession().user?.role === 'user',
  });
  return { tickets: data?.tickets ?? [], total: data?.pagination.totalItems ?? 0 };
}

/** The number of each thing that a campaign needs. */
export function useCounts() {
  const profiles = useQuery({ ...accountsQuery, select: (answer) => answer.profiles.length });
  const templates = useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => call('GET /api/templates', undefined, { signal }),
    select: (answer) => answer.templates.length,
  });
  const lists = useQuery({
    queryKey: ['lists'],
    queryFn: ({ signal }) => call('GET /api/lists', undefined, { signal }),
    select: (answer) => ({
      filled: answer.lists.filter((list) => list.recipient_count > 0).length,
      empty: answer.lists.find((list) => list.recipient_count === 0),
      recipients: answer.lists.reduce((sum, list) => sum + list.recipient_count, 0),
    }),
  });
  return {
    accounts: profiles.data,
    templates: templates.data,
    filledLists: lists.data?.filled,
    /** A list that nobody is on yet. */
    emptyList: lists.data?.empty,
    recipients: lists.data?.recipients,
    isFetched: profiles.isFetched && templates.isFetched && lists.isFetched,
  };
}

type RecentFields = { status?: CampaignStatus; total_sent?: number; total_failed?: number; total_list?: number };

/** A changed status reloads figures and performance; progress moves the campaign's bar immediately. */
export function useLiveDashboard(): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );

  function patch(id: number, change: RecentFields) {
    queryClient.setQueryData<StatsAnswer>(recentKey, (answer) =>
      answer === undefined
        ? undefined
        : {
            ...answer,
            recentCampaigns: answer.recentCampaigns.map((each) => (each.id === id ? { ...each, ...change } : each)),
          },
    );
  }

  function reload() {
    void queryClient.invalidateQueries({ queryKey: statsKey });
    void queryClient.invalidateQueries({ queryKey: performanceKey });
  }

  useLiveEvent('campaign_update', ({ campaign_id, status }) => {
    if (status !== 'deleted') patch(campaign_id, { status });
    reload();
    void queryClient.invalidateQueries({ queryKey: recentKey });
    // An account may have been put on hold.
    void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
  });

  useLiveEvent('campaign_progress_update', ({ campaignId, total_sent, total_failed, total_list }) => {
    patch(campaignId, { total_sent, total_failed, total_list });
    timer.current ??= setTimeout(() => {
      timer.current = null;
      reload();
    }, refreshMs);
  });
}
