import type { CampaignStatus } from '@sandpiper/contract/campaigns';
import { isBrowserDefaultFolder } from '@sandpiper/contract/default-profiles';
import type { Person } from '../../platform/access/person.ts';
import { requireSubscription } from '../../platform/access/access.service.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { addAgentRequest, announceNewRequest } from '../agent-requests/agent-requests.service.ts';
import { lockClaimed } from '../deliveries/claiming.service.ts';
import { moveDelivery } from '../deliveries/deliveries.service.ts';
import { endCampaign, settleCampaign } from './campaign-settle.service.ts';
import { announceStatus, lockCampaign, pauseCampaign } from './campaign-state.service.ts';
import type { LockedCampaign } from './campaign-state.service.ts';
import { listCampaignWindows, listConflicts, replaceAccounts } from './campaign-accounts.store.ts';
import { findLastSeq, listLogsAfter } from './campaign-logs.store.ts';
import { refuseInUse, startCampaign } from './campaign-start.service.ts';
import { findAccounts, findParts, hasCampaign, insertCampaign } from './campaigns.store.ts';

type Plan = {
  name: string;
  message_template_id: number;
  list_id: number;
  profiles_used: number[];
  allow_repeat?: boolean;
  cool_off_days?: number;
  skip_conversations?: boolean;
};

/** Creates a campaign and returns its id. Nothing is sent before it is started. */
export async function planCampaign(app: App, userId: number, plan: Plan): Promise<number> {
  const profileIds = [...new Set(plan.profiles_used)];
  const { message_template_id, list_id, name } = plan;
  const { allow_repeat = false, cool_off_days = 0, skip_conversations = true } = plan;
  return change(app, async ({ transaction }) => {
    const { template, list, accounts } = await findParts(transaction, userId, {
      templateId: message_template_id,
      listId: list_id,
      profileIds,
    });
    if (template === undefined) throw notFound('Template');
    if (list === undefined) throw notFound('List');
    refuseUnusable(accounts, profileIds);
    refuseInUse('create', await listConflicts(transaction, userId, profileIds));
    const campaign = {
      name,
      message_template_id,
      template_name: template.name,
      template_content: template.content,
      list_id,
      list_name: list.name,
      allow_repeat,
      cool_off_days,
      skip_conversations,
    };
    return insertCampaign(transaction, userId, campaign, profileIds);
  });
}

type PlannedAccount = { is_active: boolean; profile_name: string; profile_path: string };

function refuseUnusable(accounts: readonly PlannedAccount[], wanted: readonly number[]): void {
  if (accounts.length < wanted.length) throw notFound('Account');
  if (accounts.some((account) => !account.is_active)) {
    throw new AppError('invalid_state', 'Only accounts that are switched on can be used.');
  }
  if (accounts.some((account) => isBrowserDefaultFolder(account.profile_path))) {
    throw new AppError('invalid_state', "Accounts that use your personal Firefox profile can't be chosen.");
  }
}

/** Changes the accounts of a campaign that isn't running. */
export async function changeAccounts(app: App, userId: number, id: number, profilesUsed: number[]): Promise<void> {
  const profileIds = [...new Set(profilesUsed)];
  await change(app, async (change) => {
    const campaign = await lockCampaign(change.transaction, userId, id);
    if (campaign === undefined) throw notFound('Campaign');
    if (campaign.status !== 'pending' && campaign.status !== 'paused') {
      throw new AppError('invalid_state', `You can't change the accounts of a ${campaign.status} campaign.`);
    }
    refuseUnusable(await findAccounts(change.transaction, userId, profileIds), profileIds);
    await replaceAccounts(change.transaction, userId, { campaignId: id, profileIds });
    announceStatus(change, campaign);
  });
}

/** The user looked at the conversation and says whether an unknown delivery was sent. */
export async function resolveUnknown(
  app: App,
  userId: number,
  { id, deliveryId, wasSent }: { id: number; deliveryId: number; wasSent: boolean },
): Promise<void> {
  await change(app, async (change) => {
    const campaign = await lockCampaign(change.transaction, userId, id);
    const delivery = await lockClaimed(change.transaction, userId, deliveryId);
    if (campaign === undefined) throw notFound('Campaign');
    if (delivery === undefined || delivery.campaign_id !== id) throw notFound('Person');
    const moved = await moveDelivery({ change, campaign }, delivery, { type: 'resolve', wasSent });
    if (moved === null) throw new AppError('invalid_state', 'The outcome of this message is already known.');
    const counted = await lockCampaign(change.transaction, userId, id);
    if (counted !== undefined) await settleCampaign(change, counted);
  });
}

/** Sets a status as a user may: paused, running again, or completed. */
export async function setCampaignStatus(app: App, user: Person, id: number, status: CampaignStatus): Promise<void> {
  switch (status) {
    case 'running':
      requireSubscription(user);
      await startCampaign(app, user.id, id);
      return;
    case 'paused':
      await pauseByUser(app, user.id, id);
      return;
    case 'completed':
      await stopCampaign(app, user.id, id);
      return;
    case 'pending':
    case 'failed':
      if (!(await hasCampaign(app.db, user.id, id))) throw notFound('Campaign');
      throw new AppError('invalid_state', `You can't set a campaign to ${status}.`);
  }
}

async function pauseByUser(app: App, userId: number, id: number): Promise<void> {
  await change(app, async (change) => {
    const campaign = await lockCampaign(change.transaction, userId, id);
    if (campaign === undefined) throw notFound('Campaign');
    if (campaign.status !== 'running') {
      throw new AppError('invalid_state', `You can't pause a ${campaign.status} campaign.`);
    }
    await pauseCampaign(change, campaign, { code: 'paused_by_user', message: 'Paused by you.' });
  });
}

function stopText({ total_list, total_sent, total_failed }: LockedCampaign): string {
  const left = total_list - total_sent - total_failed;
  if (left === 0) return 'Stopped by you.';
  return `Stopped by you. ${left} ${left === 1 ? 'person was' : 'people were'} not messaged.`;
}

/** Ends a campaign for good and asks the agent to close its windows; returns how many there are. */
export async function stopCampaign(app: App, userId: number, id: number): Promise<number> {
  return change(app, async (change) => {
    const campaign = await lockCampaign(change.transaction, userId, id);
    if (campaign === undefined) throw notFound('Campaign');
    if (campaign.status !== 'running' && campaign.status !== 'paused') {
      throw new AppError('invalid_state', `You can't stop a ${campaign.status} campaign.`);
    }
    const windows = await listCampaignWindows(change.transaction, userId, id);
    await endCampaign(change, campaign, { message: stopText, isByUser: true });
    if (windows.length > 0) {
      const request = await addAgentRequest(change.transaction, userId, {
        request_type: 'close_campaign',
        profile_ids: windows,
      });
      change.afterCommit(() => announceNewRequest(app, request));
    }
    return windows.length;
  });
}

export async function logsAfter(app: App, userId: number, id: number, after: { seq: number; limit: number }) {
  if (!(await hasCampaign(app.db, userId, id))) throw notFound('Campaign');
  return {
    logs: await listLogsAfter(app.db, userId, id, after),
    last_seq: await findLastSeq(app.db, userId, id),
  };
}
