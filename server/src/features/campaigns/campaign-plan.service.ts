import { isBrowserDefaultFolder } from '@sandpiper/contract/default-profiles';
import type { Hours } from '@sandpiper/contract/account-limits';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { holdList } from '../../platform/database/lists.store.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { listConflicts, replaceAccounts } from './campaign-accounts.store.ts';
import { refuseInUse } from './campaign-run.service.ts';
import { announceStatus, requireCampaign } from './campaign-state.service.ts';
import { updateCampaign } from './campaign-state.store.ts';
import { findAccounts, findTemplate, insertCampaign } from './campaigns.store.ts';

/* Creates campaigns, and changes pending and paused campaigns. */

type Plan = {
  name: string;
  message_template_id: number;
  list_id: number;
  profiles_used: number[];
  hours?: Hours;
  allow_repeat?: boolean;
  cool_off_days?: number;
  skip_conversations?: boolean;
};

/** Creates a campaign and returns its ID. Nothing is sent until the campaign is started. */
export async function planCampaign(app: App, userId: number, plan: Plan): Promise<number> {
  const { profiles_used, hours = null, allow_repeat = false, cool_off_days = 0, skip_conversations = true } = plan;
  const profileIds = [...new Set(profiles_used)];
  return change(app, async ({ transaction }) => {
    const parts = {
      ...(await templateColumns(transaction, userId, plan.message_template_id)),
      ...(await listColumns(transaction, userId, plan.list_id)),
    };
    refuseUnusable(await findAccounts(transaction, userId, profileIds), profileIds);
    refuseInUse('create', await listConflicts(transaction, userId, profileIds));
    const policy = { allow_repeat, cool_off_days, skip_conversations };
    const campaign = { name: plan.name, ...parts, ...policy, hours: storedHours(hours) };
    return insertCampaign(transaction, userId, campaign, profileIds);
  });
}

type Changes = { [Field in keyof Plan]?: Plan[Field] | undefined };

/** Changes a campaign before its first start. Fields that are left out don't change. */
export async function changePlan(app: App, userId: number, id: number, changes: Changes): Promise<void> {
  const { message_template_id, list_id, profiles_used, hours, ...plain } = changes;
  await change(app, async (change) => {
    const { transaction } = change;
    const campaign = await requireCampaign(transaction, userId, id);
    if (campaign.status !== 'pending') {
      const text = 'This campaign has already started, so it can no longer be edited. Duplicate it instead.';
      throw new AppError('invalid_state', text);
    }
    if (profiles_used !== undefined) await changeTo(transaction, { userId, id, profilesUsed: profiles_used });
    const changed = await updateCampaign(transaction, campaign, {
      ...plain,
      ...(message_template_id === undefined ? {} : await templateColumns(transaction, userId, message_template_id)),
      ...(list_id === undefined ? {} : await listColumns(transaction, userId, list_id)),
      ...(hours === undefined ? {} : { hours: storedHours(hours) }),
      // Make a start in progress fail, because that start has already read the old plan.
      preparation: null,
      preparing_until: null,
    });
    announceStatus(change, changed);
  });
}

/** Changes the accounts of a pending or paused campaign. */
export async function changeAccounts(app: App, userId: number, id: number, profilesUsed: number[]): Promise<void> {
  await change(app, async (change) => {
    const campaign = await requireCampaign(change.transaction, userId, id);
    if (campaign.status !== 'pending' && campaign.status !== 'paused') {
      throw new AppError('invalid_state', `You can't change the accounts of a ${campaign.status} campaign.`);
    }
    await changeTo(change.transaction, { userId, id, profilesUsed });
    announceStatus(change, campaign);
  });
}

type NewAccounts = { userId: number; id: number; profilesUsed: readonly number[] };

async function changeTo(transaction: Transaction, { userId, id, profilesUsed }: NewAccounts): Promise<void> {
  const profileIds = [...new Set(profilesUsed)];
  refuseUnusable(await findAccounts(transaction, userId, profileIds), profileIds);
  await replaceAccounts(transaction, userId, { campaignId: id, profileIds });
}

async function templateColumns(transaction: Transaction, userId: number, id: number) {
  const template = await findTemplate(transaction, userId, id);
  if (template === undefined) throw notFound('Template');
  return { message_template_id: id, template_name: template.name, template_content: template.content };
}

async function listColumns(transaction: Transaction, userId: number, id: number) {
  const list = await holdList(transaction, userId, id);
  if (list === undefined) throw notFound('List');
  return { list_id: id, list_name: list.name };
}

function storedHours(hours: Hours): string | null {
  return hours === null ? null : JSON.stringify(hours);
}

type PlannedAccount = { is_active: boolean; profile_name: string; profile_path: string };

function refuseUnusable(accounts: readonly PlannedAccount[], wanted: readonly number[]): void {
  if (accounts.length < wanted.length) throw notFound('Account');
  if (accounts.some((account) => !account.is_active)) {
    throw new AppError(
      'invalid_state',
      "At least one of these accounts isn't switched on. Switch it on, or choose other accounts.",
    );
  }
  if (accounts.some((account) => isBrowserDefaultFolder(account.profile_path))) {
    throw new AppError(
      'invalid_state',
      'At least one of these accounts uses your personal Firefox profile. Choose other accounts.',
    );
  }
}
