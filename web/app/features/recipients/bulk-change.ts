import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { useState } from 'react';
import { call } from '../../platform/api.ts';
import { failureReason, isNotFound } from '../../platform/failure.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { toast } from '../../platform/toasts.tsx';
import { useRefreshRecipients } from './recipients.queries.ts';
import { recipientTexts } from './recipients.texts.ts';
import { announceRemoval, announceStatus, type Removed, type StatusSet } from './undo-changes.ts';

export type BulkChange = { kind: 'delete' } | { kind: 'status'; status: RecipientStatus };
export type BulkProgress = { change: BulkChange; done: number; total: number };

const { bulk } = recipientTexts;
const failureTexts = { delete: bulk.deleteFailed, status: bulk.updateFailed };

/** Deletes a recipient. Returns null if someone else already has. */
async function remove(id: number): Promise<Removed | null> {
  try {
    return await call('DELETE /api/recipients/:id', { params: { id } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return null;
  }
}

/** Returns the call to make for each ID, and the function that announces when all have succeeded. */
function workOf(change: BulkChange, refresh: () => Promise<unknown>) {
  if (change.kind === 'delete') {
    const removed: Removed[] = [];
    return {
      one: async (id: number) => {
        const answer = await remove(id);
        if (answer !== null) removed.push(answer);
      },
      announce: (count: number) => announceRemoval(bulk.deleted(count), removed, refresh),
    };
  }
  const changed: StatusSet[] = [];
  const body = { status: change.status };
  return {
    one: async (id: number) => {
      changed.push(await call('PUT /api/recipients/:id/status', { params: { id }, body }));
    },
    announce: (count: number) => announceStatus(bulk.updated(count), changed, refresh),
  };
}

/** Changes or deletes many recipients with one call each, and counts them. `run` returns the IDs that failed and still exist. */
export function useBulkChange() {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const refresh = useRefreshRecipients();

  async function run(change: BulkChange, ids: readonly number[]): Promise<number[]> {
    setProgress({ change, done: 0, total: ids.length });
    const work = workOf(change, refresh);
    const failed = await inParallel(ids, work.one, {
      onProgress: (done) => setProgress({ change, done, total: ids.length }),
    });
    setProgress(null);
    if (failed.length === 0) work.announce(ids.length);
    else {
      const reason = failureReason(failed[0]?.error) ?? '';
      toast.error(failureTexts[change.kind], { detail: bulk.failedDetail(failed.length, ids.length, reason) });
    }
    await refresh();
    return failed.filter(({ error }) => !isNotFound(error)).map(({ item }) => item);
  }

  return { progress, run };
}
