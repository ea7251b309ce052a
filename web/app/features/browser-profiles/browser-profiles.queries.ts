import type { BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { ApiError } from '@sandpiper/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../platform/api.ts';
import { readBrowserProfileList, readBrowserProfileTest } from '../../platform/browser-profile-list.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { toast } from '../../platform/toasts.tsx';
import { isWaiting, settle, type Tracked } from './tracked-requests.ts';

const pollMs = 3000;
const requestsKey = ['browser-profiles', 'requests'];

/** The accounts, to tell which profiles are in use by one. */
export function useAllAccounts() {
  return useQuery({
    queryKey: ['profiles', 'all'],
    queryFn: ({ signal }) => call('GET /api/profiles', undefined, { signal }),
    meta: { errorToast: 'Failed to fetch profiles' },
  });
}

/** Says what became of a request; `onChanged` is called when the profiles are no longer those of the last list. */
function tellFinished(request: BrowserProfileRequest, onChanged: () => void): void {
  const isDone = request.status === 'completed';
  const detail = request.error_message ?? undefined;
  switch (request.request_type) {
    case 'list': {
      const problem = isDone ? readBrowserProfileList(request.results)?.error : (detail ?? null);
      if (!isDone || (problem ?? null) !== null) {
        toast.error('Failed to fetch Firefox profiles', { detail: problem ?? undefined });
      }
      return;
    }
    case 'test': {
      const test = readBrowserProfileTest(request.results);
      if (isDone && test.isValid) return toast.success(test.message ?? 'The profile works');
      const why = detail ?? test.error ?? test.message;
      return toast.error(why === null || why === undefined ? 'Profile test failed' : `Profile test failed: ${why}`);
    }
    case 'create':
      if (!isDone) return toast.error('The Firefox profile was not created', { detail });
      toast.success('Firefox profile created');
      return onChanged();
    case 'delete':
      if (!isDone) return toast.error('The Firefox profile was not deleted', { detail });
      toast.success('Firefox profile deleted');
      return onChanged();
  }
}

/** What was asked of the agent about browser profiles, looked at every three seconds; finished requests are told, active ones lock the page. */
export function useBrowserProfileRequests() {
  const queryClient = useQueryClient();
  const tracked = useRef<Tracked>(new Map());
  const [isBusy, setBusy] = useState(false);
  const { data, dataUpdatedAt, errorUpdatedAt, isError, refetch } = useQuery({
    queryKey: requestsKey,
    queryFn: ({ signal }) => call('GET /api/firefox-profiles/requests', undefined, { signal }),
    refetchInterval: pollMs,
    meta: { isPolled: true },
  });
  useLiveEvent('agent_request_update', () => {
    void queryClient.invalidateQueries({ queryKey: requestsKey });
  });

  function remember(next: Tracked): void {
    tracked.current = next;
    setBusy(isWaiting(next));
  }
  function track(id: number): void {
    remember(new Map(tracked.current).set(id, { since: Date.now(), isGivenUp: false }));
    void queryClient.invalidateQueries({ queryKey: requestsKey });
  }
  const listAnew = useMutation({
    mutationFn: () => call('GET /api/firefox-profiles'),
    onSuccess: ({ request_id }) => track(request_id),
    onError: (error) => toast.failure(error, 'Failed to fetch Firefox profiles'),
  });

  const takeIn = useEffectEvent(() => {
    // Also when the server does not answer: after a minute nobody waits any more.
    const settled = settle(tracked.current, data?.requests ?? [], Date.now());
    remember(settled.tracked);
    for (const request of settled.finished) tellFinished(request, listAnew.mutate);
    if (settled.givenUp.length > 0) {
      toast.warning('Sandpiper Agent did not answer within a minute', { detail: 'Is it running on your computer?' });
    }
  });
  useEffect(() => takeIn(), [data, dataUpdatedAt, errorUpdatedAt]);

  const newest = data?.requests.find((each) => each.request_type === 'list' && each.status === 'completed');
  // The server drops finished requests after an hour; the page may stay open for longer.
  const [kept, setKept] = useState<{ id: number; list: ReturnType<typeof readBrowserProfileList> } | null>(null);
  if (newest !== undefined && newest.id !== kept?.id) {
    setKept({ id: newest.id, list: readBrowserProfileList(newest.results) });
  }
  return {
    list: kept?.list ?? null,
    isLoaded: data !== undefined,
    hasFailed: data === undefined && isError,
    retry: () => void refetch(),
    isBusy,
    track,
    listAnew,
  };
}

type Queued = { request_id: number; message: string };

type RequestOptions<Input> = {
  send: (input: Input) => Promise<Queued>;
  onQueued: (answer: Queued, input: Input) => void;
  /** When the server refused, and when it could not be reached. */
  refused: string;
  unreachable?: string;
};

function useRequest<Input>({ send, onQueued, refused, unreachable = refused }: RequestOptions<Input>) {
  return useMutation({
    mutationFn: send,
    onSuccess: onQueued,
    onError: (error) => toast.failure(error, error instanceof ApiError && error.status === 0 ? unreachable : refused),
  });
}

/** The four things that can be asked of the agent. `track` is told of each request that was queued. */
export function useBrowserProfileActions(track: (id: number) => void) {
  const tellAndTrack = ({ request_id, message }: Queued) => {
    toast.success(message);
    track(request_id);
  };
  return {
    list: useRequest<void>({
      send: () => call('GET /api/firefox-profiles'),
      onQueued: tellAndTrack,
      refused: 'Failed to fetch Firefox profiles',
    }),
    create: useRequest<string>({
      send: (name) => call('POST /api/firefox-profiles', { body: { profile_name: name, is_default: false } }),
      onQueued: tellAndTrack,
      refused: 'Failed to create Firefox profile request',
    }),
    test: useRequest<string>({
      send: (path) => call('POST /api/firefox-profiles/test', { body: { profile_path: path } }),
      onQueued: tellAndTrack,
      refused: 'Failed to create profile test request',
      unreachable: 'Failed to create Firefox profile test request',
    }),
    remove: useRequest<string>({
      send: (path) => call('DELETE /api/firefox-profiles/:path', { params: { path } }),
      onQueued: tellAndTrack,
      refused: 'Failed to create deletion request',
    }),
  };
}
