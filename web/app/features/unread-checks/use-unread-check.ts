import { ApiError } from '@sandpiper/contract/client';
import type { UnreadProgress, UnreadRequest, UnreadResults } from '@sandpiper/contract/unread-checks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { isUnderWay } from '../../platform/agent-requests.ts';
import { call } from '../../platform/api.ts';
import { isUnauthenticated } from '../../platform/failure.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { createPauses } from '../../platform/pauses.ts';
import { useUser } from '../../platform/session.tsx';
import { toast } from '../../platform/toasts.tsx';
import { noticesKey } from '../../platform/unread-counts.ts';
import { followCheck, unreadPollMs, type CheckOutcome } from './follow-check.ts';
import { useLatestCheck } from './unread-checks.queries.ts';
import { unreadChecksTexts } from './unread-checks.texts.ts';
import { keep, readKept, watchKeptResults } from './unread-storage.ts';

const texts = unreadChecksTexts.toasts;

type Shown = { results: UnreadResults | null; lastCheck: string | null };

function showFailure(outcome: CheckOutcome): void {
  if (outcome.kind === 'failed') toast.error(outcome.reason ?? texts.failed);
  else if (outcome.kind === 'timed-out') {
    toast.error(texts.timedOut, outcome.isUnderWay ? { detail: texts.stillRunning } : {});
  } else if (outcome.kind === 'unreadable' && !isUnauthenticated(outcome.error)) {
    toast.failure(outcome.error, texts.resultsFailed);
  }
}

/**
 * Polls one check at a time. The check may have been started in another tab. Polling stops when the check ends or is cleared, when polling
 * times out or fails, and when the user leaves the screen.
 */
function useFollowedCheck(
  onResults: (results: UnreadResults, at: string) => void,
  onPoll: (request: UnreadRequest) => void,
) {
  const [followedId, setFollowedId] = useState<number | null>(null);
  /** The ID of the check that was still under way when polling timed out. */
  const [lateId, setLateId] = useState<number | null>(null);
  const [{ pause, wake }] = useState(() => createPauses(unreadPollMs));
  const tell = useEffectEvent((outcome: CheckOutcome) => {
    if (outcome.kind === 'aborted') return;
    setFollowedId(null);
    setLateId(outcome.kind === 'timed-out' && outcome.isUnderWay ? followedId : null);
    if (outcome.kind !== 'completed') return showFailure(outcome);
    onResults(outcome.results, outcome.at);
    toast.success(texts.completed);
  });

  const showPolled = useEffectEvent(onPoll);

  useEffect(() => {
    if (followedId === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      const answer = await call('GET /api/unread-checker/requests/:id', { params: { id: followedId } }, { signal });
      showPolled(answer.request);
      return answer.request;
    };
    void followCheck({ ask, pause: () => pause(signal), signal }).then(tell);
    return () => controller.abort();
  }, [followedId, pause]);

  // A check of accounts on several computers consists of several requests, and any of them can end last. So poll when any request ends, but
  // not when a request only reports its progress, because the number of polls is limited.
  useLiveEvent('agent_request_update', ({ request_type, status }) => {
    if (request_type === 'unread_check' && status !== 'running') wake();
  });
  return { followedId, lateId, follow: setFollowedId };
}

/** Returns the last results and whether a check is running, with functions to start a check and to clear the results. */
export function useUnreadCheck() {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Shown>(() => readKept(userId));
  const [isSubmitting, setSubmitting] = useState(false);
  /** The ID of the newest check that was cleared. This check and all earlier checks stay hidden, even if the server still has them. */
  const [clearedId, setClearedId] = useState(0);

  const show = useCallback(
    (results: UnreadResults, at: string) => {
      setShown({ results, lastCheck: at });
      keep(userId, 'results', results);
      keep(userId, 'lastCheck', at);
    },
    [userId],
  );
  const [progress, setProgress] = useState<UnreadProgress | null>(null);
  const { followedId, lateId, follow } = useFollowedCheck(show, (polled) => setProgress(polled.progress ?? null));
  const latest = useLatestCheck(lateId);

  // The check may have been started in another tab or browser.
  useLiveEvent('agent_request_update', ({ request_type }) => {
    if (request_type === 'unread_check') void latest.refetch();
  });
  const request = latest.data?.requests[0];
  const isLate = request !== undefined && request.id === lateId && request.id > clearedId;
  const takeUp = useEffectEvent(() => {
    if (request === undefined || request.id <= clearedId) return;
    setProgress(request.progress ?? null);
    if (isUnderWay(request)) follow(request.id);
    else if (request.status === 'failed' && isLate) showFailure({ kind: 'failed', reason: request.error_message });
    else if (request.status === 'completed' && request.results !== null) {
      show(request.results, request.completed_at ?? request.created_at);
    }
  });
  useEffect(() => takeUp(), [request]);

  /** Hides the results and stops polling. */
  function hide(): void {
    follow(null);
    setProgress(null);
    setShown({ results: null, lastCheck: null });
    setClearedId(Math.max(clearedId, request?.id ?? 0, followedId ?? 0));
  }

  const adopt = useEffectEvent(() => {
    const kept = readKept(userId);
    if (kept.results === null) hide();
    else setShown(kept);
  });
  useEffect(() => watchKeptResults(userId, () => adopt()), [userId]);

  async function check(profileIds: number[]): Promise<void> {
    setSubmitting(true);
    try {
      const body = profileIds.length === 0 ? {} : { profileIds };
      const { request_id } = await call('POST /api/unread-checker/requests', { body });
      toast.success(texts.submitted);
      follow(request_id);
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status > 0;
      toast.failure(error, isAnswered ? texts.submitFailed : texts.checkFailed);
    }
    setSubmitting(false);
  }

  async function clear(): Promise<void> {
    hide();
    keep(userId, 'results', null);
    keep(userId, 'lastCheck', null);
    try {
      await call('DELETE /api/unread-checker/requests/clear');
      void queryClient.invalidateQueries({ queryKey: noticesKey });
    } catch (error) {
      // This screen has already cleared the results. The server's copy remains until it is cleaned up later.
      console.warn('Couldn’t clear the unread checks on the server', error);
    }
  }

  return {
    ...shown,
    /** The state of each account in the running check. Null if the agents haven't reported it. */
    progress,
    /** Whether the request that starts a check is in progress. Until the server answers, the check has no ID, so it can't be hidden. */
    isStarting: isSubmitting,
    isLoading: latest.isPending && shown.results === null,
    isChecking: isSubmitting || followedId !== null || (isLate && isUnderWay(request)),
    check: (profileIds: number[]) => void check(profileIds),
    clear: () => void clear(),
  };
}
