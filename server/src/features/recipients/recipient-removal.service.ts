import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { settleCampaign } from '../campaigns/campaign-settle.service.ts';
import { lockCampaign } from '../campaigns/campaign-state.service.ts';
import type { LockedCampaign } from '../campaigns/campaign-state.service.ts';
import { listInFlight } from '../deliveries/claiming.service.ts';
import { listCampaignsReaching, withdrawRecipients } from '../deliveries/withdrawal.service.ts';
import { noteEvents } from '../person-events/person-events.service.ts';
import type { NewPersonEvent } from '../person-events/person-events.service.ts';
import { deleteRecipients } from './recipients.store.ts';

/** Removes a person from a list and from campaigns that haven't reached the person yet. */
export function removeRecipient(app: App, { userId, id }: OwnKey) {
  return change(app, async (change) => {
    const { removed, withdrawnFrom } = await removeRecipients(change, userId, [id]);
    const person = removed[0];
    if (person === undefined) throw notFound('Recipient');
    return { recipient: person, withdrawnFrom };
  });
}

/**
 * Locks the campaigns that may still message some of these people, until the end of the transaction. Returns those that have been started.
 */
export async function lockCampaignsReaching(
  { transaction }: Change,
  userId: number,
  recipientIds: readonly number[],
): Promise<LockedCampaign[]> {
  const locked: LockedCampaign[] = [];
  for (const id of await listCampaignsReaching(transaction, { userId, recipientIds })) {
    const campaign = await lockCampaign(transaction, userId, id);
    // A campaign that is still being started withdraws removed people later, when it gets to them.
    if (campaign !== undefined && campaign.started_at !== null) locked.push(campaign);
  }
  return locked;
}

type Removal = { ids: readonly number[]; campaigns: readonly LockedCampaign[] };

/**
 * Removes people from their lists and from these locked campaigns. The caller must make sure that no other campaign can still message them.
 * Returns the removed rows, how many people were withdrawn from a campaign, and from how many campaigns. A person isn't withdrawn from a
 * campaign if an agent got the go-ahead for their message before the campaign was locked.
 */
export async function removeLockedRecipients(change: Change, userId: number, { ids, campaigns }: Removal) {
  const withdrawn = new Set<number>();
  let withdrawnFrom = 0;
  for (const campaign of campaigns) {
    const fromThis = await withdrawRecipients({ change, campaign }, ids);
    for (const id of fromThis) withdrawn.add(id);
    if (fromThis.length > 0) withdrawnFrom += 1;
  }
  const removed = await deleteRecipients(change.transaction, userId, ids);
  await noteEvents(change.transaction, userId, removed.map(removalOf));
  for (const campaign of campaigns) await settleCampaign(change, campaign);
  const people = removed.flatMap(({ id, recipient }) => (withdrawn.has(id) ? [recipient] : []));
  return { removed, withdrawn: new Set(people).size, withdrawnFrom };
}

type Removed = { person_id: number | null; list_id: number; created_at: string };

export function removalOf({ person_id, list_id, created_at }: Removed): NewPersonEvent {
  return { person_id, type: 'removed_from_list', list_id, added_at: created_at };
}

/**
 * Removes people from their lists and from campaigns that haven't reached them yet. Also returns, as `inFlight`, the people to whom a message
 * may be on its way.
 */
export async function removeRecipients(change: Change, userId: number, ids: readonly number[]) {
  // To avoid deadlocks, campaigns are always locked before deliveries and people.
  const campaigns = await lockCampaignsReaching(change, userId, ids);
  const result = await removeLockedRecipients(change, userId, { ids, campaigns });
  const people = result.removed.map(({ recipient }) => recipient);
  return { ...result, inFlight: await listInFlight(change.transaction, userId, people) };
}
