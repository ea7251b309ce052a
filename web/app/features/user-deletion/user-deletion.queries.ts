import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { sessionKey } from '../../platform/session.tsx';
import { toast } from '../../platform/toasts.tsx';
import { useFormFailureToast } from '../../platform/use-late-failure-toast.ts';
import { userDeletionTexts as texts } from './user-deletion.texts.ts';

export function useUserDeletion() {
  return useQuery({
    queryKey: ['user-deletion'],
    queryFn: ({ signal }) => call('GET /api/user-deletion', undefined, { signal }),
    // The data isn't cached, because the confirmation must show the current numbers each time it opens.
    gcTime: 0,
    meta: { errorToast: texts.loadFailed },
  });
}

/** Returns a mutation that requests the deletion. Afterward, the session contains the deletion date. */
export function useAskForDeletion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { password: string }) => call('POST /api/user-deletion', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionKey }),
    ...useFormFailureToast(texts.failed),
  });
}

export function useKeepUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/user-deletion'),
    onSuccess: async () => {
      toast.success(texts.pending.kept);
      await queryClient.invalidateQueries();
    },
    onError: (error) => toast.failure(error, texts.pending.keepFailed),
  });
}
