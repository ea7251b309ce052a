import type { Hours } from '@sandpiper/contract/account-limits';
import { preflightPeopleMax } from '@sandpiper/contract/limits';
import type { Forecast, Preflight, PreflightAccount } from '@sandpiper/contract/preflight';
import type { SkipReason } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { boundsOf, paginationOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { holdList } from '../../platform/database/lists.store.ts';
import { transact } from '../../platform/database/transact.ts';
import { countPendingAndDone, firstPeopleOfStart } from '../deliveries/campaign-ledger.service.ts';
import type { CampaignForecast } from '../guard/forecast.service.ts';
import { isBeingFilled } from '../list-fillings/list-fillings.service.ts';
import { areBeingChanged } from '../variables/variables.service.ts';
import { accountCauseOf, factsOf } from './account-causes.ts';
import { listAccountsToCome } from './account-states.store.ts';
import { reviewKeyOf } from './campaign-review.service.ts';
import { refuseStartAt } from './campaign-schedule.service.ts';
import { listConflicts, listProfileIds } from './campaign-accounts.store.ts';
import { canBeCountedOn, forecastOf, isUsable } from './campaign-forecast.service.ts';
import { ceilingOf } from './campaign-why.service.ts';
import type { AccountState } from './campaign-why.service.ts';
import { findAccounts, findCampaign, findTemplate } from './campaigns.store.ts';
import { problemsOf } from './preflight-problems.ts';
import { accountReasonOf } from './status-reasons.ts';

type Policy = { allow_repeat: boolean; cool_off_days: number; skip_conversations: boolean };

/** The campaign to check, with the values that it would be started with. */
type Planned = {
  /** 0 if the campaign doesn't exist yet. */
  id: number;
  /** Whether the campaign was started before. If it was, only the people left in it are counted. */
  isResumed: boolean;
  /** If the campaign was started before, how many of its people haven't been messaged yet. Otherwise 0. */
  left: number;
  content: string;
  variables: readonly string[];
  listId: number;
  profileIds: readonly number[];
  policy: Policy;
  hours: unknown;
  startAt: Date | null;
};

type People = Pick<
  Preflight,
  | 'people'
  | 'to_message'
  | 'unchecked'
  | 'skipped'
  | 'missing_values'
  | 'already_messaged'
  | 'being_written_to'
  | 'messages'
>;

/** Counts the people that a start would message or skip, and renders a page of messages. Checks at most `preflightPeopleMax` people. */
async function countPeople(app: App, userId: number, planned: Planned, page: PageRequest): Promise<People> {
  const { content, variables, listId, policy } = planned;
  const { offset, limit } = boundsOf(page);
  const { pending, done } = planned.isResumed
    ? { pending: planned.left, done: 0 }
    : await countPendingAndDone(app.db, userId, listId);
  const skipped = new Map<SkipReason, number>(done === 0 ? [] : [['not_pending', done]]);
  const missingValues = new Map<string, number>();
  const counted = { to_message: 0, being_written_to: 0 };
  const messages: People['messages'] = [];
  const asked = {
    userId,
    listId,
    text: { template_content: content, variables },
    policy,
    ...(planned.isResumed ? { campaignId: planned.id } : {}),
  };
  const people = await firstPeopleOfStart(app, asked, preflightPeopleMax);
  for (const { recipient, reason, missing, text, is_being_written_to } of people) {
    if (reason !== null) {
      skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
      for (const name of missing) missingValues.set(name, (missingValues.get(name) ?? 0) + 1);
      continue;
    }
    if (counted.to_message >= offset && counted.to_message < offset + limit) messages.push({ recipient, text });
    if (is_being_written_to) counted.being_written_to += 1;
    counted.to_message += 1;
  }
  // `pending` can include people who are being messaged right now, so it isn't used if everyone was checked.
  const unchecked = people.length < preflightPeopleMax ? 0 : Math.max(0, pending - people.length);
  return {
    ...counted,
    people: done + people.length + unchecked,
    unchecked,
    messages,
    skipped: [...skipped].map(([reason, people]) => ({ reason, people })),
    missing_values: [...missingValues]
      .map(([name, people]) => ({ name, people }))
      .toSorted((one, other) => other.people - one.people),
    already_messaged: skipped.get('same_message') ?? 0,
  };
}

function accountOf(app: App, { row, cause }: AccountState): PreflightAccount {
  const { budget } = factsOf(app.config, row, 'running');
  return {
    profile_id: row.profile_id,
    name: row.profile_name,
    ...accountReasonOf(cause),
    is_counted: canBeCountedOn(app, row),
    allowed_today: budget.allowed,
    used_today: budget.used,
  };
}

const longestForecastDays = 366;

function forecastAnswer({ first, end, range, perDay }: CampaignForecast): Forecast {
  const { earliest, latest } = range();
  return {
    first_at: first.toISOString(),
    end_at: end.toISOString(),
    earliest_end_at: earliest.toISOString(),
    latest_end_at: latest.toISOString(),
    working_days: perDay.filter(({ messages }) => messages > 0).length,
    per_day: perDay.slice(0, longestForecastDays),
  };
}

async function preflightOf(app: App, userId: number, planned: Planned, page: PageRequest): Promise<Preflight> {
  const people = await countPeople(app, userId, planned, page);
  const rows = await listAccountsToCome(app.db, userId, planned.profileIds, ceilingOf(app));
  const states = rows
    // Once an account's pause is over, what its agent reported earlier may no longer apply.
    .map((row) => ({ ...row, campaign_hours: planned.hours, wait_reason: row.has_to_wait ? row.wait_reason : null }))
    .map((row) => ({ row, cause: accountCauseOf(app.config, row, 'running') }));
  const accounts = states.map((state) => accountOf(app, state));
  const conflicts = await listConflicts(app.db, userId, planned.profileIds, planned.id);
  const isListFilling = !planned.isResumed && (await isBeingFilled(app.db, userId, planned.listId));
  const areVariablesChanging = !planned.isResumed && (await areBeingChanged(app.db, userId, planned.listId));
  const mostToMessage = people.to_message + people.unchecked;
  const expected = await forecastOf(app, userId, {
    states,
    people: mostToMessage,
    isPlanned: true,
    startAt: planned.startAt,
  });
  return {
    ...people,
    review_key: reviewKeyOf({ template_content: planned.content, list_id: planned.listId }),
    cool_off_days: planned.policy.cool_off_days,
    accounts,
    problems: problemsOf({
      ...planned,
      toMessage: mostToMessage,
      isListFilling,
      areVariablesChanging,
      accounts,
      isAnyUsable: states.some(({ row }) => isUsable(app, row)),
      conflicts,
    }),
    pagination: paginationOf(page, people.to_message),
    forecast: expected === null ? null : forecastAnswer(expected),
  };
}

type NewPlan = Policy & { message_template_id: number; list_id: number; profiles_used: number[]; hours: Hours };

/** Returns what would happen if a campaign that hasn't been created yet were started. */
export async function preflightOfPlan(app: App, userId: number, plan: NewPlan, page: PageRequest): Promise<Preflight> {
  const profileIds = [...new Set(plan.profiles_used)];
  const { content, variables } = await transact(app.db, async (transaction) => {
    const template = await findTemplate(transaction, userId, plan.message_template_id);
    if (template === undefined) throw notFound('Template');
    const list = await holdList(transaction, userId, plan.list_id);
    if (list === undefined) throw notFound('List');
    const accounts = await findAccounts(transaction, userId, profileIds);
    if (accounts.length < profileIds.length) throw notFound('Account');
    return { content: template.content, variables: list.variables };
  });
  const { allow_repeat, cool_off_days, skip_conversations } = plan;
  const planned: Planned = {
    id: 0,
    isResumed: false,
    left: 0,
    content,
    variables,
    listId: plan.list_id,
    profileIds,
    policy: { allow_repeat, cool_off_days, skip_conversations },
    hours: plan.hours,
    startAt: null,
  };
  return preflightOf(app, userId, planned, page);
}

type Options = { allow_repeat?: boolean | undefined; start_at?: string | undefined };

/**
 * Returns what would happen if an existing campaign were started or resumed at `start_at`. Without `start_at`, assumes an immediate start,
 * even if the campaign has a scheduled start.
 */
export async function preflightOfCampaign(
  app: App,
  { userId, id }: { userId: number; id: number },
  { allow_repeat, start_at }: Options,
  page: PageRequest,
): Promise<Preflight> {
  const campaign = await findCampaign(app.db, userId, id);
  if (campaign === undefined) throw notFound('Campaign');
  if (campaign.status === 'completed' || campaign.status === 'failed') {
    throw new AppError('invalid_state', `You can't start a ${campaign.status} campaign.`);
  }
  if (start_at !== undefined) refuseStartAt(start_at);
  const isResumed = campaign.started_at !== null;
  const planned: Planned = {
    id,
    isResumed,
    left: isResumed ? campaign.total_list - campaign.total_sent - campaign.total_failed : 0,
    content: campaign.template_content,
    variables: campaign.variables,
    listId: campaign.list_id ?? 0,
    profileIds: await listProfileIds(app.db, userId, id),
    // Resuming a campaign doesn't change whether people can get the same message again.
    policy: {
      allow_repeat: isResumed ? campaign.allow_repeat : (allow_repeat ?? campaign.allow_repeat),
      cool_off_days: campaign.cool_off_days,
      skip_conversations: campaign.skip_conversations,
    },
    hours: campaign.hours,
    startAt: start_at === undefined ? null : new Date(start_at),
  };
  return preflightOf(app, userId, planned, page);
}
