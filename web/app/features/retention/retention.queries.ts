import type { Retention } from '@sandpiper/contract/retention';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { retentionTexts as texts } from './retention.texts.ts';

const retentionKey = ['retention'] as const;

export function useRetention() {
  return useQuery({
    queryKey: retentionKey,
    queryFn: ({ signal }) => call('GET /api/retention', undefined, { signal }),
    meta: { errorToast: texts.loadFailed },
  });
}

export function useSetRetention() {
  const queryClient = useQueryClient();
  return useMutation({
    // Save choices one at a time, so that the last choice wins.
    scope: { id: 'retention' },
    mutationFn: (changes: Partial<Retention>) => call('PUT /api/retention', { body: changes }),
    onSuccess: (answer) => {
      queryClient.setQueryData(retentionKey, answer);
      toast.success(texts.saved);
    },
    onError: (error) => toast.failure(error, texts.saveFailed),
  });
}
