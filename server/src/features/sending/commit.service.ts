import { reasonText } from '@sandpiper/contract/reasons';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { lockPeople } from '../../platform/database/people-lock.ts';
import { together } from '../../platform/database/pipelining.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { lockCampaignOfDelivery } from '../campaigns/campaign-state.service.ts';
import type { LockedCampaign } from '../campaigns/campaign-state.service.ts';
import { lockDelivery } from '../deliveries/claiming.service.ts';
import type { Claimant, Delivery, Held } from '../deliveries/claiming.service.ts';
import { planMove } from '../deliveries/deliveries.service.ts';
import { judgePerson, skipPerson, textOfClaim } from '../deliveries/person-checks.service.ts';
import { refusalOf } from '../guard/sending-rules.service.ts';
import type { AccountFacts } from '../guard/sending-rules.service.ts';
import { holdAndLog } from './account-stop.service.ts';
import { factsOf, leaseLost, occupationNow } from './claim.service.ts';
import { pauseAfterGoAhead } from './pacing.ts';
import { delayNextSend, findSender, findSignedInAlike, updateSender } from './senders.store.ts';

type Answer = { may_send: true; lease_expires_at: string } | { may_send: false; reason: ReasonCode; text: string };

function refused(reason: ReasonCode): Answer {
  return { may_send: false, reason, text: reasonText(reason) };
}

/**
 * Gives or refuses the go-ahead just before the agent presses Enter. Checks the rules again. Before returning the go-ahead, records it on
 * disk. Throws `lease_lost` if this agent no longer holds the claim, and `not_found` if the delivery doesn't exist or its campaign was
 * deleted.
 */
export async function commitDelivery(app: App, held: Held, signedInAs: string | null): Promise<Answer> {
  const answer = await change(app, async (change) => {
    const { transaction } = change;
    const [campaign, delivery] = await together([
      lockCampaignOfDelivery(transaction, held.userId, held.deliveryId),
      lockDelivery(transaction, held.userId, held.deliveryId),
    ]);
    if (campaign === undefined || delivery === undefined) throw notFound('Delivery');
    return commitLocked(change, { held, campaign, delivery, signedInAs });
  });
  if (answer.may_send) await app.syncToDisk();
  return answer;
}

type Asked = { held: Held; campaign: LockedCampaign; delivery: Delivery; signedInAs: string | null };

async function commitLocked(change: Change, { held, campaign, delivery, signedInAs }: Asked): Promise<Answer> {
  const { userId } = held;
  const { profile_id: profileId } = delivery;
  const isHeld = delivery.claim_id === held.claimId && delivery.installation_id === held.installationId;
  if (!isHeld || profileId === null) throw leaseLost();
  const claim = { claimId: held.claimId, installationId: held.installationId, profileId };
  const claimant = { userId, ...claim };
  const name = signedInAs?.toLowerCase() ?? null;
  // From here on, additions to the do-not-contact list wait until this transaction ends.
  const [, sender, occupation, alike] = await together([
    lockPeople(change.transaction, userId),
    findSender(change.transaction, userId, profileId),
    occupationNow(change, claimant),
    name === null ? undefined : findSignedInAlike(change.transaction, claimant, name),
  ]);
  if (sender === undefined) throw notFound('Account');
  // The name is stored even if the account is then put on hold. Otherwise, other accounts would be compared with the Instagram user that
  // the account was signed in as before.
  if (name !== null && name !== sender.signed_in_as) {
    await updateSender(change.transaction, claimant, { signed_in_as: name });
  }
  if (name !== null && alike !== undefined) return holdSignedInTwice(change, { campaign, claimant, name, alike });
  const facts = factsOf(change.app, { claimant, sender, campaign, occupation });
  const refusal = await refusalNow(change, { facts, campaign, delivery });
  if (refusal !== null) return refusal;
  const move = await planMove({ change, campaign }, delivery, { type: 'commit', claim }, { clock: sender });
  if (move === null) throw leaseLost();
  // The agent may send the message at any moment after this, so the pause starts here and lasts even if the agent crashes. If the agent
  // asks again, the pause restarts.
  const pause = pauseAfterGoAhead(change.app.config, sender);
  const [moved] = await together([move(), delayNextSend(change.transaction, { userId, profileId }, pause)]);
  return { may_send: true, lease_expires_at: moved.leaseEndsAt ?? new Date().toISOString() };
}

type Step = {
  facts: AccountFacts;
  campaign: LockedCampaign;
  delivery: Delivery;
};

async function refusalNow(change: Change, step: Step): Promise<Answer | null> {
  const { facts, campaign, delivery } = step;
  const isAskedAgain = delivery.status === 'committed';
  const ofAccount = refusalOf(isAskedAgain ? 'commit_again' : 'commit', facts);
  if (ofAccount !== undefined) return refused(ofAccount.reason);
  // The agent already has the go-ahead, so it is too late to skip this person.
  if (isAskedAgain) return null;
  const judged = await judgePerson({ change, campaign }, delivery);
  if (judged.refusal === null) return judged.text === textOfClaim(campaign, delivery) ? null : refused('text_changed');
  await skipPerson({ change, campaign }, delivery, judged.refusal);
  const { reason } = judged.refusal;
  return refused(reason === 'removed' ? 'not_pending' : reason);
}

type SignedInTwice = { campaign: LockedCampaign; claimant: Claimant; name: string; alike: { profile_name: string } };

/**
 * Puts an account on hold because another of the user's accounts was last seen signed in as the same Instagram user. Together, the two
 * accounts would send at twice the pace.
 */
async function holdSignedInTwice(change: Change, { campaign, claimant, name, alike }: SignedInTwice): Promise<Answer> {
  await holdAndLog(change, campaign, claimant, {
    reason: 'same_instagram_account',
    detail: `This account is signed in as @${name}, and so was ${alike.profile_name} when it last asked to send a message.`,
  });
  return refused('same_instagram_account');
}
