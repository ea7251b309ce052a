import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { saveFile } from '../../platform/save-file.tsx';
import { exportTimeoutMs } from '../../platform/timeouts.ts';
import { toast } from '../../platform/toasts.tsx';
import type { RecentSignIn } from '../../ui/recent-sign-in.tsx';
import { dataExportTexts as texts } from './data-export.texts.ts';

const exportKey = ['data-export'] as const;
/**
 * The polling interval while an export is being prepared. An event announces that the export is ready, but the page misses the event if
 * the connection is lost.
 */
const checkMs = 5000;

export function useDataExport() {
  useRefetchOnEvent('notice', exportKey, 0);
  return useQuery({
    queryKey: exportKey,
    queryFn: ({ signal }) => call('GET /api/data-export', undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.export?.status === 'preparing' ? checkMs : false),
    meta: { errorToast: texts.loadFailed },
  });
}

export function usePrepareExport({ run }: Pick<RecentSignIn, 'run'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => run(() => call('POST /api/data-export')),
    onSuccess: (answer) => queryClient.setQueryData(exportKey, answer),
    onError: (error) => toast.failure(error, texts.prepareFailed),
  });
}

export function useDownloadExport({ run }: Pick<RecentSignIn, 'run'>) {
  return useMutation({
    mutationFn: async () => {
      const file = await run(() => call('GET /api/data-export/file', {}, { timeoutMs: exportTimeoutMs }));
      await saveFile({ name: 'sandpiper-data.zip', texts: texts.file, load: () => Promise.resolve(file) });
    },
    onError: (error) => toast.failure(error, texts.downloadFailed),
  });
}

export function useRemoveExport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/data-export'),
    onSuccess: () => toast.success(texts.removed),
    onError: (error) => toast.failure(error, texts.removeFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportKey }),
  });
}
