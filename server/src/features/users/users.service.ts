import type { User } from '@sandpiper/contract/users';
import { z } from 'zod';
import { requireRecentSignIn } from '../../platform/access/access.service.ts';
import type { SignedIn } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { deletionMs, handleJobs, jobToEnd, startJob } from '../../platform/background-jobs.ts';
import type { DoPiece, Job } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError, nameTaken, notFound } from '../../platform/http/app-error.ts';
import { hashPassword, randomPassword } from '../../platform/secrets/passwords.ts';
import { recordActOf, recordAudit, userActor } from '../audit/audit.service.ts';
import type { AuditEvent, Requester } from '../audit/audit.service.ts';
import { endAccessOf } from '../auth/sessions.service.ts';
import { notifySecurityChange } from '../notices/notices.service.ts';
import {
  closeDueUser,
  closeUser,
  deleteSomeRowsOf,
  deleteUser,
  findUser,
  findUserByName,
  insertUser,
  listActiveAdmins,
  lockActiveAdmins,
  lockUser,
  updateUser,
} from './users.store.ts';
import type { NewUser, UserChange } from './users.store.ts';

const deletedText = 'Your user account was deleted.';

/** How many rows are deleted per batch. A batch takes a few milliseconds. Between batches, the server handles other requests. */
const rowsPerBatch = 500;

async function existingUser(db: Database, id: number): Promise<User> {
  const user = await findUser(db, id);
  if (user === undefined) throw notFound('User');
  return user;
}

type SignedInRequester = Requester & Pick<SignedIn, 'session'>;

/** Adds a user. To add an administrator, the requester must have signed in recently. */
export async function createUser(
  app: App,
  by: SignedInRequester,
  { password, ...user }: Omit<NewUser, 'password_hash'> & { password: string },
): Promise<User> {
  if (user.role === 'admin') requireRecentSignIn(by);
  const password_hash = await hashPassword(password);
  const id = await withFreeName(() =>
    change(app, async (change) => {
      const id = await insertUser(change.transaction, { ...user, password_hash });
      await recordUser(change, by, { action: 'user_created', userId: id, detail: { ...user } });
      return id;
    }),
  );
  return existingUser(app.db, id);
}

function recordUser(change: Change, by: Requester, facts: { userId: number } & Parameters<typeof recordActOf>[2]) {
  return recordActOf(change, by, { ...facts, subject: `user ${facts.userId}` });
}

type Changing = { id: number; values: UserChange };

/**
 * Changes a user. Deactivation immediately signs the user out and disconnects the user's agents. To make someone an administrator or
 * activate an administrator, the requester must have signed in recently.
 */
export async function changeUser(app: App, by: SignedInRequester, { id, values }: Changing): Promise<User> {
  await withFreeName(() =>
    change(app, async (change) => {
      const { transaction, afterCommit } = change;
      const losesAdminRole = values.role === 'user' || values.is_active === false;
      if (losesAdminRole) await requireAnotherAdmin(transaction, id);
      if (values.is_active === false) refuseOwn(by, id, 'deactivate');
      const locked = await lockUser(transaction, id);
      if (locked === undefined) throw notFound('User');
      const { isDeletionDue, ...from } = locked;
      if (isDeletionDue) throw new AppError('invalid_state', 'This user is already being deleted.');
      if (isMadeAdmin(from, values)) requireRecentSignIn(by);
      if (Object.keys(values).length === 0) return;
      await updateUser(transaction, id, values);
      await recordUser(change, by, { action: 'user_changed', userId: id, changed: { from, to: values } });
      afterCommit(() => app.events.toUser(id, 'user_update'));
      if (values.is_active === false) await endAllAccess(change, id, 'Your user account was deactivated.');
    }),
  );
  return existingUser(app.db, id);
}

/** Checks whether a change gives someone an administrator's rights: either the role, or with the role the right to sign in again. */
function isMadeAdmin(from: Required<UserChange>, change: UserChange): boolean {
  const { role = from.role, is_active = from.is_active } = change;
  return role === 'admin' && (from.role !== 'admin' || (is_active === true && from.is_active === false));
}

function refuseOwn(by: Requester, id: number, act: 'delete' | 'deactivate'): void {
  if (by.user.id === id) throw new AppError('invalid_state', `You can't ${act} your own user account.`);
}

/** Sets a user's new password, ends their access as {@link endAccessOf} does, and notifies them. */
export async function setPassword(
  app: App,
  { user, request }: Requester,
  { id, password }: { id: number; password: string },
): Promise<void> {
  const password_hash = await hashPassword(password);
  await change(app, async (change) => {
    if (!(await updateUser(change.transaction, id, { password_hash }))) throw notFound('User');
    await notePasswordSet(change, id, { by: userActor(user), request });
  });
}

/**
 * Like {@link setPassword}, but for an operator at the server's command line. Returns null if there is no user with this name. Otherwise,
 * returns the new random password and whether the user is active.
 */
export async function resetPasswordHere(
  app: App,
  username: string,
): Promise<{ password: string; isActive: boolean } | null> {
  const password = randomPassword();
  const password_hash = await hashPassword(password);
  return change(app, async (change) => {
    const user = await findUserByName(change.transaction, username);
    if (user === undefined || !(await updateUser(change.transaction, user.id, { password_hash }))) return null;
    await notePasswordSet(change, user.id, { by: { kind: 'server' }, request: null });
    return { password, isActive: user.is_active };
  });
}

async function notePasswordSet(change: Change, id: number, cause: Pick<AuditEvent, 'by' | 'request'>): Promise<void> {
  await recordAudit(change, { action: 'password_set', userId: id, ...cause, subject: `user ${id}` });
  await endAllAccess(change, id, 'Your password was changed.');
  await notifySecurityChange(change, id, { what: 'password_set', address: cause.request?.ip ?? '' });
}

/** The kind of the background jobs that delete users. A deletion has begun once its job exists. */
export const deletionJobs = 'user-deletion';

function deletionOf(userId: number): Job {
  return { userId, kind: deletionJobs, subjectId: userId };
}

/**
 * Deletes a user and their data, except for audit events. Immediately signs out the user, then deletes the user's rows in the background.
 * If that takes a long time, or the server stops midway, the deletion continues after this function has returned.
 */
export async function removeUser(app: App, by: Requester, id: number): Promise<void> {
  refuseOwn(by, id, 'delete');
  await change(app, async (change) => {
    await requireAnotherAdmin(change.transaction, id);
    if (!(await closeUser(change.transaction, id))) throw notFound('User');
    await recordUser(change, by, { action: 'user_deleted', userId: id });
    await endAllAccess(change, id, deletedText);
    await startJob(change, deletionOf(id), { due: null } satisfies DeletionProgress);
  });
  await jobToEnd(app, deletionOf(id), deletionMs);
}

/** Begins to delete a user whose deletion is due. Once begun, the deletion can't be canceled. */
export async function removeDueUser(app: App, { id, username }: Pick<User, 'id' | 'username'>): Promise<void> {
  await change(app, async (change) => {
    if (!(await closeDueUser(change.transaction, id))) return;
    await endAllAccess(change, id, deletedText);
    await startJob(change, deletionOf(id), { due: { username } } satisfies DeletionProgress);
  });
}

/** `due` is null if an administrator deletes the user, because that deletion was recorded in the audit log when it began. */
const deletionProgressSchema = z.object({ due: z.object({ username: z.string() }).nullable() });
type DeletionProgress = z.infer<typeof deletionProgressSchema>;

export function handleUserDeletions(app: App): void {
  handleJobs(app, deletionJobs, deleteNextRows);
}

/** Deletes the next batch of a user's rows from the large tables. If none are left, deletes the user, which also deletes the job. */
const deleteNextRows: DoPiece = async (change, { job: { userId }, progress }) => {
  if ((await deleteSomeRowsOf(change.transaction, userId, rowsPerBatch)) > 0) return { progress };
  const { due } = deletionProgressSchema.parse(progress);
  await deleteUser(change.transaction, userId);
  if (due !== null) {
    const about = { userId, subject: `user ${due.username}` };
    await recordAudit(change, { action: 'user_deleted', ...about, by: { kind: 'server' }, request: null });
  }
  return 'done';
};

function endAllAccess(change: Change, userId: number, reason: string): Promise<void> {
  return endAccessOf(change, { userId, exceptId: null, reason });
}

export async function isLastAdmin(db: Database, { id }: Pick<User, 'id'>): Promise<boolean> {
  const admins = await listActiveAdmins(db);
  return admins.includes(id) && admins.length === 1;
}

/** Throws `last_admin` if this user is the only remaining administrator. */
export async function requireAnotherAdmin(transaction: Transaction, id: number): Promise<void> {
  const admins = await lockActiveAdmins(transaction);
  if (admins.includes(id) && admins.length === 1) {
    throw new AppError('last_admin', 'This is the last administrator. Make another user an administrator first.');
  }
}

async function withFreeName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'users_username_key')) throw error;
    throw nameTaken('username', 'This username is already taken. Choose another one.');
  }
}
