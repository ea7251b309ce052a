import type { UserDeletion } from '@sandpiper/contract/user-deletion';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { change } from '../../platform/change.ts';
import { boundedCountOf } from '../../platform/http/answers.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { checkPassword } from '../auth/password.service.ts';
import type { PasswordCheck } from '../auth/password.service.ts';
import { pauseForDeletion } from '../campaigns/campaign-state.service.ts';
import { notifyDeletionAsked, withdrawDeletionNotice } from '../notices/notices.service.ts';
import { deletionJobs, isLastAdmin, removeDueUser, requireAnotherAdmin } from '../users/users.service.ts';
import {
  countLosses,
  listDueUsers,
  markForDeletion,
  restartDeletionTimes,
  unmarkForDeletion,
} from './user-deletion.store.ts';

/*
 * Lets users delete their own user account. After the request, they have a few days to change their mind. Then the sweep deletes the user
 * account.
 */

export async function deletionOf(app: App, user: Person): Promise<UserDeletion> {
  const losses = await countLosses(app.db, user.id);
  return {
    due_at: user.deletion_due_at,
    is_last_admin: await isLastAdmin(app.db, user),
    losses: { ...losses, people: boundedCountOf(losses.people) },
  };
}

/**
 * Schedules the deletion, pauses all running campaigns, and notifies the user. Throws if the password is wrong, the user is the last
 * administrator, or a deletion is already scheduled.
 */
export async function askForDeletion(check: PasswordCheck, password: string): Promise<{ due_at: string }> {
  const { app, by } = check;
  const { user } = by;
  await checkPassword(check, 'password', password);
  return change(app, async (change) => {
    const { transaction, afterCommit } = change;
    // To avoid deadlocks, campaigns are locked before users.
    await pauseForDeletion(change, user.id);
    await requireAnotherAdmin(transaction, user.id);
    const marked = await markForDeletion(transaction, user.id);
    if (marked === undefined)
      throw new AppError('invalid_state', 'Your user account is already scheduled to be deleted.');
    await notifyDeletionAsked(change, user.id, marked.due_at);
    await recordActOf(change, by, { action: 'user_deletion_requested', detail: { due_at: marked.due_at } });
    afterCommit(() => app.events.toUser(user.id, 'user_update'));
    return marked;
  });
}

/** Cancels a user's deletion. The user's campaigns stay paused, even those that were started after the request. */
export async function keepUser(app: App, by: Requester & { user: Person }): Promise<void> {
  const { user } = by;
  if (user.deletion_due_at === null) return;
  await change(app, async (change) => {
    await pauseForDeletion(change, user.id);
    if (!(await unmarkForDeletion(change.transaction, user.id))) {
      throw new AppError('invalid_state', "It's too late to keep your user account. It is already being deleted.");
    }
    await withdrawDeletionNotice(change, user.id);
    await recordActOf(change, by, { action: 'user_deletion_canceled' });
    change.afterCommit(() => app.events.toUser(user.id, 'user_update'));
  });
}

/**
 * Postpones all requested deletions after a restore and notifies the users again, because they may have canceled the deletion after the
 * backup was made. Deletions that have already begun continue.
 */
export async function postponeDeletions(app: App): Promise<void> {
  await change(app, async (change) => {
    for (const { id, due_at } of await restartDeletionTimes(change.transaction, deletionJobs)) {
      await withdrawDeletionNotice(change, id);
      await notifyDeletionAsked(change, id, due_at);
    }
  });
}

/** Begins to delete the users whose deletion is due. The periodic sweep calls this function. */
export async function deleteDueUsers(app: App): Promise<void> {
  await attemptEach(app, await listDueUsers(app.db), {
    work: (user) => removeDueUser(app, user),
    failure: 'a user account that is due for deletion could not be deleted yet',
    identify: ({ id: user }) => ({ user }),
  });
}
