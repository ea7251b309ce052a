import type { ApiError } from '@sandpiper/contract/client';
import { useIsMutating, useMutation, useQueryClient, type Mutation, type QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { isRefused, isTimeout } from '../../platform/failure.ts';
import { manyRowsTimeoutMs } from '../../platform/timeouts.ts';
import { toast } from '../../platform/toasts.tsx';
import { readToken } from '../../platform/token-store.ts';
import {
  campaignKey,
  campaignListsKey,
  campaignsKey,
  dropCampaign,
  knownStatus,
  patchCampaign,
  type StatusWithReason,
} from './campaigns.queries.ts';
import { campaignToastTexts as texts } from './campaign-toasts.texts.ts';
import { campaignTexts } from './campaigns.texts.ts';

export const actionsKey = ['campaigns', 'action'];
const anyRows = { timeoutMs: manyRowsTimeoutMs };

type Target = { id: number };
/** What the user reviewed and chose before a first start, now or later. */
export type ReviewChoice = { allow_repeat?: true; review_key?: string };
export type StartOrder = Target & ReviewChoice;

function isAbout(mutation: Mutation, id: number): boolean {
  const target: unknown = mutation.state.variables;
  return typeof target === 'object' && target !== null && 'id' in target && target.id === id;
}

/**
 * Returns whether an action on the campaign is pending. In that case, the campaign's buttons are disabled, so that a second click doesn't
 * reverse the first.
 */
export function useIsActing(id: number): boolean {
  return useIsMutating({ mutationKey: actionsKey, predicate: (mutation) => isAbout(mutation, id) }) > 0;
}

export type ActionOptions = {
  /** Called when the campaign has been deleted, or when the request times out and the server may still be deleting the campaign. */
  onDeleted?: (() => void) | undefined;
  /** Checks whether a dialog shows why a start or a deletion failed. If it doesn't, a toast does. */
  isShown?: (error: Error) => boolean;
};

const neverShown: NonNullable<ActionOptions['isShown']> = () => false;

const withoutAction = { action: null, path: null, until: null };
// Until the server responds, the campaign may not be sending yet, so the status is shown as starting.
const starting: StatusWithReason = {
  status: 'running',
  status_reason: { ...withoutAction, code: 'ready', text: campaignTexts.actions.starting },
};
const pausing: StatusWithReason = { status: 'paused', status_reason: null };
const stopping: StatusWithReason = {
  status: 'completed',
  status_reason: { ...withoutAction, code: 'stopped_by_user', text: texts.stopped },
};

/** The session that made the change, and the status before it. */
type StatusChanged = { token: string | null; before: StatusWithReason | undefined };

type DialogAnswers = { onClose: () => void; onRefused: (refusal: ApiError) => void };

/**
 * Returns what a dialog does when the request that it sent is answered. A rejection stays in the dialog. React Query doesn't call these
 * functions if the dialog has been closed by then.
 */
export function answered({ onClose, onRefused }: DialogAnswers) {
  return {
    onSuccess: onClose,
    onError: (error: Error) => (isRefused(error) ? onRefused(error) : onClose()),
  };
}

/**
 * Returns mutation options that update the status optimistically. If the action fails, the old status and its reason are restored, and the
 * user sees why the action failed. After a timeout, the new status stays, because the server may still be working on the action. If the
 * user has signed out by then, none of this happens, because the cached campaigns may belong to another user.
 */
function statusChange(queryClient: QueryClient, change: StatusWithReason, isShown = neverShown) {
  return {
    mutationKey: actionsKey,
    onMutate: async ({ id }: Target) => {
      const token = readToken();
      await queryClient.cancelQueries({ queryKey: campaignsKey });
      const before = knownStatus(queryClient, id);
      patchCampaign(queryClient, id, change);
      return { token, before };
    },
    onError: (error: Error, { id }: Target, made: StatusChanged | undefined) => {
      if (made === undefined || made.token !== readToken()) return;
      if (isTimeout(error)) {
        toast.warning(texts.working, { detail: texts.workingDetail });
        return;
      }
      if (made.before !== undefined) patchCampaign(queryClient, id, made.before);
      if (!isShown(error)) toast.failureOf(texts.statusFailed, error);
    },
    onSettled: () => {
      // The refetch is needed even if the connection was lost, because the server may already have changed the status. Don't await the
      // refetch, so that the action stops being pending as soon as the server responds.
      void queryClient.invalidateQueries({ queryKey: campaignsKey });
    },
  };
}

function startCampaign({ id, ...body }: StartOrder) {
  return call('POST /api/campaigns/:id/start', { params: { id }, body }, anyRows);
}

function useRemoveCampaign({ onDeleted, isShown = neverShown }: ActionOptions) {
  const queryClient = useQueryClient();
  const leave = (id: number) => {
    dropCampaign(queryClient, id);
    onDeleted?.();
  };
  return useMutation({
    mutationKey: actionsKey,
    mutationFn: ({ id }: Target) => call('DELETE /api/campaigns/:id', { params: { id } }, anyRows),
    onError: (error, { id }) => {
      if (isTimeout(error)) {
        toast.warning(texts.stillDeleting, { detail: texts.stillDeletingDetail });
        leave(id);
      } else if (!isShown(error)) toast.failure(error, texts.deleteFailed);
    },
    onSuccess: (_answer, { id }) => {
      toast.success(texts.deleted);
      leave(id);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: campaignListsKey });
    },
  });
}

export function useCampaignActions(options: ActionOptions = {}) {
  const queryClient = useQueryClient();
  const remove = useRemoveCampaign(options);

  const start = useMutation({
    mutationFn: startCampaign,
    ...statusChange(queryClient, starting, options.isShown),
    onSuccess: (answer, { id }, made) => {
      if (made.token !== readToken()) return;
      queryClient.setQueryData(campaignKey(id), answer);
      toast.success(texts.started);
    },
  });

  const pause = useMutation({
    mutationFn: ({ id }: Target) =>
      call('PUT /api/campaigns/:id/status', { params: { id }, body: { status: 'paused' } }),
    ...statusChange(queryClient, pausing),
    onSuccess: (answer, { id }, made) => {
      if (made.token !== readToken()) return;
      queryClient.setQueryData(campaignKey(id), answer);
      toast.success(texts.paused);
    },
  });

  const stop = useMutation({
    mutationFn: ({ id }: Target) => call('POST /api/campaigns/:id/stop', { params: { id } }),
    ...statusChange(queryClient, stopping),
    onSuccess: ({ campaign, profilesClosed }, { id }, made) => {
      if (made.token !== readToken()) return;
      queryClient.setQueryData(campaignKey(id), { campaign });
      toast.success(profilesClosed === 0 ? texts.stopped : texts.stoppedClosing(profilesClosed));
    },
  });

  return { start, pause, stop, remove };
}
