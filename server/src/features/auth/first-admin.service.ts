import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { hashPassword, randomPassword } from '../../platform/secrets/passwords.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { hasAdmin, insertUser, lockFirstAdmin } from './auth.store.ts';
import { OperatorError } from '../../platform/operator-error.ts';

export type FirstAdmin = {
  username: string;
  /** The generated password, or null if the password came from the configuration. */
  password: string | null;
};

/**
 * Creates an administrator if the server has none. Otherwise, returns null. Throws an `OperatorError` if another user has the configured
 * username.
 */
export async function ensureFirstAdmin(app: App): Promise<FirstAdmin | null> {
  if (await hasAdmin(app.db)) return null;
  const { adminUsername: username, adminPassword } = app.config;
  const password = adminPassword ?? randomPassword();
  const password_hash = await hashPassword(password);
  try {
    return await change(app, async (change) => {
      const { transaction } = change;
      await lockFirstAdmin(transaction);
      if (await hasAdmin(transaction)) return null;
      const { id, role } = await insertUser(transaction, { username, password_hash, role: 'admin' });
      const detail = { role };
      await recordAudit(change, {
        action: 'user_created',
        userId: id,
        by: { kind: 'server' },
        request: null,
        subject: `user ${id}`,
        detail,
      });
      return { username, password: adminPassword === null ? password : null };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new OperatorError(
      `There is no administrator yet, and a user is already named ${username}. Set ADMIN_USERNAME to another name.`,
      { cause: error },
    );
  }
}
