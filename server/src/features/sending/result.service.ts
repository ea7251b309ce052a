import { hindranceReasons, profileNotHere } from '@sandpiper/contract/agent';
import type { DeliveryOutcome } from '@sandpiper/contract/agent';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';
import { notFound } from '../../platform/http/app-error.ts';
import {
  announceStatus,
  correctLog,
  count,
  findProfileName,
  hasSentWithin,
  lockCampaign,
  outcomeUnknown,
  setRecipientStatus,
  settleCampaign,
  writeLog,
} from '../campaigns/campaign-state.service.ts';
import type { LockedCampaign } from '../campaigns/campaign-state.service.ts';
import {
  blockAccount,
  findDelivery,
  findSender,
  isHeldBy,
  lockDelivery,
  setHindrance,
  setNextDue,
  updateDelivery,
} from './deliveries.store.ts';
import type { Delivery, Sender } from './deliveries.store.ts';
import type { Claim } from './lease.service.ts';
import { longestSilence, nextDelay, retryDelay } from './pacing.ts';
import { hasOtherAgents } from '../agent-tokens/agent-tokens.service.ts';

export type Report = {
  outcome: DeliveryOutcome;
  reason: string | null;
  detail: string | null;
  is_retryable: boolean;
  sent_at: string | null;
  stops: { reason: string; detail: string } | null;
};

type Reported = {
  change: Change;
  campaign: LockedCampaign;
  delivery: Delivery;
  report: Report;
  /** Undefined once the account was removed. */
  sender: Sender | undefined;
};

type Recorded = { recorded: boolean; is_repeated: boolean; status: Delivery['status'] };

/**
 * Writes down how a claim ended: the delivery, the person, the counters, the log and the account's next time, all in one
 * transaction. The same report again, or one about a claim that is another's now, changes nothing.
 */
export function reportResult(app: App, claim: Claim, report: Report): Promise<Recorded> {
  return change(app, async (change) => {
    const { transaction } = change;
    const known = await findDelivery(transaction, claim.userId, claim.id);
    if (known === undefined) throw notFound('Delivery');
    const campaign = await lockCampaign(transaction, claim.userId, known.campaign_id);
    const delivery = await lockDelivery(transaction, claim.userId, claim.id);
    if (campaign === undefined || delivery === undefined) throw notFound('Delivery');
    if (!isCurrent(delivery, claim.fence, report)) {
      return { recorded: false, is_repeated: isRepeated(delivery, claim.fence, report), status: delivery.status };
    }
    const sender =
      delivery.profile_id === null ? undefined : await findSender(transaction, claim.userId, delivery.profile_id);
    if (sender !== undefined) {
      // Given back untouched, the account may go on at once; anything else costs it the pause.
      const pause = report.outcome === 'released' ? null : nextDelay(app.config, sender);
      await setNextDue(transaction, claim.userId, sender.id, pause);
    }
    const reported = { change, campaign, delivery, report, sender };
    const status = await record(reported);
    await noteHindrance(reported);
    if (report.stops !== null && report.outcome !== 'blocked') await stopAccount(reported, report.stops.detail);
    await settleCampaign(change, campaign);
    return { recorded: true, is_repeated: false, status };
  });
}

/** Given up as never known, and then the agent is heard of after all. */
function isLateTruth(delivery: Delivery, report: Report): boolean {
  return delivery.status === 'failed' && delivery.reason === outcomeUnknown && report.outcome === 'sent';
}

function isCurrent(delivery: Delivery, fence: number, report: Report): boolean {
  if (delivery.fence !== fence) return false;
  // What is not known may be known by now.
  const isNews = delivery.status === 'unknown' && delivery.reported_outcome !== report.outcome;
  return isNews || isHeldBy(delivery, fence) || isLateTruth(delivery, report);
}

/** Told before, and the answer was lost. */
function isRepeated(delivery: Delivery, fence: number, report: Report): boolean {
  return delivery.reported_fence === fence && delivery.reported_outcome === report.outcome;
}

function record(reported: Reported): Promise<Delivery['status']> {
  switch (reported.report.outcome) {
    case 'sent':
      return finish(reported, 'sent');
    case 'not_found':
      return finish(reported, 'not_found');
    case 'failed':
      return fail(reported);
    case 'unknown':
      return leaveUnknown(reported);
    case 'blocked':
      return block(reported);
    case 'released':
      return release(reported);
  }
}

const defaultText = { sent: null, not_found: 'This person was not found.', failed: 'The message could not be sent.' };

async function finish(reported: Reported, status: 'sent' | 'failed' | 'not_found'): Promise<Delivery['status']> {
  const { change, campaign, delivery, report } = reported;
  const { transaction } = change;
  const finishedAt = status === 'sent' ? plausibleTime(report.sent_at) : new Date();
  const text = report.detail ?? defaultText[status];
  await updateDelivery(transaction, delivery, { ...reportColumns(reported), status, finished_at: finishedAt });
  await setRecipientStatus(transaction, delivery.user_id, delivery.recipient_id, status);
  if (isLateTruth(delivery, report)) {
    await count(change, campaign, { sent: 1, failed: -1 });
    await correctLog(change, campaign, delivery.recipient, finishedAt);
    return status;
  }
  await count(change, campaign, status === 'sent' ? { sent: 1 } : { failed: 1 });
  await writeLog(change, campaign, {
    action: status === 'sent' ? 'message_sent' : 'message_failed',
    recipient: delivery.recipient,
    message: status === 'sent' ? null : text,
    profile_id: delivery.profile_id,
    profile_name: await findProfileName(transaction, delivery.user_id, delivery.profile_id),
    created_at: finishedAt,
  });
  return status;
}

const maxRetries = ({ sender }: Reported) => sender?.max_retries ?? 0;

/** Nothing was sent: another try later, while the user's number of retries allows it. */
async function fail(reported: Reported): Promise<Delivery['status']> {
  const { change, delivery, report } = reported;
  const failures = delivery.failures + 1;
  if (!report.is_retryable || failures > maxRetries(reported)) return finish(reported, 'failed');
  const { status } = await updateDelivery(change.transaction, delivery, {
    ...reportColumns(reported),
    status: 'pending',
    failures,
    retry_at: secondsFromNow(retryDelay(change.app.config, failures)),
  });
  return status;
}

/** It may have been sent: the same account has to look. When a claim that was to look cannot find out either, that is a failure. */
async function leaveUnknown(reported: Reported): Promise<Delivery['status']> {
  const { change, delivery } = reported;
  const failures = delivery.failures + (delivery.verify_first ? 1 : 0);
  if (failures > maxRetries(reported)) return finish(reported, 'failed');
  const { status } = await updateDelivery(change.transaction, delivery, {
    ...reportColumns(reported),
    status: 'unknown',
    failures,
    retry_at: failures === 0 ? null : secondsFromNow(retryDelay(change.app.config, failures)),
  });
  return status;
}

/** Nothing was begun. Where no other computer can have the account's browser profile, its owner has to be told. */
async function release(reported: Reported): Promise<Delivery['status']> {
  const { change, delivery, report } = reported;
  const isNowhere = report.reason === profileNotHere && !(await hasOtherAgents(change.transaction, delivery.user_id));
  return isNowhere ? block(reported) : putBack(reported, { attempts: delivery.attempts - 1 });
}

/** The platform objected: the account rests in this campaign, the person goes back in the queue. */
async function block(reported: Reported): Promise<Delivery['status']> {
  const { delivery, report } = reported;
  const status = await putBack(reported, { attempts: delivery.attempts - 1 });
  await stopAccount(reported, report.detail ?? 'Instagram stopped this account. Open it and see what it asks for.');
  return status;
}

/** What is in an account's way is shown until it has done something else than to give a person back. */
async function noteHindrance(reported: Reported): Promise<void> {
  const { change, campaign, delivery, report } = reported;
  const isReleased = report.outcome === 'released';
  if (delivery.profile_id === null || (isReleased && !(await isHindered(reported)))) return;
  const account = { userId: delivery.user_id, campaignId: campaign.id, profileId: delivery.profile_id };
  const isNews = await setHindrance(change.transaction, account, isReleased ? report.detail : null);
  if (isNews) announceStatus(change, campaign);
}

/** Where another computer sends with the account, this one's lack of its profile is in nobody's way. */
async function isHindered({ change, campaign, report, sender }: Reported): Promise<boolean> {
  if (sender === undefined || report.detail === null || !hindranceReasons.has(report.reason ?? '')) return false;
  if (report.reason !== profileNotHere) return true;
  const account = { user_id: campaign.user_id, profile_id: sender.id };
  return !(await hasSentWithin(change.transaction, account, longestSilence(change.app.config, sender)));
}

async function stopAccount({ change, campaign, delivery }: Reported, reason: string): Promise<void> {
  if (delivery.profile_id === null) return;
  const account = { userId: delivery.user_id, campaignId: campaign.id, profileId: delivery.profile_id };
  await blockAccount(change.transaction, account, reason);
  await writeLog(change, campaign, {
    action: 'profile_blocked',
    message: reason,
    profile_id: delivery.profile_id,
    profile_name: await findProfileName(change.transaction, delivery.user_id, delivery.profile_id),
  });
}

/** Back to where it was before the claim. One whose outcome was unknown still is, also where this very claim had said so. */
async function putBack(reported: Reported, values: { attempts: number }): Promise<Delivery['status']> {
  const { change, delivery } = reported;
  const isUnknown = delivery.verify_first || delivery.reported_fence === delivery.fence;
  const { status } = await updateDelivery(change.transaction, delivery, {
    ...reportColumns(reported),
    ...values,
    status: isUnknown ? 'unknown' : 'pending',
  });
  return status;
}

function reportColumns({ delivery, report }: Reported) {
  return {
    lease_expires_at: null,
    reported_fence: delivery.fence,
    reported_outcome: report.outcome,
    reason: report.reason,
    detail: report.detail,
  };
}

/** The agent's own time, when it can be true: its clock may be wrong, its report late. */
function plausibleTime(time: string | null): Date {
  const now = Date.now();
  const given = time === null ? now : Date.parse(time);
  return given > now - 7 * 86_400_000 && given < now ? new Date(given) : new Date(now);
}
