import { hoursSchema } from '@sandpiper/contract/account-limits.schema';
import type { Account, Computer, PackInfo } from '@sandpiper/contract/accounts';
import { planOf } from '@sandpiper/contract/plans';
import { lockUserRow } from '../../platform/access/access.store.ts';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { together } from '../../platform/database/pipelining.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { boundsOf, paginationOf } from '../../platform/http/answers.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { listComputers } from '../agent-tokens/agent-tokens.service.ts';
import { settleCampaignsOf } from '../campaigns/campaign-settle.service.ts';
import { limitOf } from '../guard/account-limits.service.ts';
import { announceAccount } from './account-announcements.ts';
import { updateDuplicates } from './account-duplicates.store.ts';
import { holdOf } from './account-holds.service.ts';
import { countAccounts, findAccount, listAccounts, listAccountsById, toggleActive } from './accounts.store.ts';
import type { AccountRow } from './accounts.store.ts';
import { announceUnreadCounts, forgetUnreadCounts } from '../unread-counts/unread-counts.service.ts';
import { markRemoved } from './removed-accounts.store.ts';

function accountOf(row: AccountRow, computers: readonly Computer[]): Account {
  const { installation_id, is_held, hold_reason, hold_detail, held_at, held_until, ...known } = row;
  const { ramp_start, ramp_step, lasting_day: _day, lasting_until: _until, ...shown } = known;
  return {
    ...shown,
    is_active: row.is_active ? 1 : 0,
    ramp: limitOf({ daily_limit: row.daily_limit, ramp_start, ramp_step }).ramp,
    hours: hoursSchema.parse(row.hours),
    hold: holdOf({ is_held, hold_reason, hold_detail, held_at, held_until }),
    computer: installation_id === null ? null : computerOf(installation_id, computers),
  };
}

/** Returns the computer with this ID. After its token is revoked, a computer keeps its accounts and is called "Unpaired computer". */
function computerOf(id: string, computers: readonly Computer[]): Computer {
  return computers.find((computer) => computer.id === id) ?? { id, name: 'Unpaired computer', is_online: false };
}

/** Returns one page of the user's accounts that match the search, or all of them if `page` is null. */
export async function pageOfAccounts(
  app: App,
  userId: number,
  search: string,
  page: { page: number; limit: number } | null,
) {
  const bounds = page === null ? null : boundsOf(page);
  const [{ rows, total }, computers] = await together([
    listAccounts(app.db, userId, search, bounds),
    listComputers(app.db, userId),
  ]);
  const request = page ?? { page: 1, limit: Math.max(total, 1) };
  return { profiles: rows.map((row) => accountOf(row, computers)), pagination: paginationOf(request, total) };
}

export async function getAccount(app: App, userId: number, id: number): Promise<Account> {
  const row = await findAccount(app.db, userId, id);
  if (row === undefined) throw notFound('Account');
  return accountOf(row, await listComputers(app.db, userId));
}

/** Returns those of the accounts with these IDs that exist. */
export async function getAccounts(app: App, userId: number, ids: readonly number[]): Promise<Account[]> {
  const [rows, computers] = await together([listAccountsById(app.db, userId, ids), listComputers(app.db, userId)]);
  return rows.map((row) => accountOf(row, computers));
}

/**
 * Switches an account on or off, or toggles the account if `isActive` is undefined. Pauses a running campaign if none of its accounts can
 * be used anymore.
 */
export async function toggleAccount(
  app: App,
  userId: number,
  { id, isActive }: { id: number; isActive: boolean | undefined },
): Promise<Account> {
  const { double_of } = await getAccount(app, userId, id);
  if ((await toggleActive(app.db, userId, { ids: [id], isActive })).length === 0) throw staysOff(double_of);
  announceAccount(app, userId, id);
  await settleSwitched(app, userId, id);
  return getAccount(app, userId, id);
}

/** Creates the error for a duplicate account, which can't be switched on. `original` is the account that it duplicates. */
export function staysOff(original: { name: string } | null): AppError {
  const same = original === null ? 'another account' : `your account "${original.name}"`;
  const text = `This account uses the same Instagram account or Firefox profile as ${same}, so it stays off. Change its Instagram username or its Firefox profile, or delete one of the two.`;
  return new AppError('invalid_state', text);
}

/**
 * Pauses running campaigns that no longer have a usable account, and wakes the agents. Call this function after accounts have been switched
 * on or off. If only one account was switched, `id` is its ID.
 */
export async function settleSwitched(app: App, userId: number, id?: number): Promise<void> {
  announceUnreadCounts(app, userId);
  await settleCampaignsOf(app, userId, id);
  app.events.wakeAgents(userId);
}

/** Records in the audit log that an account's Instagram password was stored or removed. */
export function recordStoredPassword(
  change: Change,
  by: Requester,
  { id, act }: { id: number; act: 'stored' | 'removed' },
): Promise<void> {
  return recordActOf(change, by, { action: `instagram_password_${act}`, subject: `account ${id}` });
}

/** Marks an account as removed. The row is kept, so the account gets its hold, pacing and history back if it is added again. */
export async function removeAccount(app: App, by: Requester, id: number): Promise<void> {
  const userId = by.user.id;
  await change(app, async (change) => {
    const { transaction, afterCommit } = change;
    await lockUserRow(transaction, userId);
    const account = await findAccount(transaction, userId, id);
    if (account === undefined) throw notFound('Account');
    if (account.in_use_by !== null) {
      throw new AppError(
        'invalid_state',
        `The campaign "${account.in_use_by.name}" is using this account. Pause the campaign first.`,
      );
    }
    afterCommit(() => announceAccount(app, userId, id));
    await markRemoved(transaction, userId, id);
    await forgetUnreadCounts(change, userId, id);
    if (account.has_password) await recordStoredPassword(change, by, { id, act: 'removed' });
    await updateDuplicates(transaction, userId);
  });
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
    maxPerAccountPerDay: app.config.maxPerAccountPerDay,
  };
}
