import type { CallOutput } from '@sandpiper/contract/client';
import { call } from '../../platform/api.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { toast } from '../../platform/toasts.tsx';

export type Removed = CallOutput<'DELETE /api/recipients/:id'>;
export type StatusSet = CallOutput<'PUT /api/recipients/:id/status'>;
type Refresh = () => Promise<unknown>;

async function undoEach<Change>(changes: readonly Change[], undo: (change: Change) => Promise<unknown>): Promise<void> {
  const failed = await inParallel(changes, undo);
  if (failed[0] !== undefined) throw failed[0].error;
}

function addAgain({ recipient: { recipient, list_id, status } }: Removed) {
  return call('POST /api/recipients', { body: { recipient, list_id, status } });
}

function setBack({ recipient: { id }, previous_status }: StatusSet) {
  return call('PUT /api/recipients/:id/status', { params: { id }, body: { status: previous_status } });
}

/** Doesn't offer to undo if a campaign has withdrawn someone, because adding them to the list again wouldn't restore that. */
export function announceRemoval(text: string, removed: readonly Removed[], refresh: Refresh): void {
  if (removed.length === 0 || removed.some(({ withdrawn_from }) => withdrawn_from > 0)) toast.success(text);
  else toast.undoable(text, { undo: () => undoEach(removed, addAgain), refresh });
}

export function announceStatus(text: string, changed: readonly StatusSet[], refresh: Refresh): void {
  toast.undoable(text, { undo: () => undoEach(changed, setBack), refresh });
}
