import { hoursSchema } from '@sandpiper/contract/account-limits.schema';
import type { Campaign, CampaignRow, StatusReasonCode } from '@sandpiper/contract/campaigns';
import { logPanelSize } from '@sandpiper/contract/limits';
import { renderMessage } from '@sandpiper/contract/message';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { offsetOf, paginationOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import { isAgentOnline } from '../agent-tokens/agent-tokens.service.ts';
import { beingCheckedOf, skippedOf, unknownOf } from '../deliveries/campaign-ledger.service.ts';
import { findNextPerson, findPace, listCampaignAccounts } from './campaign-accounts.store.ts';
import type { AccountRow } from './campaign-accounts.store.ts';
import { listLastLogs } from './campaign-logs.store.ts';
import { reasonWhileRunning, accountStateOf, statusReasonOf } from './status-reasons.ts';
import { findCampaign, findPolicy, hasCampaign, listCampaigns } from './campaigns.store.ts';
import type { CampaignFilter } from './campaigns.store.ts';

type Stored = NonNullable<Awaited<ReturnType<typeof findCampaign>>>;

const daySeconds = 86_400;

function ceilingOf({ config }: App) {
  return { most: config.maxPerAccountPerDay, seconds: scaledSeconds(config, daySeconds) };
}

function presented(campaign: Stored, accounts: readonly AccountRow[], isOnline: boolean): CampaignRow {
  const { template_content: _content, start_at, start_problem, is_start_missed, hours, ...row } = campaign;
  const own = accounts.filter((account) => account.campaign_id === campaign.id);
  const scheduled = start_at === null ? null : { at: start_at, is_missed: is_start_missed, problem: start_problem };
  const reason =
    campaign.status === 'running'
      ? reasonWhileRunning(own, isOnline)
      : statusReasonOf(scheduled === null ? campaign.status_reason : scheduledReason(scheduled));
  return { ...row, hours: hoursSchema.parse(hours), scheduled_start: scheduled, status_reason: reason };
}

function scheduledReason({ is_missed }: { is_missed: boolean }): StatusReasonCode {
  return is_missed ? 'start_missed' : 'scheduled';
}

export async function pageOfCampaigns(app: App, userId: number, query: CampaignFilter & PageRequest) {
  const page = { limit: query.limit, offset: offsetOf(query) };
  const { campaigns, total } = await listCampaigns(app.db, userId, query, page);
  const running = campaigns.filter(({ status }) => status === 'running').map(({ id }) => id);
  const accounts = running.length === 0 ? [] : await listCampaignAccounts(app.db, userId, running, ceilingOf(app));
  const isOnline = running.length > 0 && (await isAgentOnline(app, userId));
  return {
    campaigns: campaigns.map((campaign) => presented(campaign, accounts, isOnline)),
    pagination: paginationOf(query, total),
  };
}

/** Everything the campaign page shows. */
export async function getCampaign(app: App, userId: number, id: number): Promise<Campaign> {
  const key = { user_id: userId, id };
  const campaign = await findCampaign(app.db, userId, id);
  const policy = await findPolicy(app.db, userId, id);
  if (campaign === undefined || policy === undefined) throw notFound('Campaign');
  const rows = await listCampaignAccounts(app.db, userId, [id], ceilingOf(app));
  const isOnline = await isAgentOnline(app, userId);
  const left = campaign.total_list - campaign.total_sent - campaign.total_failed;
  const ratePerHour = campaign.status === 'running' && isOnline ? await rateOf(app, userId, rows) : null;
  // A refused start leaves its counts behind; the next start counts again.
  const skipped = campaign.started_at === null ? [] : await skippedOf(app.db, key);
  const { total: unknown } = await unknownOf(app.db, key, { limit: 1, offset: 0 });
  return {
    ...presented(campaign, rows, isOnline),
    ...policy,
    template_content: campaign.template_content,
    logs: await listLastLogs(app.db, userId, id, logPanelSize),
    accounts: rows.map((row) => accountOf(row, campaign.status)),
    skipped,
    total_unknown: unknown,
    total_being_checked: await beingCheckedOf(app.db, key),
    rate_per_hour: ratePerHour,
    expected_end_at: expectedEnd(left, ratePerHour),
    preview: await previewOf(app, userId, campaign),
  };
}

function accountOf(row: AccountRow, status: Campaign['status']): Campaign['accounts'][number] {
  const { profile_id, profile_name, is_deleted } = row;
  return { profile_id, profile_name, is_deleted, ...accountStateOf(row, status) };
}

function expectedEnd(left: number, ratePerHour: number | null): string | null {
  return ratePerHour === null ? null : new Date(Date.now() + (left / ratePerHour) * 3_600_000).toISOString();
}

async function previewOf(app: App, userId: number, campaign: Stored): Promise<Campaign['preview']> {
  const recipient = await findNextPerson(app.db, userId, campaign);
  if (recipient === null) return null;
  return { recipient, text: renderMessage(campaign.template_content, { username: recipient }) };
}

const sendingReasons: ReadonlySet<string | null> = new Set([null, 'waiting_for_time', 'retry_later']);

/** Messages per hour by the accounts that can send; null: none can. */
async function rateOf(app: App, userId: number, rows: AccountRow[]): Promise<number | null> {
  const senders = rows.filter((row) => sendingReasons.has(accountStateOf(row, 'running').reason)).length;
  if (senders === 0) return null;
  const { delay_start, delay_end } = await findPace(app.db, userId);
  const seconds = scaledSeconds(app.config, (delay_start + delay_end) / 2);
  return Math.round((senders * 36_000) / seconds) / 10;
}

/** People whose outcome is unknown. */
export async function pageOfUnknown(app: App, userId: number, id: number, query: PageRequest) {
  if (!(await hasCampaign(app.db, userId, id))) throw notFound('Campaign');
  const page = { limit: query.limit, offset: offsetOf(query) };
  const { people, total } = await unknownOf(app.db, { user_id: userId, id }, page);
  return { people, pagination: paginationOf(query, total) };
}
