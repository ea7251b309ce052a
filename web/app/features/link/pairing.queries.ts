import type { AgentToken } from '@sandpiper/contract/agent-tokens';
import type { CallOutput } from '@sandpiper/contract/client';
import { pairingSeconds } from '@sandpiper/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agentTokensKey } from '../../platform/agent-presence.ts';
import { call } from '../../platform/api.ts';
import { isNotFound } from '../../platform/failure.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { toast } from '../../platform/toasts.tsx';
import type { RecentSignIn } from '../../ui/recent-sign-in.tsx';
import { linkTexts } from './link.texts.ts';

export type PairedComputer = Pick<CallOutput<'GET /api/agent-pairing/:code'>, 'device_name' | 'expires_at'>;

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

/**
 * Returns a handler for a failed approval or denial. If the code has been used or has expired, the page looks up the code again, and
 * then tells the user that the code no longer works.
 */
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

/**
 * Returns whether the agent is online on a computer that was just approved. Ignores agents that were paired earlier, because another
 * computer can have the same name, and because an agent that was already running doesn't use the new pairing until it is restarted.
 */
export function useIsComputerOnline({ device_name: device, expires_at }: PairedComputer): boolean {
  const { data } = useQuery({
    queryKey: agentTokensKey,
    queryFn: ({ signal }) => call('GET /api/agent-tokens', undefined, { signal }),
  });
  useRefetchOnEvent('agent_presence', agentTokensKey, 0);
  const askedAt = Date.parse(expires_at) - pairingSeconds * 1000;
  const isNew = (token: AgentToken) => token.name === device && Date.parse(token.created_at) >= askedAt;
  return data?.tokens.some((token) => token.online && isNew(token)) ?? false;
}
