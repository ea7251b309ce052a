import type { Account, AccountRequest, CloseResult } from '@sandpiper/contract/accounts';
import type { CallOutput } from '@sandpiper/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../platform/api.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { toast } from '../../platform/toasts.tsx';

export const requestPollMs = 2000;
const cleanupChance = 0.1;
const requestsKey = ['profiles', 'requests'] as const;

export function isUnderWay(request: { status: string }): boolean {
  return request.status === 'pending' || request.status === 'running';
}

async function settleStaleRequests(): Promise<void> {
  const calls = [call('POST /api/profiles/requests/cleanup'), call('POST /api/unread-checker/requests/cleanup')];
  const failed = (await Promise.allSettled(calls)).find((result) => result.status === 'rejected');
  if (failed !== undefined) console.warn('Old requests were not cleaned up', failed.reason);
}

/**
 * What was asked of the agent about accounts. While any of it is under way it is asked for every two seconds, and about every tenth time
 * the server is asked to settle what no agent took. Of those that `isConcerned` takes, failures are told, and how signing in ended.
 */
export function useAccountRequests(isConcerned: (request: AccountRequest) => boolean = () => true) {
  const queryClient = useQueryClient();
  const requests = useQuery({
    queryKey: requestsKey,
    queryFn: async ({ signal }) => {
      const { requests: listed } = await call('GET /api/profiles/requests', undefined, { signal });
      if (listed.some(isUnderWay) && Math.random() < cleanupChance) await settleStaleRequests();
      return listed;
    },
    refetchInterval: (query) => (query.state.data?.some(isUnderWay) === true ? requestPollMs : false),
  });
  useLiveEvent('agent_request_update', () => {
    void queryClient.invalidateQueries({ queryKey: requestsKey });
  });
  useOutcomeToasts(requests.data, isConcerned);
  return requests.data ?? [];
}

const failureTexts = {
  open: 'The profile could not be opened',
  sign_in: 'The sign-in page could not be opened',
  close: 'The profile could not be closed',
  close_all: 'The profiles could not be closed',
} as const;

function tellOutcome({ request_type, status, error_message, results }: AccountRequest): void {
  if (status === 'failed') toast.error(failureTexts[request_type], { detail: error_message ?? undefined });
  else if (results === null) return;
  else if ('closed' in results) tellClosed(results);
  else if (results.state === 'signed_in') toast.success('Signed in');
  else toast.warning('Not signed in yet', { detail: results.detail });
}

function tellClosed({ closed, still_open: stillOpen }: CloseResult): void {
  const text = `${closed} ${closed === 1 ? 'profile' : 'profiles'} closed`;
  if (stillOpen.length > 0)
    toast.warning(text, { detail: `Still open because they are in use: ${stillOpen.join(', ')}` });
  else if (closed > 0) toast.success(text);
}

/** Says what became of a request that was seen under way, where the window itself does not show it. */
function useOutcomeToasts(
  requests: readonly AccountRequest[] | undefined,
  isConcerned: (request: AccountRequest) => boolean,
): void {
  const underWay = useRef(new Set<number>());
  const tell = useEffectEvent(() => {
    for (const request of requests?.filter(isConcerned) ?? []) {
      if (isUnderWay(request)) underWay.current.add(request.id);
      else if (underWay.current.delete(request.id)) tellOutcome(request);
    }
  });
  useEffect(() => tell(), [requests]);
}

/** The open request of an account that the agent has not finished. */
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

/**
 * The server opens no account that a running campaign uses. One on hold is brought to the point where only its owner can
 * continue, which is what opening it is for.
 */
async function askToOpen({ id, profile_path, in_use_by, hold }: Account): Promise<string | null> {
  if (hold !== null && in_use_by !== null) {
    await call('POST /api/profiles/:id/sign-in', { params: { id } });
    return null;
  }
  const answer = await call('POST /api/profiles/open', { body: { profile_path } });
  return answer.profile_already_processing === true ? answer.message : null;
}

export function useOpenAccount() {
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: askToOpen,
    onSuccess: (refusal, account) => {
      if (refusal === null) toast.success(`Request to open ${account.profile_name} sent`);
      else toast.warning(refusal);
      return refresh();
    },
    onError: (error) => toast.failure(error, 'Failed to send profile opening request'),
  });
}

export function useSignInAccount() {
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: (account: Account) => call('POST /api/profiles/:id/sign-in', { params: { id: account.id } }),
    onSuccess: (_answer, account) => {
      toast.success(`Request to sign ${account.profile_name} in sent`);
      return refresh();
    },
    onError: (error) => toast.failure(error, 'Failed to send profile opening request'),
  });
}

function tellOpened({ opened, skipped, skipped_details, warnings }: CallOutput<'POST /api/profiles/open-all'>): void {
  if (opened === 0 && skipped === 0) toast.error('No active profiles to open');
  if (opened > 0) toast.success(`Request to open ${opened} ${opened === 1 ? 'profile' : 'profiles'} sent`);
  if (skipped > 0) {
    const names = skipped_details.map((detail) => detail.profile_name).join(', ');
    toast.warning(`Skipped ${skipped} ${skipped === 1 ? 'profile' : 'profiles'}: ${names}`, {
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
      tellOpened(answer);
      return refresh();
    },
    onError: (error) => toast.failure(error, 'Failed to send profile opening request'),
  });
}

export function useCloseAllAccounts() {
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: () => call('POST /api/profiles/close-all'),
    onSuccess: ({ closed }) => {
      if (closed === 0) toast.info('No profile is open');
      else toast.success(`Request to close ${closed} ${closed === 1 ? 'profile' : 'profiles'} sent`);
      return refresh();
    },
    onError: (error) => toast.failure(error, 'Failed to send profile closing request'),
  });
}
