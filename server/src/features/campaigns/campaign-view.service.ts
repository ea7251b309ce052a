import type { Campaign, CampaignAccount, CampaignStatus } from '@sandpiper/contract/campaigns';
import { logPanelSize } from '@sandpiper/contract/limits';
import { renderMessage } from '@sandpiper/contract/message';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { pacedSeconds } from '../../platform/pacing.ts';
import { isAgentWorking } from '../agent-tokens/agent-tokens.service.ts';
import { findNextPerson, findPace, listCampaignAccounts } from './campaign-accounts.store.ts';
import type { AccountRow } from './campaign-accounts.store.ts';
import { listLastLogs } from './campaign-logs.store.ts';
import { findCampaign } from './campaigns.store.ts';

/** Everything there is to see of one campaign. */
export async function getCampaign(app: App, userId: number, id: number): Promise<Campaign> {
  const campaign = await findCampaign(app.db, userId, id);
  if (campaign === undefined) throw notFound('Campaign');
  const rows = await listCampaignAccounts(app.db, userId, id);
  const recipient = await findNextPerson(app.db, userId, campaign);
  const left = campaign.total_list - campaign.total_sent - campaign.total_failed;
  const ratePerHour = campaign.status === 'running' ? await rateOf(app, userId, rows) : null;
  return {
    ...campaign,
    logs: await listLastLogs(app.db, userId, id, logPanelSize),
    accounts: rows.map((row) => accountOf(row, campaign.status)),
    rate_per_hour: ratePerHour,
    expected_end_at:
      ratePerHour === null ? null : new Date(Date.now() + (left / ratePerHour) * 3_600_000).toISOString(),
    preview:
      recipient === null
        ? null
        : { recipient, text: renderMessage(campaign.template_content, { username: recipient }) },
  };
}

/** Null while nothing can be sent: no account is free to, or no agent is there. */
async function rateOf(app: App, userId: number, rows: AccountRow[]): Promise<number | null> {
  const senders = rows.filter(
    (row) => row.is_active && !row.is_blocked && row.hindrance === null && row.has_work,
  ).length;
  if (senders === 0 || !(await isAgentWorking(app, userId))) return null;
  const { delay_start, delay_end } = await findPace(app.db, userId);
  const seconds = pacedSeconds(app.config, (delay_start + delay_end) / 2);
  return Math.round((senders * 36_000) / seconds) / 10;
}

type Standing = Pick<CampaignAccount, 'state' | 'reason' | 'text' | 'next_due_at'>;

function accountOf(row: AccountRow, status: CampaignStatus): CampaignAccount {
  return { profile_id: row.profile_id, profile_name: row.profile_name, ...standingOf(row, status) };
}

function standingOf(row: AccountRow, status: CampaignStatus): Standing {
  const stands = (state: Standing['state'], reason: Standing['reason'], text: string | null, next?: string | null) => ({
    state,
    reason,
    text,
    next_due_at: next ?? null,
  });
  if (row.is_blocked) return stands('blocked', 'account_blocked', row.blocked_reason);
  if (status === 'completed' || status === 'failed') return stands('done', null, null);
  if (row.is_sending) return stands('sending', null, null);
  if (status !== 'running') return stands('idle', 'campaign_not_running', 'The campaign is not running.');
  if (!row.is_active) return stands('idle', 'account_inactive', 'This account is switched off.');
  if (!row.has_work) return stands('done', 'nothing_left', 'Nobody is left for this account.');
  if (row.hindrance !== null) return stands('waiting', 'hindered', row.hindrance);
  const retryIsLater = row.retry_at !== null && row.retry_at > (row.due_at ?? '');
  if (retryIsLater) return stands('waiting', 'retry_later', 'The people left are tried again later.', row.retry_at);
  if (row.due_at !== null) {
    return stands('waiting', 'waiting_for_time', 'The pause between two messages is not over yet.', row.due_at);
  }
  return stands('idle', null, null);
}
