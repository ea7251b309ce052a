import type { Settings } from '@sandpiper/contract/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { sessionKey } from '../../platform/session.tsx';
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

export function useSetTimezone() {
  const queryClient = useQueryClient();
  const { userAccount } = settingsTexts;
  return useMutation({
    mutationFn: (timezone: string) => call('PUT /api/settings/timezone', { body: { timezone } }),
    onSuccess: async () => {
      toast.success(userAccount.timezoneSaved);
      await queryClient.invalidateQueries({ queryKey: sessionKey });
    },
    onError: (error) => toast.failure(error, userAccount.timezoneFailed),
  });
}
