import type { Hours } from '@sandpiper/contract/account-limits';
import { planCampaign } from '../features/campaigns/campaign-plan.service.ts';
import { setCampaignStatus, stopCampaign } from '../features/campaigns/campaigns.service.ts';
import { startCampaign } from '../features/campaigns/campaign-start.service.ts';
import { findPersonById } from '../platform/access/access.store.ts';
import type { App } from '../platform/app-context.ts';
import { buildAccount, buildList, buildTemplate } from './builders.ts';
import type { TestAccount, TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

type CampaignOptions = {
  name?: string;
  status?: 'pending' | 'running' | 'paused' | 'completed';
  /** The usernames on the campaign's list. */
  recipients?: string[];
  /** The variables of the campaign's list, and their values by username. */
  variables?: string[];
  values?: Record<string, Record<string, string>>;
  /** The campaign's accounts, or how many to create. */
  accounts?: number | TestAccount[];
  content?: string;
  /** An existing list to use instead of creating one. */
  listId?: number;
  allow_repeat?: boolean;
  cool_off_days?: number;
  skip_conversations?: boolean;
  hours?: Hours;
};

export type TestCampaign = { id: number; accounts: TestAccount[]; listId: number; templateId: number };

/**
 * Builds a campaign with a new template and, unless they are given, a new list and new accounts. Calls the campaigns feature's services to
 * put the campaign into the given status.
 */
export async function buildCampaign(app: App, user: TestUser, options: CampaignOptions = {}): Promise<TestCampaign> {
  const { status = 'pending', recipients = ['anna', 'ben', 'cleo'], accounts: wanted = 1 } = options;
  const { variables = [], values = {} } = options;
  const listId = options.listId ?? (await buildList(app, user, { recipients, variables, values })).id;
  const template = await buildTemplate(app, user, { content: options.content ?? 'Hello {username}!' });
  const accounts = Array.isArray(wanted) ? wanted : [];
  // Create the accounts one after another, so that their IDs are in order.
  while (!Array.isArray(wanted) && accounts.length < wanted) accounts.push(await buildAccount(app, user));
  const id = await planCampaign(app, user.id, {
    name: options.name ?? 'Spring',
    message_template_id: template.id,
    list_id: listId,
    profiles_used: accounts.map((account) => account.id),
    allow_repeat: options.allow_repeat ?? false,
    cool_off_days: options.cool_off_days ?? 0,
    skip_conversations: options.skip_conversations ?? true,
    hours: options.hours ?? null,
  });
  if (status !== 'pending') await startCampaign(app, user.id, id);
  if (status === 'completed') await stopCampaign(app, user.id, id);
  if (status === 'paused') {
    const person = await findPersonById(app.db, user.id);
    if (person !== undefined) await setCampaignStatus(app, person, id, 'paused');
  }
  return { id, accounts, listId, templateId: template.id };
}

/** Returns a campaign as its page shows it. */
export const viewCampaign = async (server: TestServer, user: TestUser, id: number) =>
  (await server.call(user, 'GET /api/campaigns/:id', { params: { id } })).campaign;

/** Clears an account's pause between two messages. */
export async function makeDue(app: App, account: { id: number }): Promise<void> {
  await app.db.updateTable('profiles').set({ next_due_at: null }).where('id', '=', account.id).execute();
}

/** Ends the timed hold that began when Instagram limited the account. */
export async function makeRested(app: App, account: { id: number }): Promise<void> {
  await app.db
    .updateTable('profiles')
    .set({ held_until: new Date(0) })
    .where('id', '=', account.id)
    .execute();
}

/** Clears all retry delays in a campaign. */
export async function makeRetryable(app: App, campaign: { id: number }): Promise<void> {
  await app.db.updateTable('deliveries').set({ retry_at: null }).where('campaign_id', '=', campaign.id).execute();
}

/** Expires a claim's lease, as if its agent had gone silent. */
export async function expireLease(app: App, deliveryId: number): Promise<void> {
  await app.db
    .updateTable('claims')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('delivery_id', '=', deliveryId)
    .execute();
}

/** Makes the next check of a delivery due immediately. */
export async function makeCheckDue(app: App, deliveryId: number): Promise<void> {
  const past = new Date(Date.now() - 1000);
  await app.db
    .updateTable('claims')
    .set({ check_at: past, expires_at: null })
    .where('delivery_id', '=', deliveryId)
    .execute();
}

/** Makes a campaign's outcomes appear to be more than a minute old, so that no message of a stopped campaign can still be on its way. */
export async function ageOutcomes(app: App, campaign: { id: number }): Promise<void> {
  const minuteAgo = new Date(Date.now() - 61_000);
  await app.db
    .updateTable('deliveries')
    .set({ finished_at: minuteAgo })
    .where('campaign_id', '=', campaign.id)
    .where('finished_at', 'is not', null)
    .execute();
}

/** Makes it look as if a claim got its go-ahead this many hours ago. */
export async function makeCommittedAgo(app: App, deliveryId: number, hours: number): Promise<void> {
  await app.db
    .updateTable('claims')
    .set({ committed_at: new Date(Date.now() - hours * 3_600_000) })
    .where('delivery_id', '=', deliveryId)
    .execute();
}
