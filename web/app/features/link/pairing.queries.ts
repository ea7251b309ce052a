import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agentTokensKey } from '../../platform/agent-presence.ts';
import { call } from '../../platform/api.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { toast } from '../../platform/toasts.tsx';
import type { RecentSignIn } from '../../ui/recent-sign-in.tsx';
import { linkTexts } from './link.texts.ts';

export function usePairing(code: string) {
  return useQuery({
    queryKey: ['pairing', code],
    queryFn: ({ signal }) => call('GET /api/agent-pairing/:code', { params: { code } }, { signal }),
    enabled: code !== '',
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    meta: { errorToast: linkTexts.lookupFailed },
  });
}

export function useApprovePairing(code: string, { run }: Pick<RecentSignIn, 'run'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => run(() => call('POST /api/agent-pairing/:code/approve', { params: { code } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentTokensKey }),
    onError: (error) => toast.failure(error, linkTexts.approveFailed),
  });
}

export function useDenyPairing(code: string) {
  return useMutation({
    mutationFn: () => call('POST /api/agent-pairing/:code/deny', { params: { code } }),
    onError: (error) => toast.failure(error, linkTexts.denyFailed),
  });
}

/** Returns whether the agent is online on a computer that was just approved. */
export function useIsComputerOnline(device: string): boolean {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: agentTokensKey,
    queryFn: ({ signal }) => call('GET /api/agent-tokens', undefined, { signal }),
  });
  useLiveEvent('agent_presence', () => void queryClient.invalidateQueries({ queryKey: agentTokensKey }));
  return data?.tokens.some(({ name, online }) => name === device && online) ?? false;
}
