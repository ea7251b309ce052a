import type { Settings } from '@sandpiper/contract/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { settingsTexts } from './settings.texts.ts';

const texts = settingsTexts.automation;

const settingsKey = ['settings'] as const;

export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call('GET /api/settings', undefined, { signal }),
    meta: { errorToast: texts.loadFailed },
  });
}

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Settings) => call('PUT /api/settings', { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsKey, saved);
      toast.success(texts.saved);
    },
    onError: (error) => toast.failure(error, texts.saveFailed),
  });
}
