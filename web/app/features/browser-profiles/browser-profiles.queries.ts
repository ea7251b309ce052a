import type { Computer } from '@sandpiper/contract/accounts';
import type { BrowserProfileList, BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { ApiError } from '@sandpiper/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../platform/api.ts';
import { isOfComputer } from '../../platform/browser-profiles.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { toast } from '../../platform/toasts.tsx';
import { browserProfilesTexts } from './browser-profiles.texts.ts';
import { isWaiting, settle, type Tracked } from './tracked-requests.ts';

const texts = browserProfilesTexts.toasts;

const pollMs = 3000;
const noRequests: readonly BrowserProfileRequest[] = [];
const requestsKey = ['browser-profiles', 'requests'];

/** Shows a toast for a finished request, except for a successful `list`. Calls `onChanged` if the request created or deleted a profile. */
function showFinished(request: BrowserProfileRequest, onChanged: () => void): void {
  const isDone = request.status === 'completed';
  const detail = request.error_message ?? undefined;
  switch (request.request_type) {
    case 'list': {
      const problem = isDone ? request.results?.error : request.error_message;
      if (!isDone || (problem ?? null) !== null) toast.error(texts.listFailed, { detail: problem ?? undefined });
      return;
    }
    case 'test': {
      const { valid, message, error } = request.results ?? { valid: false, message: null, error: null };
      if (isDone && valid) return toast.success(message ?? texts.testSucceeded);
      const reason = request.error_message ?? error ?? message;
      return toast.error(reason === null ? texts.testFailed : texts.testFailedBecause(reason));
    }
    case 'create':
      if (!isDone) return toast.error(texts.createFailed, { detail });
      toast.success(texts.created);
      return onChanged();
    case 'delete':
      if (!isDone) return toast.error(texts.deleteFailed, { detail });
      toast.success(texts.deleted);
      return onChanged();
  }
}

/**
 * Polls the requests about a computer's Firefox profiles every three seconds, and reports the outcome of each request that finishes.
 * `isBusy` is true while a request is unfinished, but for at most a minute per request. If no computer is given, any agent can pick up the
 * requests.
 */
export function useBrowserProfileRequests(computer: Computer | undefined) {
  const queryClient = useQueryClient();
  const tracked = useRef<Tracked>(new Map());
  const [isBusy, setBusy] = useState(false);
  const { data, dataUpdatedAt, errorUpdatedAt, isError, refetch } = useQuery({
    queryKey: requestsKey,
    queryFn: ({ signal }) => call('GET /api/firefox-profiles/requests', undefined, { signal }),
    select: ({ requests }) => requests.filter((request) => isOfComputer(request, computer)),
    refetchInterval: pollMs,
    meta: { isPolled: true },
  });
  useRefetchOnEvent('agent_request_update', requestsKey, 0);

  function remember(next: Tracked): void {
    tracked.current = next;
    setBusy(isWaiting(next));
  }
  function track(id: number): void {
    remember(new Map(tracked.current).set(id, { since: Date.now(), isGivenUp: false }));
    void queryClient.invalidateQueries({ queryKey: requestsKey });
  }
  const refreshList = useMutation({
    mutationFn: () => call('GET /api/firefox-profiles', { query: { computer_id: computer?.id } }),
    onSuccess: ({ request_id }) => track(request_id),
    onError: (error) => toast.failure(error, texts.listFailed),
  });

  const takeIn = useEffectEvent(() => {
    // This code runs after a failed poll too, so that requests time out even if the server doesn't respond.
    const settled = settle(tracked.current, data ?? [], Date.now());
    remember(settled.tracked);
    for (const request of settled.finished) showFinished(request, refreshList.mutate);
    if (settled.givenUp.length === 0) return;
    if (isError) {
      toast.warning(texts.notKnown, { detail: texts.stillWorkingHint });
      return;
    }
    const isRunning = (id: number) => data?.find((each) => each.id === id)?.status === 'running';
    if (settled.givenUp.every(isRunning)) toast.info(texts.stillWorking, { detail: texts.stillWorkingHint });
    else toast.warning(texts.noAnswer, { detail: texts.noAnswerAdvice(computer?.name) });
  });
  useEffect(() => takeIn(), [data, dataUpdatedAt, errorUpdatedAt]);

  const newest = data?.filter((each) => each.request_type === 'list').find((each) => each.status === 'completed');
  // The newest list is kept, because the server deletes finished requests after an hour, and this page can stay open longer.
  const [kept, setKept] = useState<{ id: number; list: BrowserProfileList | null } | null>(null);
  if (newest !== undefined && newest.id !== kept?.id) {
    setKept({ id: newest.id, list: newest.results });
  }
  return {
    list: kept?.list ?? null,
    /** The past hour's requests, newest first. */
    requests: data ?? noRequests,
    isLoaded: data !== undefined,
    hasFailed: data === undefined && isError,
    retry: () => void refetch(),
    isBusy,
    track,
    refreshList,
  };
}

type Queued = { request_id: number; message: string };

type RequestOptions<Input> = {
  send: (input: Input) => Promise<Queued>;
  onQueued: (answer: Queued, input: Input) => void;
  /** The toast's text if the request fails without an error message. `unreachable`, if set, is used when the server can't be reached. */
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

/** Returns a mutation for each of the four kinds of requests to the computer's agent. `track` receives the ID of each queued request. */
export function useBrowserProfileActions(computer: Computer | undefined, track: (id: number) => void) {
  const on = { computer_id: computer?.id };
  const announceAndTrack = ({ request_id, message }: Queued) => {
    toast.success(message);
    track(request_id);
  };
  return {
    list: useRequest<void>({
      send: () => call('GET /api/firefox-profiles', { query: on }),
      onQueued: announceAndTrack,
      refused: texts.listFailed,
    }),
    create: useRequest<string>({
      send: (name) => call('POST /api/firefox-profiles', { body: { profile_name: name, is_default: false, ...on } }),
      onQueued: announceAndTrack,
      refused: texts.createRequestFailed,
    }),
    test: useRequest<string>({
      send: (path) => call('POST /api/firefox-profiles/test', { body: { profile_path: path, ...on } }),
      onQueued: announceAndTrack,
      refused: texts.testRequestFailed,
      unreachable: texts.testRequestUnreachable,
    }),
    remove: useRequest<string>({
      send: (path) => call('DELETE /api/firefox-profiles/:path', { params: { path }, query: on }),
      onQueued: announceAndTrack,
      refused: texts.deleteRequestFailed,
    }),
  };
}
