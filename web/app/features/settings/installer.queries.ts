import type { CallInput } from '@sandpiper/contract/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { apiBaseUrl, call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { settingsTexts } from './settings.texts.ts';

export type InstallerKind = NonNullable<NonNullable<CallInput<'POST /api/installer/ticket'>['body']>['kind']>;

export function useInstallerFiles() {
  return useQuery({
    queryKey: ['installer'],
    queryFn: ({ signal }) => call('GET /api/installer', undefined, { signal }),
    staleTime: 60_000,
    meta: { errorToast: settingsTexts.installer.loadFailed },
  });
}

/** Gets a short-lived address and opens it, so that the browser downloads the file. */
export function useDownloadInstaller(navigate: (url: string) => void) {
  return useMutation({
    mutationFn: (kind: InstallerKind) => call('POST /api/installer/ticket', { body: { kind } }),
    onSuccess: ({ url }) => navigate(new URL(url, apiBaseUrl === '' ? window.location.origin : apiBaseUrl).href),
    onError: (error) => toast.failure(error, settingsTexts.installer.downloadFailed),
  });
}
