import type { CallInput } from '@sandpiper/contract/client';
import type { RecipientList } from '@sandpiper/contract/lists';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { timeZone } from '../../../platform/dates.ts';
import { useRefreshPeople } from '../../../platform/people-queries.ts';
import { saveFile } from '../../../platform/save-file.tsx';
import { exportTimeoutMs, manyRowsTimeoutMs } from '../../../platform/timeouts.ts';
import { toast } from '../../../platform/toasts.tsx';
import { listWorkTexts as texts } from './list-work.texts.ts';

const slow = { timeoutMs: manyRowsTimeoutMs };

/**
 * Shows a toast if the list is already complete, as short lists usually are. For a long list, `ListFilling` shows the toast once the list
 * is complete.
 */
function announce({ name, filling }: RecipientList): void {
  if (filling?.status === 'done') toast.success(texts.filling.ready(name), { detail: texts.filling.result(filling) });
}

/** Returns a mutation that copies people to new or existing lists. The server adds the people in the background. */
function useListWork<Body, Answer extends { list: RecipientList } | { lists: RecipientList[] }>(options: {
  make: (id: number, body: Body) => Promise<Answer>;
  failed: string;
}) {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: Body }) => options.make(id, body),
    onSuccess: (answer) => {
      if ('list' in answer) announce(answer.list);
      else toast.success(texts.split.started(answer.lists.length));
      return refresh();
    },
    onError: (error) => toast.failure(error, options.failed),
  });
}

type CopyBody = CallInput<'POST /api/lists/:id/copy'>['body'];
export function useCopyList() {
  return useListWork({
    make: (id, body: CopyBody) => call('POST /api/lists/:id/copy', { params: { id }, body }, slow),
    failed: texts.copy.failed,
  });
}

type MergeBody = CallInput<'POST /api/lists/:id/merge'>['body'];
export function useMergeLists() {
  return useListWork({
    make: (id, body: MergeBody) => call('POST /api/lists/:id/merge', { params: { id }, body }, slow),
    failed: texts.merge.failed,
  });
}

type SplitBody = CallInput<'POST /api/lists/:id/split'>['body'];
export function useSplitList() {
  return useListWork({
    make: (id, body: SplitBody) => call('POST /api/lists/:id/split', { params: { id }, body }, slow),
    failed: texts.split.failed,
  });
}

type NotReachedBody = CallInput<'POST /api/lists/:id/not-reached'>['body'];
export function useListNotReached() {
  return useListWork({
    make: (id, body: NotReachedBody) => call('POST /api/lists/:id/not-reached', { params: { id }, body }, slow),
    failed: texts.notReached.failed,
  });
}

/** Replaces all characters that a file system might reject. Browsers handle reserved names when they save the file. */
const fileName = (name: string) => name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').trim() || 'list';

export function exportList({ id, name }: Pick<RecipientList, 'id' | 'name'>, format: 'csv' | 'xlsx'): Promise<void> {
  const query = { format, timezone: timeZone };
  return saveFile({
    name: `${fileName(name)}.${format}`,
    texts: texts.export,
    load: () => call('GET /api/lists/:id/export', { params: { id }, query }, { timeoutMs: exportTimeoutMs }),
  });
}
