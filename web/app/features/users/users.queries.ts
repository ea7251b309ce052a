import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@sandpiper/contract/users';
import { call } from '../../platform/api.ts';
import {
  CanceledError,
  failureReason,
  isNotFound,
  isTimeout,
  isUnauthenticated,
  isUnreachable,
} from '../../platform/failure.ts';
import { useOptimisticUpdate } from '../../platform/use-optimistic-update.ts';
import { manyRowsTimeoutMs } from '../../platform/timeouts.ts';
import { toast, toastMs } from '../../platform/toasts.tsx';
import { failuresText } from '../../ui/bulk-bar.texts.ts';
import type { RecentSignIn } from '../../ui/recent-sign-in.tsx';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.toasts;

export type UserQuery = NonNullable<CallInput<'GET /api/users'>['query']>;
export type UserPage = CallOutput<'GET /api/users'>;
export type NewUser = CallInput<'POST /api/users'>['body'];
export type UserChange = NonNullable<CallInput<'PUT /api/users/:id'>['body']>;

/** How often the user list is refetched. */
const refreshMs = 5000;
const usersKey = ['users'] as const;

export function useUsers(query: UserQuery) {
  return useQuery({
    queryKey: [...usersKey, query],
    queryFn: ({ signal }) => call('GET /api/users', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    meta: { errorToast: texts.loadFailed, isPolled: true },
  });
}

export function useCreateUser({ run }: RecentSignIn) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => run(() => call('POST /api/users', { body })),
    onSuccess: () => {
      toast.success(texts.created);
      return queryClient.invalidateQueries({ queryKey: usersKey });
    },
    onError: (error) => toast.failure(error, texts.createFailed),
  });
}

export function useUpdateUser({ run }: RecentSignIn) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: UserChange }) =>
      run(() => call('PUT /api/users/:id', { params: { id }, body: change })),
    onSuccess: () => {
      toast.success(texts.updated);
      return queryClient.invalidateQueries({ queryKey: usersKey });
    },
    onError: (error) => toast.failure(error, texts.updateFailed),
  });
}

export type BulkChange = Pick<UserChange, 'pack' | 'subscription_end_date' | 'is_active'>;

/**
 * Returns a mutation that changes users one after the other, each with its own request. Ends early if the server can't be reached, doesn't
 * answer in time or has ended the session, or if the password is required but not entered, because the remaining changes would fail too.
 * Resolves to the users who were changed, the users who no longer exist, and the names of all users who weren't changed, each with the
 * reason.
 */
export function useUpdateUsers({ run }: RecentSignIn) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ users, change }: { users: readonly User[]; change: BulkChange }) => {
      const done: User[] = [];
      const deleted: User[] = [];
      const failed: { name: string; reason: string }[] = [];
      for (const [index, user] of users.entries()) {
        try {
          await run(() => call('PUT /api/users/:id', { params: { id: user.id }, body: change }));
          done.push(user);
        } catch (error) {
          const isCanceled = error instanceof CanceledError;
          const { noPassword, failedWithoutReason } = usersTexts.bulk;
          const reason = isCanceled ? noPassword : (failureReason(error) ?? failedWithoutReason);
          if (isNotFound(error)) deleted.push(user);
          const isHopeless = isCanceled || isUnreachable(error) || isTimeout(error) || isUnauthenticated(error);
          const affected = isHopeless ? users.slice(index) : [user];
          failed.push(...affected.map(({ username: name }) => ({ name, reason })));
          if (isHopeless) break;
        }
      }
      return { done, deleted, failed };
    },
    onSuccess: ({ done, failed }) => {
      if (failed.length === 0) toast.success(usersTexts.bulk.done(done.length));
      else {
        const text = usersTexts.bulk.partlyDone(done.length, done.length + failed.length);
        toast.error(text, { detail: failuresText(failed), ms: toastMs.conflict });
      }
      return queryClient.invalidateQueries({ queryKey: usersKey });
    },
  });
}

export function useChangePassword({ run }: RecentSignIn) {
  return useMutation({
    mutationFn: ({ id, newPassword }: { id: number; newPassword: string }) =>
      run(() => call('PUT /api/users/:id/password', { params: { id }, body: { new_password: newPassword } })),
    onSuccess: () => toast.success(texts.passwordUpdated),
    onError: (error) => toast.failure(error, texts.passwordFailed),
  });
}

export function useResetTwoFactor({ run }: RecentSignIn) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => run(() => call('DELETE /api/users/:id/two-factor', { params: { id } })),
    onSuccess: () => {
      toast.success(texts.twoFactorOff);
      return queryClient.invalidateQueries({ queryKey: usersKey });
    },
    onError: (error) => toast.failure(error, texts.twoFactorFailed),
  });
}

/** Deletes a user optimistically. If the request fails, the row reappears and a toast explains why. */
export function useRemoveUser() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/users/:id', { params: { id } }, { timeoutMs: manyRowsTimeoutMs }),
    ...useOptimisticUpdate(
      { queryKey: usersKey },
      (page: UserPage, id: number) => ({ ...page, users: page.users.filter((user) => user.id !== id) }),
      texts.deleteFailed,
    ),
    onSuccess: () => toast.success(texts.deleted),
  });
}
