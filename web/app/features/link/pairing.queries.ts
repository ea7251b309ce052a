import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agentTokensKey } from '../../platform/agent-presence.ts';
import { call } from '../../platform/api.ts';
import { isNotFound } from '../../platform/failure.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { toast } from '../../platform/toasts.tsx';
import type { RecentSignIn } from '../../ui/recent-sign-in.tsx';
import { linkTexts } from './link.texts.ts';

const pairingKey = (code: string) => ['pairing', code] as const;

export function usePairing(code: string) {
  return useQuery({
    queryKey: pairingKey(code),
    queryFn: ({ signal }) => call('GET /api/agent-pairing/:code', { params: { code } }, { signal }),
    enabled: code !== '',
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    // Not cached, because a code works only once and must not be offered again when the user returns to this page.
    gcTime: 0,
    meta: { errorToast: linkTexts.lookupFailed },
  });
}

/** Returns a handler for a failed approval or denial. If the code has been used or has expired, the page looks it up again and says so. */
function useOnFailure(code: string, text: string) {
  const queryClient = useQueryClient();
  return (error: Error) => {
    if (isNotFound(error)) void queryClient.resetQueries({ queryKey: pairingKey(code) });
    else toast.failure(error, text);
  };
}

export function useApprovePairing(code: string, { run }: Pick<RecentSignIn, 'run'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => run(() => call('POST /api/agent-pairing/:code/approve', { params: { code } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentTokensKey }),
    onError: useOnFailure(code, linkTexts.approveFailed),
  });
}

export function useDenyPairing(code: string) {
  return useMutation({
    mutationFn: () => call('POST /api/agent-pairing/:code/deny', { params: { code } }),
    onError: useOnFailure(code, linkTexts.denyFailed),
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
