import type { UpdateObject } from 'kysely';
import type { App } from '../../platform/app-context.ts';
import type { Change } from '../../platform/change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DB } from '../../platform/database/database.types.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { findOpenWork } from '../deliveries/campaign-ledger.service.ts';
import { writeLog } from '../deliveries/campaign-log.service.ts';
import { listConflicts, listProfileIds, reserveAccounts } from './campaign-accounts.store.ts';
import { settleCampaign } from './campaign-settle.service.ts';
import { announceStatus } from './campaign-state.service.ts';
import type { LockedCampaign } from './campaign-state.service.ts';
import { hasUsableAccount, updateCampaign } from './campaign-state.store.ts';

/* Functions that run a campaign when it is started, resumed, or continued after it has ended. */

/**
 * Calls `work`, which may run the campaign. Then wakes the agents. Throws `profiles_in_use` if another campaign that was started at the
 * same time has just reserved one of the accounts.
 */
export async function withFreeAccounts(app: App, campaign: CampaignKey, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'campaign_profiles_one_running')) throw error;
    await refuseConflicts(app.db, campaign);
    throw error;
  }
  app.events.wakeAgents(campaign.user_id);
}

/** Throws `profiles_in_use` if another running campaign uses one of the campaign's accounts. */
export async function refuseConflicts(db: Database, { user_id, id }: CampaignKey): Promise<void> {
  const conflicts = await listConflicts(db, user_id, await listProfileIds(db, user_id, id), id);
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

/** Throws `invalid_state` if a campaign that was started before has nobody left to message. */
export async function refuseWithNobodyLeft({ transaction }: Change, campaign: CampaignKey): Promise<void> {
  const { has_pending, has_claimed } = await findOpenWork(transaction, campaign);
  if (has_pending || has_claimed) return;
  throw new AppError('invalid_state', 'No one is left to message in this campaign.');
}

type Run = { columns: UpdateObject<DB, 'campaigns'>; message: (running: LockedCampaign) => string };

/**
 * Reserves a locked campaign's accounts and sets the campaign to running. Throws if another running campaign uses one of its accounts, or if
 * none of them is usable.
 */
export async function runCampaign(change: Change, campaign: LockedCampaign, { columns, message }: Run): Promise<void> {
  const { transaction } = change;
  await refuseConflicts(transaction, campaign);
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
