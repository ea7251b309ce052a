import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { saveFile } from '../../platform/save-file.tsx';
import { exportTimeoutMs } from '../../platform/timeouts.ts';
import { toast } from '../../platform/toasts.tsx';
import { backupsTexts as texts } from './backups.texts.ts';

const backupsKey = ['backups'] as const;
const restoreKey = ['restore'] as const;
const whileUnderWayMs = 2000;
const usuallyMs = 60_000;

export function useBackups() {
  return useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => call('GET /api/backups', undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.is_under_way === true ? whileUnderWayMs : usuallyMs),
    meta: { errorToast: texts.loadFailed },
  });
}

export function useBackUpNow() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/backups'),
    onSuccess: (backups) => {
      queryClient.setQueryData(backupsKey, backups);
      toast.success(texts.panel.begun);
    },
    onError: (error) => toast.failure(error, texts.panel.failed),
  });
}

export function downloadBackup(name: string, load: (make: () => Promise<Response>) => Promise<Response>) {
  const make = () => call('GET /api/backups/:name', { params: { name } }, { timeoutMs: exportTimeoutMs });
  return saveFile({ name, texts: texts.file, load: () => load(make) });
}

/**
 * Checks whether a restored backup is waiting for confirmation. Sends the request only for administrators, because the server
 * would reject it for other users.
 */
export function useRestore(isAdmin: boolean) {
  return useQuery({
    queryKey: restoreKey,
    queryFn: ({ signal }) => call('GET /api/restore', undefined, { signal }),
    enabled: isAdmin,
    staleTime: usuallyMs,
  });
}

export function useConfirmRestore() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/restore/confirm'),
    onSuccess: () => toast.success(texts.restore.confirmed),
    onError: (error) => toast.failure(error, texts.restore.failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: restoreKey }),
  });
}
