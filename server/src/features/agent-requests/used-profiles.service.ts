import type { Database } from '../../platform/database/database.ts';
import { findAccountOnPath } from './used-profiles.store.ts';

/** Returns a text that explains which account keeps a Firefox profile from being deleted. Returns null if no account uses the profile. */
export async function profileUseText(
  db: Database,
  userId: number,
  { path, computerId }: { path: string; computerId: string | null },
): Promise<string | null> {
  const account = await findAccountOnPath(db, userId, path, computerId);
  if (account === undefined) return null;
  return `Your account "${account.profile_name}" uses this profile. Delete the account in Accounts first.`;
}
