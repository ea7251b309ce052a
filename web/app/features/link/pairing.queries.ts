import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';

/** The computer that asks under a code; not asked for without a code. */
export function usePairing(code: string) {
  return useQuery({
    queryKey: ['pairing', code],
    queryFn: ({ signal }) => call('GET /api/agent-pairing/:code', { params: { code } }, { signal }),
    enabled: code !== '',
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    meta: { errorToast: 'Failed to look up the code' },
  });
}

export function useApprovePairing(code: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/agent-pairing/:code/approve', { params: { code } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['agent-tokens'] }),
    onError: (error) => toast.failure(error, 'Failed to connect the computer'),
  });
}

export function useDenyPairing(code: string) {
  return useMutation({
    mutationFn: () => call('POST /api/agent-pairing/:code/deny', { params: { code } }),
    onError: (error) => toast.failure(error, 'Failed to refuse the computer'),
  });
}
