import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, serverAddress } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { agentInstallTexts } from './agent-install.texts.ts';

export type DownloadKind = NonNullable<NonNullable<CallInput<'POST /api/installer/ticket'>['body']>['kind']>;

export type Downloads = CallOutput<'GET /api/installer'>;
export type DownloadFile = Downloads['files'][number];

export function useDownloads() {
  return useQuery({
    queryKey: ['installer'],
    queryFn: ({ signal }) => call('GET /api/installer', undefined, { signal }),
    staleTime: 60_000,
    meta: { errorToast: agentInstallTexts.loadFailed },
  });
}

/** Returns a mutation that requests a short-lived URL and opens the URL, so that the browser downloads the file. */
export function useDownload(navigate: (url: string) => void) {
  return useMutation({
    mutationFn: (kind: DownloadKind) => call('POST /api/installer/ticket', { body: { kind } }),
    onSuccess: ({ url }) => navigate(new URL(url, serverAddress()).href),
    onError: (error) => toast.failure(error, agentInstallTexts.downloadFailed),
  });
}
