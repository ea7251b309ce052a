import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { updatesFromNow, withUpdate } from '../../platform/campaign-updates.ts';
import { manyRowsTimeoutMs } from '../../platform/timeouts.ts';
import { campaignToastTexts as texts } from './campaign-toasts.texts.ts';

export const campaignsKey = ['campaigns'];
export const campaignListsKey = ['campaigns', 'list'];
export const campaignDetailsKey = ['campaigns', 'detail'];
export const campaignKey = (id: number) => [...campaignDetailsKey, id];
export const performanceKey = (id: number) => ['campaigns', 'performance', id];
export const unknownKey = (id: number) => ['campaigns', 'unknown', id];
/**
 * The query key of a preflight, which is a preview of what starting a campaign would do. The key doesn't begin with `campaigns`.
 * Otherwise, every status change would refetch the preflight, even though the preflight isn't needed after the start.
 */
export const preflightKey = (id: number) => ['campaign-preflight', id];

/** How often running campaigns are polled, in milliseconds. */
export const whyMs = 5000;

const isRunning = ({ status }: Pick<CampaignRow, 'status'>) => status === 'running';

type ListAnswer = CallOutput<'GET /api/campaigns'>;
type DetailAnswer = CallOutput<'GET /api/campaigns/:id'>;

export function useCampaigns(query: NonNullable<CallInput<'GET /api/campaigns'>['query']>) {
  return useQuery({
    queryKey: [...campaignListsKey, query],
    queryFn: async ({ signal, client }) => {
      const updated = updatesFromNow(client);
      const answer = await call('GET /api/campaigns', { query }, { signal });
      return { ...answer, campaigns: answer.campaigns.map(updated) };
    },
    placeholderData: keepPreviousData,
    // The reason why a campaign isn't sending can change without an event.
    refetchInterval: ({ state }) => (state.data?.campaigns.some(isRunning) === true ? whyMs : false),
    meta: { errorToast: texts.fetchFailed, isPolled: true },
  });
}

export function useCampaign(id: number) {
  return useQuery({
    queryKey: campaignKey(id),
    queryFn: async ({ signal, client }) => {
      const updated = updatesFromNow(client);
      const { campaign } = await call('GET /api/campaigns/:id', { params: { id } }, { signal });
      return { campaign: updated(campaign) };
    },
    // The reason why the campaign or one of its accounts isn't sending can change without an event.
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data.campaign) ? whyMs : false),
    meta: { errorToast: texts.fetchOneFailed, isPolled: true },
  });
}

/** Loads a preflight, with one page of the campaign's messages. */
export function usePreflight({ id, repeatFor, page }: PreflightQuery) {
  return useQuery({
    queryKey: [...preflightKey(id), repeatFor, page],
    queryFn: ({ signal }) =>
      call(
        'POST /api/campaigns/:id/preflight',
        {
          params: { id },
          query: { page, limit: messagesPerPage },
          body: repeatFor === null ? {} : { allow_repeat: true },
        },
        { signal, timeoutMs: manyRowsTimeoutMs },
      ),
    staleTime: 0,
    // Not cached, because the review must show the current numbers each time it opens.
    gcTime: 0,
    // Keep the previous data while another page of messages loads, but not after the user has changed whether to message people again.
    placeholderData: (previous, query) => (query?.queryKey[2] === repeatFor ? previous : undefined),
  });
}

type PreflightQuery = {
  id: number;
  /** The key of the review in which the user chose to message people again, or null. */
  repeatFor: string | null;
  page: number;
};
export const messagesPerPage = 5;

export function useCampaignPerformance(id: number) {
  return useQuery({
    queryKey: performanceKey(id),
    queryFn: ({ signal }) => call('GET /api/campaigns/:id/profile-performance', { params: { id } }, { signal }),
    meta: { errorToast: texts.fetchPerformanceFailed },
  });
}

export type LiveFields = Partial<StatusWithReason & Pick<CampaignRow, 'total_list' | 'total_sent' | 'total_failed'>>;

/** Applies a change to a campaign in the lists cached under `campaignListsKey` and in its cached details. */
export function patchCampaign(queryClient: QueryClient, id: number, change: LiveFields): void {
  queryClient.setQueriesData<ListAnswer>({ queryKey: campaignListsKey }, (answer) =>
    answer === undefined
      ? undefined
      : { ...answer, campaigns: answer.campaigns.map((each) => (each.id === id ? withUpdate(each, change) : each)) },
  );
  queryClient.setQueryData<DetailAnswer>(campaignKey(id), (answer) =>
    answer === undefined ? undefined : { campaign: withUpdate(answer.campaign, change) },
  );
}

/** Removes a campaign from the lists cached under `campaignListsKey`, but keeps its cached details. */
export function dropCampaign(queryClient: QueryClient, id: number): void {
  queryClient.setQueriesData<ListAnswer>({ queryKey: campaignListsKey }, (answer) =>
    answer === undefined ? undefined : { ...answer, campaigns: answer.campaigns.filter((each) => each.id !== id) },
  );
}

export type StatusWithReason = Pick<CampaignRow, 'status' | 'status_reason'>;

/** Returns the campaign's cached status and its reason, or undefined if the campaign isn't cached. */
export function knownStatus(queryClient: QueryClient, id: number): StatusWithReason | undefined {
  const detail = queryClient.getQueryData<DetailAnswer>(campaignKey(id));
  const lists = queryClient.getQueriesData<ListAnswer>({ queryKey: campaignListsKey });
  const listed = lists.flatMap(([, answer]) => answer?.campaigns ?? []).find((each) => each.id === id);
  const campaign = detail?.campaign ?? listed;
  return campaign && { status: campaign.status, status_reason: campaign.status_reason };
}
