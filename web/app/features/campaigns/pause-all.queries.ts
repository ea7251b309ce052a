import type { CallOutput } from '@sandpiper/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { CanceledError, failureReason, isTimeout } from '../../platform/failure.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { manyRowsTimeoutMs } from '../../platform/timeouts.ts';
import { toast, toastMs } from '../../platform/toasts.tsx';
import { readToken } from '../../platform/token-store.ts';
import { failuresText } from '../../ui/bulk-bar.texts.ts';
import { campaignToastTexts as toasts } from './campaign-toasts.texts.ts';
import { campaignsKey } from './campaigns.queries.ts';
import { campaignTexts } from './campaigns.texts.ts';

const { pauseAll: texts } = campaignTexts;

/** Counts the running campaigns and the starts to come. Each live event about a campaign refetches the counts. */
export function usePausePreview() {
  return useQuery({
    queryKey: [...campaignsKey, 'pause-preview'],
    queryFn: ({ signal }) => call('GET /api/campaigns/pause-preview', {}, { signal }),
  });
}

type Paused = CallOutput<'POST /api/campaigns/pause'>;

/** Starts the paused campaigns again, and schedules the canceled starts again. Returns what couldn't be restored, or undefined. */
async function startAgain({ paused, canceled_starts }: Paused): Promise<string | undefined> {
  const token = readToken();
  const failed = [];
  for (const { id, name, start } of [...paused.map((each) => ({ ...each, start: {} })), ...canceled_starts]) {
    if (token !== readToken()) throw new CanceledError();
    try {
      await call('POST /api/campaigns/:id/start', { params: { id }, body: start }, { timeoutMs: manyRowsTimeoutMs });
    } catch (error) {
      failed.push({ name, reason: failureReason(error) ?? toasts.statusFailed });
    }
  }
  return failed.length === 0 ? undefined : texts.notStartedAgain(failed.length, failuresText(failed));
}

type Announcing = { isUndoable: boolean; refresh: () => Promise<unknown> };

function announce(result: Paused, { isUndoable, refresh }: Announcing): void {
  const { paused, canceled_starts, failed } = result;
  const changed = paused.length + canceled_starts.length;
  const text = texts.done(paused.length, canceled_starts.length);
  if (failed.length > 0) {
    toast.error(texts.notAll(failed.length, changed + failed.length), {
      detail: failuresText(failed),
      ms: toastMs.undo,
    });
  } else if (changed === 0) toast.info(texts.nothing);
  else if (isUndoable) toast.undoable(text, { undo: () => startAgain(result), refresh });
  else toast.success(text);
}

/** Returns a mutation that pauses all running campaigns. Without a subscription, the toast has no undo button, because starts need one. */
export function usePauseAll() {
  const queryClient = useQueryClient();
  const isUndoable = useHasSubscription();
  const refresh = () => queryClient.invalidateQueries({ queryKey: campaignsKey });
  return useMutation({
    mutationFn: () => call('POST /api/campaigns/pause', {}, { timeoutMs: manyRowsTimeoutMs }),
    onMutate: () => ({ token: readToken() }),
    onSuccess: (result, _input, { token }) => {
      if (token === readToken()) announce(result, { isUndoable, refresh });
    },
    onError: (error, _input, made) => {
      if (made?.token !== readToken()) return;
      if (isTimeout(error)) toast.warning(toasts.working, { detail: toasts.workingDetail });
      else toast.failureOf(texts.failed, error);
    },
    onSettled: () => void refresh(),
  });
}
