import { hoursSchema } from '@sandpiper/contract/account-limits.schema';
import type { Campaign } from '@sandpiper/contract/campaigns';
import { logPanelSize, skipReasonsMax } from '@sandpiper/contract/limits';
import { renderMessage } from '@sandpiper/contract/message';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { boundsOf, paginationOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { countBeingChecked, isAnyRetryable, skippedOf, unknownOf } from '../deliveries/campaign-ledger.service.ts';
import { messageOf } from '../deliveries/person-checks.service.ts';
import { accountStateOf } from './account-causes.ts';
import { listNextPeople } from './campaign-accounts.store.ts';
import { forecastOf, rateOf } from './campaign-forecast.service.ts';
import { listLastLogs } from './campaign-logs.store.ts';
import { refuseMissing } from './campaign-state.service.ts';
import { accountStatesOf, statusReasonOf } from './campaign-why.service.ts';
import type { AccountState } from './campaign-why.service.ts';
import { findCampaign, listCampaigns } from './campaigns.store.ts';
import type { CampaignFilter } from './campaigns.store.ts';

type Listed = Awaited<ReturnType<typeof listCampaigns>>['campaigns'][number];

function presented<Stored extends Listed>(campaign: Stored, states: readonly AccountState[]) {
  const {
    template_content: _content,
    variables: _variables,
    start_at,
    start_problem,
    is_start_missed,
    hours,
    ...row
  } = campaign;
  return {
    ...row,
    hours: hoursSchema.parse(hours),
    scheduled_start: start_at === null ? null : { at: start_at, is_missed: is_start_missed, problem: start_problem },
    status_reason: statusReasonOf(campaign, states),
  };
}

type ListQuery = Omit<CampaignFilter, 'isStoppedEarly'> &
  PageRequest & { stopped_early?: 'true' | 'false' | undefined };

export async function pageOfCampaigns(app: App, userId: number, { stopped_early: stopped, ...query }: ListQuery) {
  const filter = { ...query, isStoppedEarly: stopped === undefined ? undefined : stopped === 'true' };
  const { campaigns, total } = await listCampaigns(app.db, userId, filter, boundsOf(query));
  const running = campaigns.filter(({ status }) => status === 'running').map(({ id }) => id);
  const states = await accountStatesOf(app, userId, running);
  return {
    campaigns: campaigns.map((campaign) => presented(campaign, states)),
    pagination: paginationOf(query, total),
  };
}

/** Returns a campaign with its accounts, latest log entries and forecast, as the campaign page shows them. */
export async function getCampaign(app: App, userId: number, id: number): Promise<Campaign> {
  const key = { user_id: userId, id };
  const campaign = await findCampaign(app.db, userId, id);
  if (campaign === undefined) throw notFound('Campaign');
  const states = await accountStatesOf(app, userId, [id]);
  const isRunning = campaign.status === 'running';
  const people = campaign.total_list - campaign.total_sent - campaign.total_failed;
  const expected = isRunning ? await forecastOf(app, userId, { states, people }) : null;
  // Before the first start, the deliveries can be left over from a start that was refused or interrupted, so they are ignored. The next
  // start replaces them.
  const skipped = campaign.started_at === null ? [] : await skippedOf(app.db, key, skipReasonsMax);
  return {
    ...presented(campaign, states),
    template_content: campaign.template_content,
    variables: campaign.variables,
    logs: await listLastLogs(app.db, userId, id, logPanelSize),
    accounts: states.map(accountOf),
    skipped,
    total_being_checked: await countBeingChecked(app.db, key),
    has_retryable: campaign.total_failed > 0 && (await isAnyRetryable(app.db, key)),
    rate_per_hour: isRunning ? await rateOf(app, userId, states) : null,
    expected_end_at: expected?.end.toISOString() ?? null,
    preview: await previewOf(app, userId, campaign),
  };
}

function accountOf({ row, cause }: AccountState): Campaign['accounts'][number] {
  const { profile_id, profile_name, is_deleted } = row;
  return { profile_id, profile_name, is_deleted, ...accountStateOf(cause) };
}

/**
 * How many of the next people the preview considers. The preview shows the message to the first of them who has every value that the
 * message needs.
 */
const lookedAhead = 20;

async function previewOf(app: App, userId: number, campaign: Listed): Promise<Campaign['preview']> {
  const message = messageOf(campaign);
  for (const { recipient, variables } of await listNextPeople(app.db, userId, campaign, lookedAhead)) {
    const { text, missing } = renderMessage(message, { ...variables, username: recipient });
    if (missing.length === 0) return { recipient, text };
  }
  return null;
}

/** Returns a page of the people whose message has an unknown outcome. */
export async function pageOfUnknown(app: App, userId: number, id: number, query: PageRequest) {
  await refuseMissing(app.db, userId, id);
  const { people, total } = await unknownOf(app.db, { user_id: userId, id }, boundsOf(query));
  return { people, pagination: paginationOf(query, total) };
}
