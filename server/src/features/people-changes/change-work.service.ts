import { z } from 'zod';
import type { LeftOutReason, NotPutBackReason } from '@sandpiper/contract/people-changes';
import { peopleFilterSchema } from '@sandpiper/contract/people-filter';
import { recipientStatusSchema } from '@sandpiper/contract/recipients';
import type { App } from '../../platform/app-context.ts';
import { handleJobs } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { now } from '../../platform/database/expressions.ts';
import { applyChange } from './change-kinds.service.ts';
import { insertItems, takeItems } from './change-items.store.ts';
import { nextPeople } from './change-scope.store.ts';
import type { Scope } from './change-scope.store.ts';
import { undoItems } from './change-undo.service.ts';
import type { Fates } from './change-undo.service.ts';
import { countsSchema } from './change-view.ts';
import { lockChange, updateChange } from './people-changes.store.ts';
import type { LockedChange } from './people-changes.store.ts';

/* Processes a change or its undo in small pieces. Each piece is one transaction. */

export const changeJob = 'people-change';
export const undoJob = 'people-change-undo';

/**
 * How many people are changed in one piece. A piece should take the embedded database about 10 ms. On a busy machine, 100 people took 10 to
 * 15 ms, except that removing 100 from a running campaign took 30 ms.
 */
const peopleAtOnce = ({ type }: LockedChange) => (type === 'remove_from_list' ? 40 : 100);
const inFlightShown = 100;

const progressSchema = z.object({ after: z.int(), windowEnd: z.int().optional() });
const listFilterSchema = z.object({ status: recipientStatusSchema.optional(), search: z.string().optional() });

export function handlePeopleChanges(app: App): void {
  handleJobs(app, changeJob, doChangePiece);
  handleJobs(app, undoJob, doUndoPiece);
}

function scopeOf({ scope, scope_list_id: listId, filter, chosen, created_at }: LockedChange): Scope {
  if (listId !== null) {
    if (chosen !== null) return { kind: 'recipients', listId, chosen };
    return { kind: 'list', listId, filter: listFilterSchema.parse(filter ?? {}) };
  }
  if (chosen !== null || scope === 'usernames') return { kind: 'usernames', chosen: chosen ?? [] };
  return { kind: 'people', filter: peopleFilterSchema.parse(filter ?? {}), asOf: created_at };
}

const doChangePiece: DoPiece = async (change, { job, progress }) => {
  const { transaction } = change;
  const row = await lockChange(transaction, job.userId, job.subjectId);
  if (row === undefined || row.status !== 'running') return 'done';
  const { after, windowEnd } = progressSchema.parse(progress);
  const next = await nextPeople(transaction, row.user_id, {
    scope: scopeOf(row),
    range: { after, last: row.last_id },
    windowEnd,
    limit: peopleAtOnce(row),
  });
  if (next === null) {
    // People who were counted at the start but never processed didn't exist, were deleted or no longer matched. They are counted with the
    // reason `gone`.
    const total = Math.max(row.total, row.done);
    const left_out = JSON.stringify(added(row.left_out, 'gone', total - row.done));
    await updateChange(transaction, row, { status: 'done', finished_at: now, total, done: total, left_out });
    return 'done';
  }
  const { items, leftOut, withdrawn = 0, inFlight = [] } = await applyChange({ change, row, people: next.people });
  await insertItems(transaction, row, items);
  const changed = new Set(items.map(({ person_id }) => person_id)).size;
  await updateChange(transaction, row, {
    done: row.done + next.people.length,
    changed: row.changed + changed,
    left_out: JSON.stringify(addedAll(row.left_out, [...leftOut.values()])),
    withdrawn: row.withdrawn + withdrawn,
    in_flight: [...row.in_flight, ...inFlight].slice(0, inFlightShown),
    has_items: row.has_items || changed > 0,
  });
  return { progress: { after: next.after, windowEnd: next.windowEnd } };
};

type Reason = LeftOutReason | NotPutBackReason;

function added(counts: unknown, reason: Reason, people: number): Record<string, number> {
  const before = countsSchema.parse(counts);
  return people === 0 ? before : { ...before, [reason]: (before[reason] ?? 0) + people };
}

function addedAll(counts: unknown, reasons: readonly Reason[]): Record<string, number> {
  return reasons.reduce((sums, reason) => added(sums, reason, 1), countsSchema.parse(counts));
}

const doUndoPiece: DoPiece = async (change, { job }) => {
  const { transaction } = change;
  const row = await lockChange(transaction, job.userId, job.subjectId);
  if (row === undefined || row.status !== 'undoing') return 'done';
  const items = await takeItems(transaction, row, peopleAtOnce(row));
  if (items.length === 0) {
    // The items of forgotten people were deleted. These people are counted with the reason `gone`.
    const missing = Math.max(0, row.changed - row.put_back - sumOf(row.not_put_back));
    const not_put_back = JSON.stringify(added(row.not_put_back, 'gone', missing));
    await updateChange(transaction, row, { status: 'undone', has_items: false, not_put_back, finished_at: now });
    return 'done';
  }
  const { putBack, left } = peopleOf(items, await undoItems({ change, row, items }));
  await updateChange(transaction, row, {
    put_back: row.put_back + putBack,
    not_put_back: JSON.stringify(addedAll(row.not_put_back, left)),
  });
  return { progress: {} };
};

function sumOf(counts: unknown): number {
  return Object.values(countsSchema.parse(counts)).reduce((sum, people) => sum + people, 0);
}

/** Counts people by result. A person is counted as put back if at least one of their items was undone. */
function peopleOf(items: readonly { id: number; person_id: number }[], fates: Fates) {
  const people = new Map<number, NotPutBackReason | null>();
  for (const { id, person_id } of items) {
    const fate = fates.get(id) ?? null;
    if (!people.has(person_id) || fate === null) people.set(person_id, fate);
  }
  const left = [...people.values()].filter((fate) => fate !== null);
  return { putBack: people.size - left.length, left };
}
