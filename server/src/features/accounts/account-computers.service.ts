import { lockUserRow } from '../../platform/access/access.store.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { requireComputer } from '../agent-tokens/agent-tokens.service.ts';
import { settleCampaignsOf } from '../campaigns/campaign-settle.service.ts';
import { announceAccount, announceChange } from './account-announcements.ts';
import { claimPath, takeFolderBack } from './account-computers.store.ts';
import type { ComputerKey, FoundPath } from './account-computers.store.ts';
import { updateDuplicates } from './account-duplicates.store.ts';
import { findAccount, updateAccount } from './accounts.store.ts';
import { elsewhere } from './removed-accounts.store.ts';

export { listAskedPaths } from './account-computers.store.ts';

/**
 * Records which Firefox profiles a computer's agent has found. An account without a computer is assigned to the first computer that
 * finds its Firefox profile.
 */
export async function recordPaths(
  app: App,
  computer: ComputerKey,
  answers: readonly (FoundPath & { is_mine: boolean })[],
): Promise<void> {
  const found = answers.filter(({ is_mine }) => is_mine);
  if (found.length === 0) return;
  const switchedOff = await change(app, async ({ transaction, afterCommit }) => {
    await lockUserRow(transaction, computer.userId);
    const claimed = [];
    for (const path of found) {
      const isTakenBack = await takeFolderBack(transaction, computer, path);
      const claim = await claimPath(transaction, computer, path);
      if (isTakenBack) await updateDuplicates(transaction, computer.userId);
      if (claim !== undefined) claimed.push({ id: path.profile_id, ...claim });
    }
    // One event is enough for any number of accounts, because browsers refetch all of them.
    const [first] = claimed;
    if (first !== undefined) afterCommit(() => announceAccount(app, computer.userId, first.id));
    return claimed.flatMap(({ id, was_switched_off }) => (was_switched_off ? [id] : []));
  });
  for (const id of switchedOff) await settleCampaignsOf(app, computer.userId, id);
}

/**
 * Assigns an account to another of the user's computers. If `computerId` is null, the account goes to the first computer that
 * finds its Firefox profile.
 */
export async function moveAccount(app: App, userId: number, id: number, computerId: string | null): Promise<void> {
  await change(app, async ({ transaction, afterCommit }) => {
    await lockUserRow(transaction, userId);
    const account = await findAccount(transaction, userId, id);
    if (account === undefined) throw notFound('Account');
    if (computerId !== null) await requireComputer(transaction, userId, computerId);
    if (computerId === account.installation_id) return;
    await updateAccount(transaction, userId, id, { ...elsewhere, installation_id: computerId });
    await updateDuplicates(transaction, userId);
    afterCommit(() => announceChange(app, userId, id));
  });
}
