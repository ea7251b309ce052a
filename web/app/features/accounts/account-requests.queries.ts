import type { Account } from '@sandpiper/contract/accounts';
import type { AccountRequest, OpenPage } from '@sandpiper/contract/account-requests';
import type { CallOutput } from '@sandpiper/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isUnderWay } from '../../platform/agent-requests.ts';
import { call } from '../../platform/api.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { toast } from '../../platform/toasts.tsx';
import { outcomesOf } from './account-request-outcomes.ts';
import { accountTexts } from './accounts.texts.ts';

const { toasts: texts } = accountTexts;

export const requestPollMs = 2000;
const cleanupChance = 0.1;
const requestsKey = ['profiles', 'requests'] as const;

function cleanUp(): Promise<unknown> {
  return call('POST /api/profiles/requests/cleanup').catch((error: unknown) => {
    console.warn('Old requests were not cleaned up', error);
  });
}

/**
 * Returns the account requests sent to the agent. Polls every two seconds while a request is unfinished. About every tenth poll also asks
 * the server to mark expired requests as failed and to delete old ones. It leaves unread checks alone, because nobody may have seen their
 * results yet. Shows toasts with the outcomes of the requests that `isConcerned` accepts.
 */
export function useAccountRequests(isConcerned: (request: AccountRequest) => boolean = () => true) {
  const requests = useQuery({
    queryKey: requestsKey,
    queryFn: async ({ signal }) => {
      const { requests: listed } = await call('GET /api/profiles/requests', undefined, { signal });
      if (listed.some(isUnderWay) && Math.random() < cleanupChance) await cleanUp();
      return listed;
    },
    refetchInterval: (query) => (query.state.data?.some(isUnderWay) === true ? requestPollMs : false),
  });
  useRefetchOnEvent('agent_request_update', requestsKey, 0);
  useOutcomeToasts(requests.data, isConcerned);
  return requests.data ?? [];
}

/** Shows toasts with the outcomes of the requests that `isConcerned` accepts and that finished while this screen was open. */
function useOutcomeToasts(
  requests: readonly AccountRequest[] | undefined,
  isConcerned: (request: AccountRequest) => boolean,
): void {
  const underWay = useRef(new Set<number>());
  // The highest request ID seen so far. A request with a higher ID is new, even if a fast agent finishes it before this screen
  // sees it running.
  const newest = useRef<number | null>(null);
  const show = useEffectEvent(() => {
    if (requests === undefined) return;
    const before = newest.current ?? Number.POSITIVE_INFINITY;
    const ended: AccountRequest[] = [];
    for (const request of requests.filter(isConcerned)) {
      if (isUnderWay(request)) underWay.current.add(request.id);
      else if (underWay.current.delete(request.id) || request.id > before) ended.push(request);
    }
    for (const { tone, text, detail } of outcomesOf(ended)) toast[tone](text, { detail });
    newest.current = Math.max(newest.current ?? 0, ...requests.map(({ id }) => id));
  });
  useEffect(() => show(), [requests]);
}

/** Returns the unfinished request to open the account or its sign-in page, or undefined if there is none. */
export function openingOf(account: Account, requests: readonly AccountRequest[]): AccountRequest | undefined {
  return requests.find(
    (request) =>
      isUnderWay(request) &&
      (request.request_type === 'open' || request.request_type === 'sign_in') &&
      (request.profile_id === account.id || request.profile_path === account.profile_path),
  );
}

function useRefreshRequests() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: requestsKey });
}

type Opened = { account: Account; page?: OpenPage | undefined };

/**
 * Asks the agent to open the account. Returns null, or the server's message if the account is already being opened or a running campaign
 * uses it. If a running campaign uses the account and the account is on hold, requests a sign-in instead, which opens the page where the
 * owner has to act.
 */
async function askToOpen({ account, page }: Opened): Promise<string | null> {
  const { id, profile_path, in_use_by, hold } = account;
  if (hold !== null && in_use_by !== null) {
    await call('POST /api/profiles/:id/sign-in', { params: { id } });
    return null;
  }
  const answer = await call('POST /api/profiles/open', { body: { profile_path, page } });
  return answer.profile_already_processing === true ? answer.message : null;
}

export function useOpenAccount() {
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: askToOpen,
    onSuccess: (refusal, { account }) => {
      if (refusal === null) toast.success(texts.openRequested(account.profile_name));
      else toast.warning(refusal);
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.openFailed),
  });
}

export function useSignInAccount() {
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: (account: Account) => call('POST /api/profiles/:id/sign-in', { params: { id: account.id } }),
    onSuccess: (_answer, account) => {
      toast.success(texts.signInRequested(account.profile_name));
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.openFailed),
  });
}

function showOpened({ opened, skipped, skipped_details, warnings }: CallOutput<'POST /api/profiles/open-all'>): void {
  if (opened === 0 && skipped === 0) toast.error(texts.noneToOpen);
  if (opened > 0) toast.success(texts.openAllRequested(opened));
  if (skipped > 0) {
    const names = skipped_details.map((detail) => detail.profile_name).join(', ');
    toast.warning(texts.skipped(skipped, names), {
      detail: skipped_details.length === 1 ? skipped_details[0]?.reason : undefined,
    });
  }
  for (const { message } of warnings) toast.warning(message);
}

export function useOpenAllAccounts() {
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: () => call('POST /api/profiles/open-all'),
    onSuccess: (answer) => {
      showOpened(answer);
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.openFailed),
  });
}

/**
 * Asks the agents to close all accounts. The response's `closed` is based on the agents' last reports. The finished requests contain the
 * actual numbers.
 */
export function useCloseAllAccounts() {
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: () => call('POST /api/profiles/close-all'),
    onSuccess: ({ closed }) => {
      toast.success(texts.closeRequested(closed));
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.closeFailed),
  });
}
