import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { lockPeople } from '../../platform/database/people-lock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { settleCampaign } from '../campaigns/campaign-settle.service.ts';
import { lockCampaign } from '../campaigns/campaign-state.service.ts';
import { campaignsReachingName, lockClaimed } from '../deliveries/claiming.service.ts';
import { skipPerson } from '../deliveries/person-checks.service.ts';
import {
  cleanImports,
  cleanTexts,
  deletePerson,
  deleteRecipients,
  isBeingMessaged,
  keepUnderKey,
  lockImports,
  renameInLedger,
} from './forget.store.ts';
import type { Forgotten } from './forget.store.ts';
import { knownPerson } from './person.service.ts';

/**
 * Removes everything readable about a person, in one transaction. What later campaigns have to know stays under a keyed
 * hash of the username. Refused while a message to them may be leaving: its report would bring the name back.
 */
export function forgetPerson(app: App, userId: number, name: string): Promise<{ withdrawn_from: number }> {
  return change(app, async (change) => {
    const { transaction } = change;
    const { username } = await knownPerson(transaction, userId, name);
    const forgotten = { userId, username, key: app.personKeys(userId, username) };
    const campaigns = await withdraw(change, forgotten);
    await deleteRecipients(transaction, forgotten);
    await deletePerson(transaction, forgotten);
    await keepUnderKey(transaction, forgotten);
    await renameInLedger(transaction, forgotten);
    await cleanTexts(transaction, forgotten);
    await cleanImports(transaction, forgotten);
    for (const campaign of campaigns) await settleCampaign(change, campaign);
    return { withdrawn_from: campaigns.length };
  });
}

/** Withdraws a person from the campaigns that have not reached them; returns these. */
async function withdraw(change: Change, forgotten: Forgotten) {
  const { transaction } = change;
  const { userId, username } = forgotten;
  // Campaigns are locked before deliveries and people, here as everywhere, to avoid deadlocks.
  const reaching = [];
  for (const { id, campaign_id } of await campaignsReachingName(transaction, userId, username)) {
    const campaign = await lockCampaign(transaction, userId, campaign_id);
    // A campaign that is just being started checks for itself who was removed.
    if (campaign !== undefined && campaign.started_at !== null) reaching.push({ id, campaign });
  }
  await lockImports(transaction, forgotten);
  // From here, no go-ahead is given, nobody is added, and Do not contact stays as it is.
  await lockPeople(transaction, userId);
  if (await isBeingMessaged(transaction, forgotten)) {
    throw new AppError(
      'invalid_state',
      `A message to ${username} may be leaving right now. Wait until its outcome is known, then try again.`,
    );
  }
  for (const { id, campaign } of reaching) {
    const delivery = await lockClaimed(transaction, userId, id);
    if (delivery !== undefined) await skipPerson({ change, campaign }, delivery, { reason: 'removed', detail: null });
  }
  return reaching.map(({ campaign }) => campaign);
}
