import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agentTokensKey } from '../../platform/agent-presence.ts';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { securityTexts } from './security.texts.ts';

const texts = securityTexts.sessions;

const sessionsKey = ['sessions'] as const;

export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call('GET /api/sessions', undefined, { signal }),
    meta: { errorToast: texts.loadFailed },
  });
}

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/sessions/:id', { params: { id } }),
    onSuccess: () => toast.success(texts.ended),
    onError: (error) => toast.failure(error, texts.endFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export function useEndOthers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (computers: boolean) => call('POST /api/sessions/end-others', { body: { computers } }),
    onSuccess: (ended) => toast.success(texts.endedOthers(ended.ended_sessions, ended.revoked_computers)),
    onError: (error) => toast.failure(error, texts.endOthersFailed),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: sessionsKey }),
        queryClient.invalidateQueries({ queryKey: agentTokensKey }),
      ]),
  });
}
