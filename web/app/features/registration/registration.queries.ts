import type { CallInput } from '@sandpiper/contract/client';
import type { RegistrationMode } from '@sandpiper/contract/registration-modes';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { registrationTexts as texts } from './registration.texts.ts';

const registrationKey = ['registration'] as const;
const invitationsKey = ['invitations'] as const;

export type NewInvitation = NonNullable<CallInput<'POST /api/invitations'>['body']>;

export function useRegistrationMode() {
  return useQuery({
    queryKey: registrationKey,
    queryFn: ({ signal }) => call('GET /api/registration', undefined, { signal }),
    meta: { errorToast: texts.loadFailed },
  });
}

export function useSetRegistration() {
  const queryClient = useQueryClient();
  return useMutation({
    // Save choices one at a time, so that the last choice wins.
    scope: { id: 'registration' },
    mutationFn: (mode: RegistrationMode) => call('PUT /api/registration', { body: { mode } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(registrationKey, answer);
      toast.success(texts.saved[answer.mode]);
    },
    onError: (error) => toast.failure(error, texts.saveFailed),
  });
}

/** Loads the invitations, newest first, one page at a time. */
export function useInvitations() {
  return useInfiniteQuery({
    queryKey: invitationsKey,
    queryFn: ({ pageParam: before, signal }) =>
      call('GET /api/invitations', { query: { before: before ?? undefined } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
    meta: { errorToast: texts.invitations.loadFailed },
  });
}

export function useCreateInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewInvitation) => call('POST /api/invitations', { body }),
    onSuccess: () => {
      toast.success(texts.invitations.created);
      return queryClient.invalidateQueries({ queryKey: invitationsKey });
    },
    onError: (error) => toast.failure(error, texts.invitations.createFailed),
  });
}

export function useRevokeInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/invitations/:id', { params: { id } }),
    onSuccess: () => toast.success(texts.invitations.revoked),
    onError: (error) => toast.failure(error, texts.invitations.revokeFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsKey }),
  });
}
