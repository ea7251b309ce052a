import type { User } from '@sandpiper/contract/users';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { transact } from '../../platform/database/transact.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { endSessionsOf } from '../auth/auth.service.ts';
import {
  deleteAgentTokensOf,
  deleteSomeRowsOf,
  deleteUser,
  findUser,
  insertUser,
  lockActiveAdmins,
  updateUser,
} from './users.store.ts';
import type { NewUser, UserChange } from './users.store.ts';

type AfterCommit = (effect: () => void) => void;

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
export async function changeUser(app: App, id: number, change: UserChange): Promise<User> {
  await withFreeName(() =>
    transact(app.db, async (transaction, afterCommit) => {
      const losesAdminRole = change.role === 'user' || change.is_active === false;
      if (losesAdminRole) await requireAnotherAdmin(transaction, id);
      if (!(await updateUser(transaction, id, change))) throw notFound('User');
      afterCommit(() => app.events.toUser(id, 'user_update'));
      if (change.is_active === false) {
        await revokeAccess(app, transaction, afterCommit, { userId: id, reason: 'Your user account was deactivated.' });
      }
    }),
  );
  return existingUser(app.db, id);
}

/** Sets a new password and ends every session and agent token of the user. */
export async function setPassword(app: App, id: number, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await transact(app.db, async (transaction, afterCommit) => {
    if (!(await updateUser(transaction, id, { password_hash }))) throw notFound('User');
    await revokeAccess(app, transaction, afterCommit, { userId: id, reason: 'Your password was changed.' });
  });
}

/**
 * Deletes a user with all their data. They are signed out at once, and long tables are deleted in batches. If the server
 * stops in between, the user stays deactivated and can be deleted again.
 */
export async function removeUser(app: App, by: Person, id: number): Promise<void> {
  if (by.id === id) throw new AppError('invalid_state', "You can't delete your own user account.");
  await transact(app.db, async (transaction, afterCommit) => {
    await requireAnotherAdmin(transaction, id);
    if (!(await updateUser(transaction, id, { is_active: false }))) throw notFound('User');
    await revokeAccess(app, transaction, afterCommit, { userId: id, reason: 'Your user account was deleted.' });
  });
  while ((await deleteSomeRowsOf(app.db, id, rowsPerBatch)) > 0);
  await deleteUser(app.db, id);
}

async function requireAnotherAdmin(transaction: Transaction, id: number): Promise<void> {
  const admins = await lockActiveAdmins(transaction);
  if (admins.includes(id) && admins.length === 1) {
    throw new AppError('last_admin', 'This is the last administrator. Make another user an administrator first.');
  }
}

async function revokeAccess(
  app: App,
  transaction: Transaction,
  afterCommit: AfterCommit,
  { userId, reason }: { userId: number; reason: string },
): Promise<void> {
  await endSessionsOf(app, transaction, afterCommit, { userId, reason });
  await deleteAgentTokensOf(transaction, userId);
  afterCommit(() => app.events.endAgentsOf(userId));
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
