import type { Account } from '@sandpiper/contract/accounts';
import { isBrowserDefaultFolder } from '@sandpiper/contract/default-profiles';
import { planOf, plans } from '@sandpiper/contract/plans';
import { normalizeUsername } from '@sandpiper/contract/usernames';
import { lockUserRow } from '../../platform/access/access.store.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { AppError, fieldError, notFound } from '../../platform/http/app-error.ts';
import { accountPassword } from '../../platform/secrets/sealed-owners.ts';
import type { Requester } from '../audit/audit.service.ts';
import { today } from '../guard/account-counts.service.ts';
import { allLimits, limitColumns } from '../guard/account-limits.service.ts';
import type { LimitsInput } from '../guard/account-limits.service.ts';
import { requireComputer } from '../agent-tokens/agent-tokens.service.ts';
import { forgetUnreadCounts } from '../unread-counts/unread-counts.service.ts';
import { announceChange } from './account-announcements.ts';
import { updateDuplicates } from './account-duplicates.store.ts';
import { carryOver } from './account-holds.store.ts';
import { getAccount, recordStoredPassword } from './accounts.service.ts';
import { countAccounts, findAccount, findTaken, insertAccount, lockPack, updateAccount } from './accounts.store.ts';
import type { AccountRow, NewAccount } from './accounts.store.ts';
import { elsewhere, insertRemoved, listRemoved, restoreAccount } from './removed-accounts.store.ts';

/*
 * An account consists of a Firefox profile and, if the user enters one, an Instagram username. No two of a user's accounts may have the
 * same profile path or the same username. The server remembers removed accounts, and it remembers the old usernames and paths of accounts
 * that were renamed or moved. That way, nobody can get rid of a hold or reset the pacing and counters by removing, renaming or moving an
 * account.
 */

type AccountInput = {
  profile_name: string;
  profile_path: string;
  /**
   * The computer that has the Firefox profile. If undefined, a new or moved account goes to the first computer that reports the profile.
   */
  computer_id?: string | undefined;
  insta_username?: string | undefined;
  /** An empty string or undefined keeps the stored password, unless the account's username is replaced or removed. Null removes it. */
  insta_password?: string | null | undefined;
} & LimitsInput;

type AccountChanges = { [Field in keyof AccountInput]?: AccountInput[Field] | undefined };

/**
 * Adds an account if the user's pack allows one more. Concurrent requests can't exceed the pack's limit. A removed account that is added
 * again gets its hold and pacing back.
 */
export async function addAccount(app: App, by: Requester, input: AccountInput): Promise<Account> {
  const userId = by.user.id;
  refuseBrowserDefault(input);
  const account = {
    profile_name: input.profile_name,
    profile_path: input.profile_path,
    insta_username: readUsername(input.insta_username),
    ...(input.computer_id === undefined ? {} : { installation_id: input.computer_id }),
  };
  const id = await change(app, async (change) => {
    const { transaction, afterCommit } = change;
    await requireRoom(transaction, userId);
    await requireKnownComputer(transaction, userId, input);
    await refuseTaken(transaction, userId, 0, account);
    const { id, isRestored } = await insertOrRestore(change, userId, account);
    afterCommit(() => announceChange(app, userId, id));
    // Messages that a removed account sent today are still counted, even if the account is added again with another time zone.
    const known = isRestored ? await findAccount(transaction, userId, id) : undefined;
    const sealed = sealPassword(app, { userId, id }, input.insta_password);
    await updateAccount(transaction, userId, id, {
      insta_password_sealed: sealed,
      ...limitColumns(allLimits(input), known ?? null),
    });
    if (sealed !== null) await recordStoredPassword(change, by, { id, act: 'stored' });
    return id;
  });
  return getAccount(app, userId, id);
}

async function requireKnownComputer(transaction: Transaction, userId: number, { computer_id }: AccountChanges) {
  if (computer_id !== undefined) await requireComputer(transaction, userId, computer_id);
}

async function requireRoom(transaction: Transaction, userId: number): Promise<void> {
  const { maxProfiles, name } = planOf((await lockPack(transaction, userId)).pack);
  if (maxProfiles === null || (await countAccounts(transaction, userId)) < maxProfiles) return;
  throw new AppError(
    'pack_limit_reached',
    `The ${name} pack allows ${maxProfiles} accounts. Upgrade to ${plans.pro.name} for unlimited accounts.`,
  );
}

async function insertOrRestore(change: Change, userId: number, account: NewAccount) {
  const { transaction } = change;
  const [id, ...others] = await listRemoved(transaction, userId, account);
  if (id === undefined) return { id: await insertAccount(transaction, userId, account), isRestored: false };
  await rememberIdentity(change, userId, id, account);
  await restoreAccount(transaction, userId, id, account);
  for (const fromId of others) await takeOver(change, userId, { fromId, toId: id });
  return { id, isRestored: true };
}

type Identity = Pick<NewAccount, 'insta_username' | 'profile_path'>;

/** Saves an account's current username and path as a removed account if either is about to be replaced. */
async function rememberIdentity(change: Change, userId: number, id: number, next: Identity): Promise<void> {
  const memoryId = await insertRemoved(change.transaction, userId, id, next);
  if (memoryId !== null) await takeOver(change, userId, { fromId: id, toId: memoryId });
}

async function takeOver(change: Change, userId: number, { fromId, toId }: { fromId: number; toId: number }) {
  const [fromDate, toDate] = [await dateOf(change, userId, fromId), await dateOf(change, userId, toId)];
  await carryOver(change.transaction, userId, { fromId, fromDate, toId, toDate });
}

async function dateOf(change: Change, userId: number, profileId: number): Promise<string> {
  const date = await today(change, { userId, profileId });
  if (date === null) throw notFound('Account');
  return date;
}

/**
 * Updates an account. Omitted fields keep their values. The account keeps its hold, pacing and counters. If a removed account has the
 * new username or path, the account also takes over the removed account's hold, pacing and counters.
 */
export async function changeAccount(app: App, by: Requester, id: number, input: AccountChanges): Promise<Account> {
  refuseBrowserDefault(input);
  const userId = by.user.id;
  await change(app, async (change) => {
    const { transaction, afterCommit } = change;
    await lockUserRow(transaction, userId);
    const known = await findAccount(transaction, userId, id);
    if (known === undefined) throw notFound('Account');
    await requireKnownComputer(transaction, userId, input);
    const { profile_name = known.profile_name, profile_path = known.profile_path } = input;
    const insta_username =
      input.insta_username === undefined ? known.insta_username : readUsername(input.insta_username);
    const isRenamed = insta_username !== known.insta_username;
    const isMoved = profile_path !== known.profile_path;
    // A duplicate account can have the same username as another account. Checking an unchanged username would then reject all other changes
    // to the duplicate.
    const identity = { profile_path, insta_username: isRenamed ? insta_username : null };
    await refuseTaken(transaction, userId, id, identity);
    await rememberIdentity(change, userId, id, { insta_username, profile_path });
    await updateAccount(transaction, userId, id, {
      ...(isMoved ? { ...elsewhere, installation_id: input.computer_id ?? null } : {}),
      ...(await changePassword(change, by, { known, insta_username, password: input.insta_password })),
      profile_name,
      profile_path,
      insta_username,
      ...limitColumns(input, known),
    });
    afterCommit(() => announceChange(app, userId, id));
    if (!isRenamed && !isMoved) return;
    // The stored count of unread messages may belong to another Instagram account.
    await forgetUnreadCounts(change, userId, id);
    await updateDuplicates(transaction, userId);
    for (const fromId of await listRemoved(transaction, userId, { profile_path, insta_username })) {
      await takeOver(change, userId, { fromId, toId: id });
    }
  });
  return getAccount(app, userId, id);
}

type PasswordChange = {
  known: Pick<AccountRow, 'id' | 'has_password' | 'insta_username'>;
  insta_username: string | null;
  password: AccountInput['insta_password'];
};

/**
 * Returns the new value of the password column, or an empty object if the column doesn't change. Replacing an account's username without
 * entering a new password removes the stored password, because it belongs to the old username. If the account had no username, the password
 * is kept, because it was stored for the account that is now named.
 */
async function changePassword(change: Change, by: Requester, { known, insta_username, password }: PasswordChange) {
  const sealed = sealPassword(change.app, { userId: by.user.id, id: known.id }, password);
  const isOfOldUsername = known.insta_username !== null && known.insta_username !== insta_username;
  const isRemoved = sealed === null && (password === null || isOfOldUsername);
  if (sealed === null && !isRemoved) return {};
  if (sealed !== null) await recordStoredPassword(change, by, { id: known.id, act: 'stored' });
  else if (known.has_password) await recordStoredPassword(change, by, { id: known.id, act: 'removed' });
  return { insta_password_sealed: sealed };
}

/** The other account may be on another computer, so its profile may be a different one at the same path. */
const takenPathText =
  'Another account already uses a Firefox profile with this path, perhaps on another computer. Choose a profile with a different path.';

/** Throws if another account has this username or path. `id` is 0 for a new account. */
async function refuseTaken(transaction: Transaction, userId: number, id: number, identity: Identity): Promise<void> {
  const { isNameTaken, isPathTaken } = await findTaken(transaction, userId, id, identity);
  const fields = {
    ...(isNameTaken ? { insta_username: 'Another of your accounts has this Instagram username.' } : {}),
    ...(isPathTaken ? { profile_path: takenPathText } : {}),
  };
  const [text] = Object.values(fields);
  if (text !== undefined) throw new AppError('name_taken', text, { fields });
}

/** Rejects a path whose folder looks like the user's personal Firefox profile. The web app never offers such profiles. */
function refuseBrowserDefault({ profile_path }: AccountChanges): void {
  if (profile_path === undefined || !isBrowserDefaultFolder(profile_path)) return;
  const text = 'This looks like your personal Firefox profile. Create a separate one for each account.';
  throw fieldError('profile_path', text);
}

function readUsername(value: string | undefined): string | null {
  const name = normalizeUsername(value ?? '');
  return name === '' ? null : name;
}

function sealPassword({ secrets }: App, { userId, id }: OwnKey, password: string | null | undefined): Buffer | null {
  return password === undefined || password === null || password === ''
    ? null
    : secrets.seal(password, accountPassword(userId, id));
}
