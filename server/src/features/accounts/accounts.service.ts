import type { Account, PackInfo } from '@sandpiper/contract/accounts';
import { looksLikeBrowserDefault } from '@sandpiper/contract/default-profiles';
import { planOf, plans } from '@sandpiper/contract/plans';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { offsetOf, paginationOf } from '../../platform/http/pagination.ts';
import { settleCampaignsOf } from '../sending/settle.service.ts';
import {
  countAccounts,
  deleteAccount,
  findAccount,
  insertAccount,
  listAccounts,
  lockPack,
  toggleActive,
  updateAccount,
} from './accounts.store.ts';
import type { AccountRow } from './accounts.store.ts';

type AccountInput = {
  profile_name: string;
  profile_path: string;
  insta_username?: string | undefined;
  /** Empty means unchanged. */
  insta_password?: string | undefined;
};

function accountOf(row: AccountRow): Account {
  return { ...row, is_active: row.is_active ? 1 : 0 };
}

/** A page of the accounts, or all of them. */
export async function pageOfAccounts(
  app: App,
  userId: number,
  search: string,
  page: { page: number; limit: number } | null,
) {
  const bounds = page === null ? null : { limit: page.limit, offset: offsetOf(page) };
  const { rows, total } = await listAccounts(app.db, userId, search, bounds);
  const request = page ?? { page: 1, limit: Math.max(total, 1) };
  return { profiles: rows.map(accountOf), pagination: paginationOf(request, total) };
}

export async function getAccount(app: App, userId: number, id: number): Promise<Account> {
  const row = await findAccount(app.db, userId, id);
  if (row === undefined) throw notFound('Account');
  return accountOf(row);
}

/** Adds an account if the pack allows one more; of many adds at once, only so many succeed. */
export async function addAccount(app: App, userId: number, input: AccountInput): Promise<Account> {
  refuseBrowserDefault(input);
  const id = await refusePathTwice(() =>
    change(app, async ({ transaction }) => {
      const { maxProfiles, name } = planOf((await lockPack(transaction, userId)).pack);
      if (maxProfiles !== null && (await countAccounts(transaction, userId)) >= maxProfiles) {
        throw new AppError(
          'pack_limit_reached',
          `The ${name} pack allows ${maxProfiles} accounts. Upgrade to ${plans.pro.name} for unlimited accounts.`,
        );
      }
      return insertAccount(transaction, userId, {
        profile_name: input.profile_name,
        profile_path: input.profile_path,
        insta_username: readUsername(input.insta_username),
        insta_password_sealed: sealPassword(app, userId, input.insta_password),
      });
    }),
  );
  return getAccount(app, userId, id);
}

export async function changeAccount(app: App, userId: number, id: number, input: AccountInput): Promise<Account> {
  await getAccount(app, userId, id);
  refuseBrowserDefault(input);
  const sealed = sealPassword(app, userId, input.insta_password);
  const isChanged = await refusePathTwice(() =>
    updateAccount(app.db, userId, id, {
      profile_name: input.profile_name,
      profile_path: input.profile_path,
      ...(input.insta_username === undefined ? {} : { insta_username: readUsername(input.insta_username) }),
      ...(sealed === null ? {} : { insta_password_sealed: sealed }),
    }),
  );
  if (!isChanged) throw notFound('Account');
  return getAccount(app, userId, id);
}

/** Switches an account on or off. A campaign that then has none left pauses. */
export async function toggleAccount(app: App, userId: number, id: number): Promise<Account> {
  const isChanged = await toggleActive(app.db, userId, id);
  if (!isChanged) throw notFound('Account');
  await settleCampaignsOf(app, userId, id);
  app.events.wakeAgents(userId);
  return getAccount(app, userId, id);
}

export async function removeAccount(app: App, userId: number, id: number): Promise<void> {
  const account = await getAccount(app, userId, id);
  if (account.in_use_by !== null) {
    throw new AppError(
      'invalid_state',
      `The running campaign ${account.in_use_by.name} uses this account. Stop it first.`,
    );
  }
  await deleteAccount(app.db, userId, id);
  await settleCampaignsOf(app, userId);
}

export async function packInfoOf(app: App, user: Person): Promise<PackInfo> {
  const { name, maxProfiles } = planOf(user.pack);
  const currentProfileCount = await countAccounts(app.db, user.id);
  return {
    currentProfileCount,
    canAddMore: maxProfiles === null || currentProfileCount < maxProfiles,
    pack: user.pack,
    packInfo: { name, maxProfiles },
  };
}

/** Such an account would be in no list, and could be neither opened nor removed there. */
function refuseBrowserDefault({ profile_name, profile_path }: AccountInput): void {
  if (!looksLikeBrowserDefault(profile_name, profile_path)) return;
  const field = looksLikeBrowserDefault('', profile_path) ? 'profile_path' : 'profile_name';
  const text = 'This looks like the profile of your own browser. Use one that was made for the account.';
  throw new AppError('validation_failed', text, { fields: { [field]: text } });
}

function readUsername(value: string | undefined): string | null {
  const name = (value ?? '').replace(/^@/, '');
  return name === '' ? null : name;
}

function sealPassword(app: App, userId: number, password: string | undefined): Buffer | null {
  return password === undefined || password === '' ? null : app.secrets.seal(password, `profiles of ${userId}`);
}

async function refusePathTwice<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const text = 'Another account uses this browser profile already.';
    throw new AppError('name_taken', text, { fields: { profile_path: text } });
  }
}
