import type { CampaignStatus } from '@sandpiper/contract/campaigns';
import { looksLikeBrowserDefault } from '@sandpiper/contract/default-profiles';
import type { Person } from '../../platform/access/person.ts';
import { requireSubscription } from '../../platform/access/access.service.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { offsetOf, paginationOf } from '../../platform/http/pagination.ts';
import type { PageRequest } from '../../platform/http/pagination.ts';
import { addAgentRequest, announceNewRequest } from '../agent-requests/agent-requests.service.ts';
import { endCampaign, lockCampaign, pauseCampaign } from './campaign-state.service.ts';
import { findLastSeq, listLogsAfter } from './campaign-logs.store.ts';
import { refuseInUse, startCampaign } from './campaign-start.service.ts';
import {
  findParts,
  hasCampaign,
  insertCampaign,
  listCampaigns,
  listCampaignWindows,
  listConflicts,
} from './campaigns.store.ts';
import type { CampaignFilter } from './campaigns.store.ts';

export async function pageOfCampaigns(app: App, userId: number, query: CampaignFilter & PageRequest) {
  const page = { limit: query.limit, offset: offsetOf(query) };
  const { campaigns, total } = await listCampaigns(app.db, userId, query, page);
  return { campaigns, pagination: paginationOf(query, total) };
}

type Plan = { name: string; message_template_id: number; list_id: number; profiles_used: number[] };

/** Plans a campaign; answers its id. Nothing is sent before it is started. */
export async function planCampaign(app: App, userId: number, plan: Plan): Promise<number> {
  const profileIds = [...new Set(plan.profiles_used)];
  const { message_template_id, list_id, name } = plan;
  return change(app, async ({ transaction }) => {
    const { template, list, accounts } = await findParts(transaction, userId, {
      templateId: message_template_id,
      listId: list_id,
      profileIds,
    });
    if (template === undefined) throw notFound('Template');
    if (list === undefined) throw notFound('List');
    if (accounts.length < profileIds.length) throw notFound('Account');
    if (accounts.some((account) => !account.is_active)) {
      throw new AppError('invalid_state', 'Only accounts that are switched on can be chosen.');
    }
    if (accounts.some((account) => looksLikeBrowserDefault(account.profile_name, account.profile_path))) {
      throw new AppError('invalid_state', 'The profile of your own browser cannot be chosen.');
    }
    refuseInUse('create', await listConflicts(transaction, userId, profileIds));
    const campaign = {
      name,
      message_template_id,
      template_name: template.name,
      template_content: template.content,
      list_id,
      list_name: list.name,
    };
    return insertCampaign(transaction, userId, campaign, profileIds);
  });
}

/** Moves a campaign to a status as a user may: paused, running again, or completed. */
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
      throw new AppError('invalid_state', `A campaign cannot be set to ${status}.`);
  }
}

async function pauseByUser(app: App, userId: number, id: number): Promise<void> {
  await change(app, async (change) => {
    const campaign = await lockCampaign(change.transaction, userId, id);
    if (campaign === undefined) throw notFound('Campaign');
    if (campaign.status !== 'running') {
      throw new AppError('invalid_state', `A campaign that is ${campaign.status} cannot be paused.`);
    }
    await pauseCampaign(change, campaign, 'Paused by you.');
  });
}

/** Ends a campaign for good and asks the agent to close its windows; answers how many those are. */
export async function stopCampaign(app: App, userId: number, id: number): Promise<number> {
  return change(app, async (change) => {
    const campaign = await lockCampaign(change.transaction, userId, id);
    if (campaign === undefined) throw notFound('Campaign');
    if (campaign.status !== 'running' && campaign.status !== 'paused') {
      throw new AppError('invalid_state', `A campaign that is ${campaign.status} cannot be stopped.`);
    }
    const windows = await listCampaignWindows(change.transaction, userId, id);
    await endCampaign(change, campaign, 'completed', 'Stopped by you.');
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
