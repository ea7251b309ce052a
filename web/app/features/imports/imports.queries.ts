import type { CallInput } from '@sandpiper/contract/client';
import type { Import, ImportStatus } from '@sandpiper/contract/imports';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { saveFile } from '../../platform/save-file.tsx';
import { exportTimeoutMs } from '../../platform/timeouts.ts';
import { toast } from '../../platform/toasts.tsx';
import { importTexts } from './imports.texts.ts';
import { importsKey, useRefreshImports } from './refresh-imports.ts';

const { toasts: texts, download } = importTexts;

/** The statuses of an import that the server is processing. */
const workingStatuses: readonly ImportStatus[] = ['checking', 'importing', 'undoing'];
const openStatuses: readonly ImportStatus[] = ['receiving', 'checking', 'checked', 'importing', 'undoing'];

export const isWorking = ({ status }: Pick<Import, 'status'>) => workingStatuses.includes(status);
/** Returns whether an import is unfinished or being undone. A list can have at most one unfinished import. */
export const isOpen = ({ status }: Pick<Import, 'status'>) => openStatuses.includes(status);

/** The polling interval while an import is being processed. When an import ends, `UploadsProvider` refetches the imports immediately. */
const pollMs = 1000;

const previewTimeoutMs = 60_000;

type Page = { listId?: number; page?: number; limit?: number };

/** Loads one page of a list's imports, newest first. Without `listId`, loads the imports of all lists. */
export function useImports({ listId, page = 1, limit = 10 }: Page) {
  return useQuery({
    queryKey: [...importsKey, 'all', listId ?? null, page, limit],
    queryFn: ({ signal }) => call('GET /api/imports', { query: { page, limit, list_id: listId } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.imports.some(isWorking) === true ? pollMs : false),
    meta: { errorToast: texts.fetchFailed },
  });
}

export type ImportRowsQuery = NonNullable<CallInput<'GET /api/imports/:id/rows'>['query']>;

export function useImportRows(id: number, query: ImportRowsQuery) {
  return useQuery({
    queryKey: [...importsKey, 'rows', id, query],
    queryFn: ({ signal }) => call('GET /api/imports/:id/rows', { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: texts.fetchFailed },
  });
}

/** Returns a mutation that updates an import and refetches everything that shows it. */
function useImportChange<Input>(change: (input: Input) => Promise<{ import: Import }>, failed: string) {
  const refresh = useRefreshImports();
  return useMutation({
    mutationFn: change,
    onError: (error) => toast.failure(error, failed),
    onSettled: refresh,
  });
}

type CheckInput = { id: number } & CallInput<'POST /api/imports/:id/check'>['body'];
export function useCheckImport() {
  return useImportChange(
    ({ id, ...body }: CheckInput) => call('POST /api/imports/:id/check', { params: { id }, body }),
    texts.checkFailed,
  );
}

type StartInput = { id: number } & CallInput<'POST /api/imports/:id/start'>['body'];
export function useStartImport() {
  return useImportChange(
    ({ id, ...body }: StartInput) => call('POST /api/imports/:id/start', { params: { id }, body }),
    texts.startFailed,
  );
}

/** Loads what undoing an import would change. Only for a component that is removed when the confirmation closes. */
export function useUndoPreview(id: number) {
  return useQuery({
    // This key isn't under `importsKey`. Otherwise, starting the undo would refetch the preview.
    queryKey: ['import-undo', id],
    queryFn: ({ signal }) =>
      call('GET /api/imports/:id/undo', { params: { id } }, { signal, timeoutMs: previewTimeoutMs }),
    // The counts aren't cached, because the confirmation must show the current ones each time it opens.
    gcTime: 0,
    meta: { isSilent: true },
  });
}

export function useUndoImport() {
  return useImportChange((id: number) => call('POST /api/imports/:id/undo', { params: { id } }), texts.undoFailed);
}

/** Returns a mutation that discards an import that hasn't started, or stops one that has started. */
export function useCancelImport() {
  const refresh = useRefreshImports();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/imports/:id', { params: { id } }),
    onError: (error) => toast.failure(error, texts.cancelFailed),
    onSettled: refresh,
  });
}

export function downloadRows(id: number): Promise<void> {
  return saveFile({
    name: download.fileName(id),
    texts: download,
    load: () => call('GET /api/imports/:id/rows/export', { params: { id } }, { timeoutMs: exportTimeoutMs }),
  });
}
