import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { together } from '../../platform/database/pipelining.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { oneDay } from '../../platform/time-scale.ts';
import { settleCampaign } from '../campaigns/campaign-settle.service.ts';
import {
  findCampaignText,
  listOtherWorkers,
  lockCampaignOfAccount,
  pauseCampaign,
} from '../campaigns/campaign-state.service.ts';
import type { CampaignText, LockedCampaign } from '../campaigns/campaign-state.service.ts';
import {
  claimDueCheck,
  claimNextPerson,
  findDelivery,
  renewLease,
  isAnyReservedForOthers,
  isClaimedElsewhere,
  findDueCheckAt,
  findNextRetry,
  findOccupation,
} from '../deliveries/claiming.service.ts';
import type { Claimant, Held, Moved, Occupation, OtherWorkers } from '../deliveries/claiming.service.ts';
import { textOfClaim } from '../deliveries/person-checks.service.ts';
import { findOpenWork } from '../deliveries/campaign-ledger.service.ts';
import { limitsOf } from '../guard/sending-facts.service.ts';
import { refusalOf, refusalOfPeople, wait } from '../guard/sending-rules.service.ts';
import type { AccountFacts, Wait } from '../guard/sending-rules.service.ts';
import { findSender } from './senders.store.ts';
import type { Sender } from './senders.store.ts';

export { listAccountWork } from './senders.store.ts';

type Leased = { delivery: ClaimedDelivery };
type ClaimRequest = { userId: number; profileId: number; installationId: string | null };

/**
 * Leases work to an account: the check of one of its own messages if such a check is due, otherwise the next person. If there is no work,
 * returns the reason. Throws `not_found` if the account doesn't exist. Claims in a campaign run one at a time, because each locks the
 * campaign.
 */
export async function claimDelivery(app: App, { installationId, ...account }: ClaimRequest): Promise<Leased | Wait> {
  if (installationId === null) return wait('no_computer');
  const claimant = { ...account, installationId };
  try {
    return await claimLocked(app, claimant);
  } catch (error) {
    if (isClaimedElsewhere(error)) return retryLater();
    throw error;
  }
}

function claimLocked(app: App, claimant: Claimant): Promise<Leased | Wait> {
  return change(app, async (change) => {
    const { transaction } = change;
    // The second and third statements run under the campaign's lock, because another request may just have claimed a person for the account
    // or changed its next send time.
    const [campaign, sender, occupation] = await together([
      lockCampaignOfAccount(transaction, claimant.userId, claimant.profileId),
      findSender(transaction, claimant.userId, claimant.profileId),
      occupationNow(change, claimant),
    ]);
    if (sender === undefined) throw notFound('Account');
    const facts = factsOf(app, { claimant, sender, campaign, occupation });
    const claiming = { claimant, sender, campaign, facts };
    return (await claimCheck(change, claiming)) ?? (await claimPerson(change, claiming));
  });
}

type Known = { claimant: Claimant; sender: Sender; campaign: LockedCampaign | undefined };

/** Reads what an account is busy with, for {@link factsOf}. */
export function occupationNow({ app, transaction }: Change, claimant: Claimant): Promise<Occupation> {
  return findOccupation(transaction, claimant, {
    most: app.config.maxPerAccountPerDay,
    daySeconds: oneDay(app.config),
  });
}

/** Returns the facts that decide whether an account may send, and whether a check of one of its messages is due. */
export function factsOf(
  app: App,
  { claimant, sender, campaign, occupation }: Known & { occupation: Occupation },
): AccountFacts & { hasDueCheck: boolean } {
  return {
    sender,
    installationId: claimant.installationId,
    isCampaignRunning: campaign?.status === 'running' && sender.campaign_id === campaign.id,
    busyUntil: occupation.busy_until,
    ceilingEndsAt: occupation.ceiling_ends_at,
    hasDueCheck: occupation.has_due_check,
    ...limitsOf(app.config, sender, campaign),
  };
}

type Claiming = Known & { facts: AccountFacts & { hasDueCheck: boolean } };

async function claimCheck(change: Change, { claimant, sender, facts }: Claiming): Promise<Leased | null> {
  if (!facts.hasDueCheck || refusalOf('check', facts) !== undefined) return null;
  const delivery = await claimDueCheck(change.transaction, claimant);
  if (delivery === null) return null;
  const campaign = await findCampaignText(change.transaction, claimant.userId, delivery.campaign_id);
  if (campaign === undefined) return null;
  change.afterCommit(() => change.app.metrics.claims.inc({ task: 'check' }));
  return leasedAnswer({ delivery, sender, campaign, task: 'check', unsentClaims: [] });
}

async function claimPerson(change: Change, { claimant, sender, campaign, facts }: Claiming): Promise<Leased | Wait> {
  const refusal = refusalOf('claim', facts);
  if (refusal?.reason === 'subscription_ended' && campaign !== undefined) {
    await pauseCampaign(change, campaign, subscriptionPause);
  }
  if (refusal !== undefined || campaign === undefined) return refusal ?? wait('campaign_not_running');
  let known: Promise<readonly number[]> | undefined;
  const others = () => (known ??= listOtherWorkers(change.transaction, campaign, claimant.profileId));
  const delivery = await claimNextPerson({ change, campaign }, claimant, others);
  if (delivery === null) return waitForPeople(change, { claimant, campaign, facts, others });
  if (delivery === 'again') return retryLater();
  const { unsentClaims } = delivery;
  return leasedAnswer({ delivery, sender, campaign, task: 'send', unsentClaims });
}

/** The answer if another campaign claimed the person first, or if many people in a row were skipped. */
function retryLater(): Wait {
  return wait('retry_later', new Date(Date.now() + 1000).toISOString());
}

export const subscriptionPause = {
  code: 'subscription_ended',
  message: 'Your subscription has expired. Renew it, then start the campaign again.',
} as const;

const lookAgainMs = 30_000;

type Waiting = { claimant: Claimant; campaign: LockedCampaign; facts: AccountFacts; others: OtherWorkers };

async function waitForPeople(change: Change, { claimant, campaign, facts, others }: Waiting): Promise<Wait> {
  const { transaction } = change;
  const work = await findOpenWork(transaction, campaign);
  const people = {
    hasFree: false,
    isKeptFrom: await isAnyReservedForOthers({ change, campaign }, others),
    retryAt: await findNextRetry(transaction, campaign),
    hasPending: work.has_pending,
    hasCommitted: work.has_committed,
    checkAt: await findDueCheckAt(transaction, claimant),
  };
  const refusal = refusalOfPeople(people, facts) ?? wait('nothing_left');
  if (refusal.reason === 'nothing_left') {
    await settleCampaign(change, campaign);
    return refusal;
  }
  return { ...refusal, not_before: refusal.not_before ?? new Date(Date.now() + lookAgainMs).toISOString() };
}

type Parts = {
  delivery: Moved;
  sender: Sender;
  campaign: CampaignText;
  task: 'send' | 'check';
  unsentClaims: string[];
};

/**
 * For every third person in a row who isn't found, the agent also opens the account's own profile. If that profile isn't found either, the
 * account is put on hold.
 */
const doubtEvery = 3;

function leasedAnswer({ delivery, sender, campaign, task, unsentClaims }: Parts): Leased {
  if (delivery.claim_id === null) throw new Error(`The claim of delivery ${delivery.id} has no ID`);
  return {
    delivery: {
      id: delivery.id,
      claim_id: delivery.claim_id,
      campaign_id: campaign.id,
      campaign_name: campaign.name,
      profile_id: sender.id,
      profile_name: sender.profile_name,
      profile_path: sender.profile_path,
      insta_username: sender.insta_username,
      recipient: delivery.recipient,
      text: textOfClaim(campaign, delivery),
      message_key: campaign.message_key ?? campaign.text_key ?? '',
      repeat_key: campaign.allow_repeat ? `${campaign.text_key} ${campaign.id} ${campaign.created_at}` : null,
      skip_conversations: campaign.skip_conversations,
      task,
      message_id: delivery.message_id,
      unsent_claim_ids: unsentClaims,
      doubts_not_found: sender.not_found_in_a_row % doubtEvery === doubtEvery - 1,
      lease_expires_at: delivery.leaseEndsAt ?? new Date().toISOString(),
    },
  };
}

/** Renews a claim's lease. Throws `lease_lost` if the claim or its lease has ended, and `not_found` if the delivery doesn't exist. */
export async function renewClaim(app: App, held: Held): Promise<{ lease_expires_at: string }> {
  const leaseEnd = await renewLease(app.db, held);
  if (leaseEnd !== null) return { lease_expires_at: leaseEnd };
  const isThere = (await findDelivery(app.db, held.userId, held.deliveryId)) !== undefined;
  throw isThere ? leaseLost() : notFound('Delivery');
}

export function leaseLost(): AppError {
  return new AppError('lease_lost', 'This claim has ended. Request the next one.');
}
