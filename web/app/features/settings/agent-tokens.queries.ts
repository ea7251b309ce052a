import type { CallOutput } from '@sandpiper/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agentTokensKey as tokensKey } from '../../platform/agent-presence.ts';
import { call } from '../../platform/api.ts';
import { useOptimisticUpdate } from '../../platform/use-optimistic-update.ts';
import { toast } from '../../platform/toasts.tsx';
import type { RecentSignIn } from '../../ui/recent-sign-in.tsx';
import { settingsTexts } from './settings.texts.ts';

const texts = settingsTexts.tokens;

type TokenList = CallOutput<'GET /api/agent-tokens'>;

export function useAgentTokens() {
  return useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => call('GET /api/agent-tokens', undefined, { signal }),
    meta: { errorToast: texts.loadFailed },
  });
}

export function useCreateAgentToken({ run }: Pick<RecentSignIn, 'run'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => run(() => call('POST /api/agent-tokens', { body: { name } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensKey }),
    onError: (error) => toast.failure(error, texts.createFailed),
  });
}

export function useRevokeAgentToken() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/agent-tokens/:id', { params: { id } }),
    ...useOptimisticUpdate(
      { queryKey: tokensKey, exact: true },
      (list: TokenList, id: number) => ({ tokens: list.tokens.filter((token) => token.id !== id) }),
      texts.revokeFailed,
    ),
    onSuccess: () => toast.success(texts.revoked),
  });
}
