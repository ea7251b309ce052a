import { lockUserRow } from '../../platform/access/access.store.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { together } from '../../platform/database/pipelining.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { limitColumns } from '../guard/account-limits.service.ts';
import type { LimitsInput } from '../guard/account-limits.service.ts';
import { announceChange } from './account-announcements.ts';
import { getAccounts, settleSwitched, staysOff } from './accounts.service.ts';
import { listAccountsById, toggleActive, updateAccounts } from './accounts.store.ts';
import type { AccountRow } from './accounts.store.ts';

type AccountsChange = { profile_ids: readonly number[]; is_active?: boolean | undefined } & LimitsInput;

/**
 * Switches several accounts on or off and sets their limits, in one transaction. Omitted settings keep their values. Returns the changed
 * accounts, and the other accounts' IDs with the reason why they weren't changed.
 */
export async function changeAccounts(app: App, userId: number, { profile_ids, is_active, ...limits }: AccountsChange) {
  const asked = [...new Set(profile_ids)];
  const { ids, refused } = await change(app, async ({ transaction, afterCommit }) => {
    // Bulk changes for the same user run one at a time, because two of them could deadlock on each other's accounts.
    await lockUserRow(transaction, userId);
    const known = await listAccountsById(transaction, userId, asked);
    const changed = await switchAll(transaction, userId, { known, isActive: is_active });
    await setLimits(transaction, userId, { accounts: changed, limits });
    const ids = idsOf(changed);
    const [first] = ids;
    // One event is enough for any number of accounts, because browsers refetch all of them.
    if (first !== undefined) afterCommit(() => announceChange(app, userId, first));
    const doubles = known.filter((account) => !changed.includes(account));
    const found = new Set(idsOf(known));
    const missing = asked.filter((id) => !found.has(id));
    const refused = [
      ...doubles.map(({ id, double_of }) => ({ id, reason: staysOff(double_of).message })),
      ...missing.map((id) => ({ id, reason: notFound('Account').message })),
    ];
    return { ids, refused };
  });
  if (ids.length === 0) return { profiles: [], refused };
  if (is_active !== undefined) await settleSwitched(app, userId);
  return { profiles: await getAccounts(app, userId, ids), refused };
}

const idsOf = (accounts: readonly AccountRow[]) => accounts.map(({ id }) => id);

type Switching = { known: readonly AccountRow[]; isActive: boolean | undefined };

/** Switches accounts on or off. Returns them without the duplicates, which can't be switched on. */
async function switchAll(transaction: Transaction, userId: number, { known, isActive }: Switching) {
  if (isActive === undefined || known.length === 0) return known;
  const switched = await toggleActive(transaction, userId, { ids: idsOf(known), isActive });
  return known.filter(({ id }) => switched.includes(id));
}

type Limiting = { accounts: readonly AccountRow[]; limits: LimitsInput };

/** Sets the accounts' limits, with one statement for all accounts whose columns get the same values. */
async function setLimits(transaction: Transaction, userId: number, { accounts, limits }: Limiting): Promise<void> {
  if (Object.values(limits).every((value) => value === undefined)) return;
  const groups = new Map<string, { ids: number[]; columns: ReturnType<typeof limitColumns> }>();
  for (const account of accounts) {
    const columns = limitColumns(limits, account);
    const key = JSON.stringify(columns);
    const group = groups.get(key) ?? { ids: [], columns };
    group.ids.push(account.id);
    groups.set(key, group);
  }
  await together([...groups.values()].map(({ ids, columns }) => updateAccounts(transaction, userId, ids, columns)));
}
