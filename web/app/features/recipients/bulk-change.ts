import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { useState } from 'react';
import { call } from '../../platform/api.ts';
import { failureReason, isNotFound } from '../../platform/failure.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { toast } from '../../platform/toasts.tsx';
import { useRefreshRecipients } from './recipients.queries.ts';
import { recipientTexts } from './recipients.texts.ts';

export type BulkChange = { kind: 'delete' } | { kind: 'status'; status: RecipientStatus };
export type BulkProgress = { change: BulkChange; done: number; total: number };

const { bulk } = recipientTexts;
const texts = {
  delete: { failed: bulk.deleteFailed, done: bulk.deleted },
  status: { failed: bulk.updateFailed, done: bulk.updated },
};

/** Deletes a recipient. One that is already gone counts as deleted. */
async function remove(id: number): Promise<void> {
  try {
    await call('DELETE /api/recipients/:id', { params: { id } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function callFor(change: BulkChange): (id: number) => Promise<unknown> {
  if (change.kind === 'delete') return remove;
  const body = { status: change.status };
  return (id) => call('PUT /api/recipients/:id/status', { params: { id }, body });
}

/** Changes or deletes many recipients, one call each, with a running count. `run` returns the ids that failed and still exist. */
export function useBulkChange() {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const refresh = useRefreshRecipients();

  async function run(change: BulkChange, ids: readonly number[]): Promise<number[]> {
    setProgress({ change, done: 0, total: ids.length });
    const failed = await inParallel(ids, callFor(change), {
      onProgress: (done) => setProgress({ change, done, total: ids.length }),
    });
    setProgress(null);
    if (failed.length === 0) toast.success(texts[change.kind].done(ids.length));
    else {
      const reason = failureReason(failed[0]?.error) ?? '';
      toast.error(texts[change.kind].failed, { detail: bulk.failedDetail(failed.length, ids.length, reason) });
    }
    await refresh();
    return failed.filter(({ error }) => !isNotFound(error)).map(({ item }) => item);
  }

  return { progress, run };
}
