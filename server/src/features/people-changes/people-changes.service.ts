import type { PeopleChange, PeopleChangeInput, PeopleScope } from '@sandpiper/contract/people-changes';
import type { App } from '../../platform/app-context.ts';
import { jobToEnd, startJob } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import { requireSubscription } from '../../platform/access/access.service.ts';
import type { Person } from '../../platform/access/person.ts';
import { now } from '../../platform/database/expressions.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { boundsOf, paginationOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { countPeople, extentOf, fewPeople, readChange, readScope } from './change-request.service.ts';
import { isUndoable, viewOf } from './change-view.ts';
import { changeJob, undoJob } from './change-work.service.ts';
import { findChange, insertChange, listChanges, lockChange, updateChange } from './people-changes.store.ts';

export async function countScope(app: App, userId: number, scope: PeopleScope): Promise<number> {
  const asked = await readScope(app.db, userId, scope);
  return countPeople(app, userId, asked.scope);
}

/**
 * Starts a change. In a large change, each person is checked again when their turn comes, and people added after the start aren't changed.
 */
export async function beginChange(
  app: App,
  user: Person,
  given: { scope: PeopleScope; change: PeopleChangeInput },
): Promise<PeopleChange> {
  requireSubscriptionFor(given.change, user);
  const asked = await readScope(app.db, user.id, given.scope);
  const { scope, list, missing } = asked;
  const { chosen, lastId, people } = await extentOf(app, user.id, scope);
  const id = await change(app, async (change) => {
    const columns = await readChange(change.transaction, user.id, asked, given.change);
    const id = await insertChange(change.transaction, {
      ...columns,
      user_id: user.id,
      scope: scope.kind,
      scope_list_id: list?.id ?? null,
      scope_list_name: list?.name ?? null,
      filter: 'filter' in scope ? JSON.stringify(scope.filter) : null,
      chosen,
      last_id: lastId,
      total: people + missing,
    });
    await startJob(change, { userId: user.id, kind: changeJob, subjectId: id }, { after: 0 });
    return id;
  });
  return answerOf(app, { userId: user.id, id }, { kind: changeJob, people });
}

/** Marking people as do not contact, and undoing this, is allowed even without a subscription. */
function requireSubscriptionFor({ type }: Pick<PeopleChangeInput, 'type'>, user: Person): void {
  if (type !== 'do_not_contact') requireSubscription(user);
}

/** Waits up to three seconds for a small change to finish, so that the page can show its result immediately. */
async function answerOf(
  app: App,
  { userId, id }: OwnKey,
  work: { kind: string; people: number },
): Promise<PeopleChange> {
  if (work.people <= fewPeople) await jobToEnd(app, { userId, kind: work.kind, subjectId: id });
  return getChange(app, { userId, id });
}

export async function getChange(app: App, { userId, id }: OwnKey): Promise<PeopleChange> {
  const row = await findChange(app.db, userId, id);
  if (row === undefined) throw notFound('Change');
  return viewOf(row);
}

export async function pageOfChanges(app: App, userId: number, query: PageRequest) {
  const { changes, total } = await listChanges(app.db, userId, boundsOf(query));
  return { changes: changes.map(viewOf), pagination: paginationOf(query, total) };
}

/** Cancels a running change or undo. Keeps what was already done. */
export async function cancelChange(app: App, own: OwnKey): Promise<PeopleChange> {
  await change(app, async ({ transaction }) => {
    const row = await lockChange(transaction, own.userId, own.id);
    if (row === undefined) throw notFound('Change');
    if (row.status !== 'running' && row.status !== 'undoing') {
      throw new AppError('invalid_state', 'This change has already ended.');
    }
    // Canceling an undo doesn't extend the period in which the change can be undone.
    await updateChange(transaction, row, { status: 'canceled', finished_at: row.finished_at ?? now });
  });
  return getChange(app, own);
}

export async function undoChange(app: App, user: Person, id: number): Promise<PeopleChange> {
  const own = { userId: user.id, id };
  const people = await change(app, async (change) => {
    const row = await lockChange(change.transaction, own.userId, own.id);
    if (row === undefined) throw notFound('Change');
    requireSubscriptionFor(row, user);
    if (!isUndoable(row)) throw new AppError('invalid_state', whyNot(row));
    await updateChange(change.transaction, row, { status: 'undoing' });
    await startJob(change, { userId: own.userId, kind: undoJob, subjectId: own.id }, {});
    return row.changed;
  });
  return answerOf(app, own, { kind: undoJob, people });
}

function whyNot({ status, changed }: { status: string; changed: number }): string {
  if (status === 'running') return 'This change is still running. Cancel it first.';
  if (status === 'undoing') return 'This change is already being undone.';
  if (status === 'undone') return 'This change has already been undone.';
  return changed > 0 ? 'A change can only be undone within 24 hours.' : 'This change has nothing to undo.';
}
