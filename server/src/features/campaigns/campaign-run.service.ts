import type { UpdateObject } from 'kysely';
import type { App } from '../../platform/app-context.ts';
import type { Change } from '../../platform/change.ts';
import type { DB } from '../../platform/database/database.types.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { writeLog } from '../deliveries/campaign-log.service.ts';
import { listConflicts, listProfileIds, reserveAccounts } from './campaign-accounts.store.ts';
import { settleCampaign } from './campaign-settle.service.ts';
import { announceStatus } from './campaign-state.service.ts';
import type { LockedCampaign } from './campaign-state.service.ts';
import { hasUsableAccount, updateCampaign } from './campaign-state.store.ts';

/* Functions that run a campaign when it is started, resumed, or continued after it has ended. */

/**
 * Calls `work`, which has to set the campaign to running. Then wakes the agents. Throws `profiles_in_use` if another running
 * campaign uses one of the accounts.
 */
export async function withFreeAccounts(
  app: App,
  { userId, id }: { userId: number; id: number },
  work: () => Promise<unknown>,
): Promise<void> {
  await refuseConflicts(app, userId, id);
  try {
    await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'campaign_profiles_one_running')) throw error;
    // Another campaign that was started at the same time has just reserved one of the accounts.
    await refuseConflicts(app, userId, id);
    throw error;
  }
  app.events.wakeAgents(userId);
}

async function refuseConflicts(app: App, userId: number, id: number): Promise<void> {
  const conflicts = await listConflicts(app.db, userId, await listProfileIds(app.db, userId, id), id);
  refuseInUse('start', conflicts);
}

/** Throws `profiles_in_use` if there are accounts that a running campaign already uses. */
export function refuseInUse(action: 'create' | 'start', conflicts: { name: string; campaign: string }[]): void {
  if (conflicts.length === 0) return;
  const names = conflicts.map(({ name }) => name).join(', ');
  const campaigns = [...new Set(conflicts.map(({ campaign }) => campaign))].join(', ');
  const text = `Cannot ${action} campaign: Profiles ${names} are already being used in running campaigns (${campaigns})`;
  throw new AppError('profiles_in_use', text, { conflicting_profiles: conflicts });
}

type Run = { columns: UpdateObject<DB, 'campaigns'>; message: (running: LockedCampaign) => string };

/** Reserves a locked campaign's accounts and sets the campaign to running. Throws if none of its accounts is usable. */
export async function runCampaign(change: Change, campaign: LockedCampaign, { columns, message }: Run): Promise<void> {
  const { transaction } = change;
  await reserveAccounts(transaction, campaign.user_id, campaign.id);
  if (!(await hasUsableAccount(transaction, campaign))) {
    const isOpen = campaign.status === 'pending' || campaign.status === 'paused';
    const advice = isOpen ? 'choose other accounts for the campaign' : 'duplicate the campaign to use other accounts';
    const text = 'Every account in this campaign is switched off, deleted, or on hold until you check it.';
    throw new AppError('invalid_state', `${text} See Accounts, or ${advice}.`);
  }
  const running = await updateCampaign(transaction, campaign, { status: 'running', status_reason: null, ...columns });
  await writeLog(change, running, { action: 'started', message: message(running) });
  announceStatus(change, running);
  await settleCampaign(change, running);
}
