import type { User } from '@sandpiper/contract/users';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endAccessOf } from '../auth/sessions.service.ts';
import {
  closeDueUser,
  deleteSomeRowsOf,
  deleteUser,
  findUser,
  insertUser,
  listActiveAdmins,
  lockActiveAdmins,
  updateUser,
} from './users.store.ts';
import type { NewUser, UserChange } from './users.store.ts';

const deletedText = 'Your user account was deleted.';

/** Rows deleted in one batch: a few milliseconds of work, so that other calls are served in between. */
const rowsPerBatch = 500;

async function existingUser(db: Database, id: number): Promise<User> {
  const user = await findUser(db, id);
  if (user === undefined) throw notFound('User');
  return user;
}

export async function createUser(
  app: App,
  { password, ...user }: Omit<NewUser, 'password_hash'> & { password: string },
): Promise<User> {
  const password_hash = await hashPassword(password);
  const id = await withFreeName(() => insertUser(app.db, { ...user, password_hash }));
  return existingUser(app.db, id);
}

/** Changes a user. Deactivating a user signs them and their agents out at once. */
export async function changeUser(app: App, id: number, values: UserChange): Promise<User> {
  await withFreeName(() =>
    change(app, async (change) => {
      const { transaction, afterCommit } = change;
      const losesAdminRole = values.role === 'user' || values.is_active === false;
      if (losesAdminRole) await requireAnotherAdmin(transaction, id);
      if (!(await updateUser(transaction, id, values))) throw notFound('User');
      afterCommit(() => app.events.toUser(id, 'user_update'));
      if (values.is_active === false) await endAllAccess(change, id, 'Your user account was deactivated.');
    }),
  );
  return existingUser(app.db, id);
}

/** Sets a new password and ends every session and agent token of the user. */
export async function setPassword(app: App, id: number, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await change(app, async (change) => {
    if (!(await updateUser(change.transaction, id, { password_hash }))) throw notFound('User');
    await endAllAccess(change, id, 'Your password was changed.');
  });
}

/**
 * Deletes a user with all their data. They are signed out at once, and long tables are deleted in batches. If the server
 * stops in between, the user stays deactivated and can be deleted again.
 */
export async function removeUser(app: App, by: Person, id: number): Promise<void> {
  if (by.id === id) throw new AppError('invalid_state', "You can't delete your own user account.");
  await change(app, async (change) => {
    await requireAnotherAdmin(change.transaction, id);
    if (!(await updateUser(change.transaction, id, { is_active: false }))) throw notFound('User');
    await endAllAccess(change, id, deletedText);
  });
  while ((await deleteSomeRowsOf(app.db, id, rowsPerBatch)) > 0);
  await deleteUser(app.db, id);
}

/** The same for a user who asked for it and whose time is up. Nobody can keep them once it has begun. */
export async function removeDueUser(app: App, { id, username }: Pick<User, 'id' | 'username'>): Promise<void> {
  const isDue = await change(app, async (change) => {
    if (!(await closeDueUser(change.transaction, id))) return false;
    await endAllAccess(change, id, deletedText);
    return true;
  });
  if (!isDue) return;
  while ((await deleteSomeRowsOf(app.db, id, rowsPerBatch)) > 0);
  await change(app, async (change) => {
    await deleteUser(change.transaction, id);
    const about = { userId: id, subject: `user ${username}` };
    await recordAudit(change, { action: 'user_deleted', ...about, by: { kind: 'server' }, request: null });
  });
}

function endAllAccess(change: Change, userId: number, reason: string): Promise<void> {
  return endAccessOf(change, { userId, exceptId: null, reason });
}

export async function isLastAdmin(db: Database, { id }: Pick<User, 'id'>): Promise<boolean> {
  const admins = await listActiveAdmins(db);
  return admins.includes(id) && admins.length === 1;
}

/** Throws `last_admin` when this is the only administrator who stays. */
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
    const text = 'This username is already taken. Choose another one.';
    throw new AppError('name_taken', text, { fields: { username: text } });
  }
}
