import { z } from 'zod';
import { changeUndoHours } from '@sandpiper/contract/limits';
import { leftOutReasons, notPutBackReasons } from '@sandpiper/contract/people-changes';
import type { PeopleChange } from '@sandpiper/contract/people-changes';
import type { ChangeRow } from './people-changes.store.ts';

/** How many people there are for each reason. */
export const countsSchema = z.record(z.string(), z.int());
const filterSchema = z.record(z.string(), z.union([z.string(), z.number()]));

function countsOf<R extends string>(counts: unknown, reasons: readonly R[]): { reason: R; count: number }[] {
  const found = countsSchema.parse(counts);
  return reasons.flatMap((reason) => {
    const count = found[reason] ?? 0;
    return count === 0 ? [] : [{ reason, count }];
  });
}

function named(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null ? null : { id, name: name ?? '' };
}

/**
 * Returns the end of the period in which a change can be undone, whether or not there is anything to undo. Returns null until the change
 * has finished.
 */
export function undoUntil({ finished_at }: Pick<ChangeRow, 'finished_at'>): Date | null {
  return finished_at === null ? null : new Date(Date.parse(finished_at) + changeUndoHours * 3_600_000);
}

export function isUndoable(row: Pick<ChangeRow, 'status' | 'has_items' | 'finished_at'>): boolean {
  const until = undoUntil(row);
  const hasEnded = row.status === 'done' || row.status === 'canceled';
  return hasEnded && row.has_items && until !== null && until.getTime() > Date.now();
}

export function viewOf(row: ChangeRow): PeopleChange {
  return {
    id: row.id,
    change: {
      type: row.type,
      tag: row.tag,
      list: named(row.list_id, row.list_name),
      status: row.recipient_status,
      reason: row.reason,
    },
    scope: {
      kind: row.scope,
      list: named(row.scope_list_id, row.scope_list_name),
      filter: row.filter === null ? null : filterSchema.parse(row.filter),
    },
    status: row.status,
    total: Math.max(row.total, row.done),
    done: row.done,
    changed: row.changed,
    left_out: countsOf(row.left_out, leftOutReasons),
    in_flight: row.in_flight,
    withdrawn: row.withdrawn,
    undo: {
      is_possible: isUndoable(row),
      until: undoUntil(row)?.toISOString() ?? null,
      put_back: row.put_back,
      left_out: countsOf(row.not_put_back, notPutBackReasons),
    },
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}
