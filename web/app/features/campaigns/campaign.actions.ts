import type { ApiError, CallOutput } from '@sandpiper/contract/client';
import { useIsMutating, useMutation, useQueryClient, type Mutation } from '@tanstack/react-query';
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
export const anyRows = { timeoutMs: manyRowsTimeoutMs };

export type Target = { id: number };
/** What the user reviewed and chose before a first start, now or later. */
export type ReviewChoice = { allow_repeat?: true; review_key?: string };

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
  isShown?: ((error: Error) => boolean) | undefined;
};

const neverShown = () => false;

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

type ActionDetails<Order, Answer> = {
  mutationFn: (order: Order) => Promise<Answer>;
  /** Returns the text of the toast that is shown when the action has succeeded. */
  done: (answer: Answer) => string;
  /** The status to show immediately. Omitted for actions that the server often rejects. */
  change?: StatusWithReason;
  /** Checks whether a dialog shows an error. If it doesn't, a toast does. */
  isShown?: ActionOptions['isShown'];
};

/**
 * Returns a mutation for an action on a campaign. If the action fails, the user sees why, and the status is what it was before `change`.
 * After a timeout, `change` stays, because the server may still be working on the action. If the user has signed out by then, none of this
 * happens, because the cached campaigns may belong to another user.
 */
export function useCampaignAction<Order extends Target, Answer extends CallOutput<'GET /api/campaigns/:id'>>(
  action: ActionDetails<Order, Answer>,
) {
  const { mutationFn, done, change, isShown = neverShown } = action;
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: actionsKey,
    mutationFn,
    onMutate: async ({ id }: Order): Promise<StatusChanged> => {
      const token = readToken();
      if (change === undefined) return { token, before: undefined };
      await queryClient.cancelQueries({ queryKey: campaignsKey });
      const before = knownStatus(queryClient, id);
      patchCampaign(queryClient, id, change);
      return { token, before };
    },
    onSuccess: (answer, { id }, made) => {
      if (made.token !== readToken()) return;
      queryClient.setQueryData(campaignKey(id), { campaign: answer.campaign });
      toast.success(done(answer));
    },
    onError: (error, { id }, made) => {
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
  });
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
  const remove = useRemoveCampaign(options);
  const start = useCampaignAction({
    mutationFn: ({ id, ...body }: Target & ReviewChoice) =>
      call('POST /api/campaigns/:id/start', { params: { id }, body }, anyRows),
    done: () => texts.started,
    change: starting,
    isShown: options.isShown,
  });
  const pause = useCampaignAction({
    mutationFn: ({ id }: Target) =>
      call('PUT /api/campaigns/:id/status', { params: { id }, body: { status: 'paused' } }),
    done: () => texts.paused,
    change: pausing,
  });
  const stop = useCampaignAction({
    mutationFn: ({ id }: Target) => call('POST /api/campaigns/:id/stop', { params: { id } }),
    done: ({ profilesClosed }) => (profilesClosed === 0 ? texts.stopped : texts.stoppedClosing(profilesClosed)),
    change: stopping,
  });
  return { start, pause, stop, remove };
}
