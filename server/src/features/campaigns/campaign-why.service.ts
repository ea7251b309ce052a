import type { StatusReason } from '@sandpiper/contract/campaign-status';
import { usualReasons } from '@sandpiper/contract/usual-reasons';
import type { Why } from '@sandpiper/contract/why';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { oneDay } from '../../platform/time-scale.ts';
import { accountCauseOf } from './account-causes.ts';
import type { AccountCause } from './account-causes.ts';
import { listCampaignAccounts } from './account-states.store.ts';
import type { AccountRow } from './account-states.store.ts';
import { findCampaign, listCampaigns, listLateCampaigns } from './campaigns.store.ts';
import { accountReasonOf, reasonOfCampaign } from './status-reasons.ts';
import type { ReasonedCampaign } from './status-reasons.ts';

/** One of a campaign's accounts: the facts about it, and what it is doing or waiting for. */
export type AccountState = { row: AccountRow; cause: AccountCause };

export function ceilingOf({ config }: App) {
  return { most: config.maxPerAccountPerDay, seconds: oneDay(config) };
}

/** Returns the accounts of these campaigns, each with what it is doing or waiting for. */
export async function accountStatesOf(
  app: App,
  userId: number,
  campaignIds: readonly number[],
): Promise<AccountState[]> {
  if (campaignIds.length === 0) return [];
  const rows = await listCampaignAccounts(app.db, userId, campaignIds, ceilingOf(app));
  return rows.map((row) => ({ row, cause: accountCauseOf(app.config, row, row.campaign_status) }));
}

function causesOf({ id }: { id: number }, states: readonly AccountState[]): AccountCause[] {
  return states.filter(({ row }) => row.campaign_id === id).map(({ cause }) => cause);
}

/** Returns the reason that screens show next to the campaign's status, or null if there is nothing unusual. */
export function statusReasonOf(campaign: ReasonedCampaign, states: readonly AccountState[]): StatusReason | null {
  const reason = reasonOfCampaign(campaign, causesOf(campaign, states));
  return usualReasons.has(reason.code) ? null : reason;
}

/** Returns why a campaign isn't sending, or what it is doing. Also returns what each of its accounts is doing or waiting for. */
export async function whyOf(app: App, userId: number, id: number): Promise<Why> {
  const campaign = await findCampaign(app.db, userId, id);
  if (campaign === undefined) throw notFound('Campaign');
  const states = await accountStatesOf(app, userId, [id]);
  return {
    ...reasonOfCampaign(campaign, causesOf(campaign, states)),
    accounts: states.map(({ row, cause }) => ({
      profile_id: row.profile_id,
      name: row.profile_name,
      ...accountReasonOf(cause),
    })),
  };
}

/** Returns the newest campaigns whose scheduled start was missed or has failed so far, and why. */
export async function lateCampaignsOf({ db }: App, userId: number, limit: number) {
  const campaigns = await listLateCampaigns(db, userId, limit);
  return campaigns.map((campaign) => {
    const { id, name } = campaign;
    return { id, name, status_reason: reasonOfCampaign(campaign, []) };
  });
}

const mostShown = 20;

/**
 * Returns the status reasons of a user's running campaigns, then of the campaigns that should have started, then of the paused
 * campaigns. Each group contains at most 20 campaigns, newest first.
 */
export async function whyOfActive(app: App, userId: number) {
  const page = { limit: mostShown, offset: 0 };
  const running = await listCampaigns(app.db, userId, { status: 'running' }, page);
  const paused = await listCampaigns(app.db, userId, { status: 'paused' }, page);
  const late = await listLateCampaigns(app.db, userId, mostShown);
  const campaigns = [...running.campaigns, ...late, ...paused.campaigns];
  const states = await accountStatesOf(
    app,
    userId,
    running.campaigns.map(({ id }) => id),
  );
  return campaigns.map((campaign) => ({
    id: campaign.id,
    name: campaign.name,
    ...reasonOfCampaign(campaign, causesOf(campaign, states)),
  }));
}
