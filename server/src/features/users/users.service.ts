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

/** Rows deleted at once: a few milliseconds' work, so that other users' calls come in between. */
const rowsPerPiece = 500;

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

/** Changes a user. Whoever is switched off is signed out at once, agents too. */
export async function changeUser(app: App, id: number, change: UserChange): Promise<User> {
  await withFreeName(() =>
    transact(app.db, async (transaction, afterCommit) => {
      const losesOffice = change.role === 'user' || change.is_active === false;
      if (losesOffice) await requireAnotherAdmin(transaction, id);
      if (!(await updateUser(transaction, id, change))) throw notFound('User');
      afterCommit(() => app.events.toUser(id, 'user_update'));
      if (change.is_active === false) {
        await revokeAccess(app, transaction, afterCommit, { userId: id, reason: 'Your account was switched off.' });
      }
    }),
  );
  return existingUser(app.db, id);
}

/** Sets a new password; every session and agent of the user has to sign in again. */
export async function setPassword(app: App, id: number, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await transact(app.db, async (transaction, afterCommit) => {
    if (!(await updateUser(transaction, id, { password_hash }))) throw notFound('User');
    await revokeAccess(app, transaction, afterCommit, { userId: id, reason: 'Your password was changed.' });
  });
}

/**
 * Deletes a user with everything that is theirs. They are shut out at once; long tables then go piece by piece. When the
 * server ends in between, the user stays switched off and can be deleted again.
 */
export async function removeUser(app: App, by: Person, id: number): Promise<void> {
  if (by.id === id) throw new AppError('invalid_state', 'You cannot delete your own account.');
  await transact(app.db, async (transaction, afterCommit) => {
    await requireAnotherAdmin(transaction, id);
    if (!(await updateUser(transaction, id, { is_active: false }))) throw notFound('User');
    await revokeAccess(app, transaction, afterCommit, { userId: id, reason: 'Your account was deleted.' });
  });
  while ((await deleteSomeRowsOf(app.db, id, rowsPerPiece)) > 0);
  await deleteUser(app.db, id);
}

async function requireAnotherAdmin(transaction: Transaction, id: number): Promise<void> {
  const admins = await lockActiveAdmins(transaction);
  if (admins.includes(id) && admins.length === 1) {
    throw new AppError('last_admin', 'This is the last administrator. Make somebody else an administrator first.');
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
    const text = 'This username is taken. Choose another one.';
    throw new AppError('name_taken', text, { fields: { username: text } });
  }
}
