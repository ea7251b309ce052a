import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import { reasonOf } from '@sandpiper/contract/reasons';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { together } from '../../platform/database/pipelining.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { endWhenDone, settleCampaign } from '../campaigns/campaign-settle.service.ts';
import {
  announceStatus,
  countUsableAccounts,
  lockCampaign,
  lockCampaignOfDelivery,
} from '../campaigns/campaign-state.service.ts';
import type { LockedCampaign } from '../campaigns/campaign-state.service.ts';
import { isAwaitingCheck, lockDelivery, sentAtOf } from '../deliveries/claiming.service.ts';
import type { Delivery, Held, Moved } from '../deliveries/claiming.service.ts';
import { planMove } from '../deliveries/deliveries.service.ts';
import { holdAndLog } from './account-stop.service.ts';
import { nextStreaks } from './account-streaks.ts';
import { nextDelay, restAfterRelease } from './pacing.ts';
import { findSenderOfDelivery, updateAfterReport } from './senders.store.ts';
import type { AfterReport, Sender } from './senders.store.ts';

export type Report = {
  outcome: DeliveryOutcome;
  reason: ReasonCode | null;
  detail: string | null;
  sent_at: string | null;
  message_id: string | null;
};

type Recorded = { recorded: boolean; status: Delivery['status'] };

/**
 * Records how a claim ended. Updates the delivery, the person, the counters, the log and the account's next send time in one transaction. A
 * repeated report changes nothing. Neither does a report about a claim that another agent made or that a later claim has replaced. Throws
 * `not_found` if the delivery doesn't exist or its campaign was deleted.
 */
export function reportResult(app: App, held: Held, report: Report): Promise<Recorded> {
  return change(app, async (change) => {
    const { transaction } = change;
    // The second and third statements see everything that was committed before this transaction got the campaign's lock.
    const [campaign, delivery, sender] = await together([
      lockCampaignOfDelivery(transaction, held.userId, held.deliveryId),
      lockDelivery(transaction, held.userId, held.deliveryId),
      findSenderOfDelivery(transaction, held.userId, held.deliveryId),
    ]);
    if (campaign === undefined || delivery === undefined) throw notFound('Delivery');
    const isTooLate = isOutdated(report, delivery) && (await isAwaitingCheck(transaction, delivery));
    if (sender === undefined || isTooLate) return { recorded: false, status: delivery.status };
    const sentAt = report.outcome === 'sent' ? await sendTimeOf(change, delivery, report) : undefined;
    const move = await planMove(
      { change, campaign },
      delivery,
      await eventOf(change, { held, campaign, sender, report }),
      {
        detail: report.detail,
        messageId: report.message_id,
        clock: sender,
        ...(sentAt === undefined ? {} : { sentAt }),
      },
    );
    if (move === null) return { recorded: false, status: delivery.status };
    const { status } = await record(change, { campaign, delivery, sender, report, sentAt }, move);
    return { recorded: true, status };
  });
}

/**
 * Makes the planned changes to the delivery, updates the account, and ends the campaign if nobody is left. If the account is put on hold,
 * the campaign isn't running, or an earlier outcome is corrected, reads the campaign again and settles it instead, because its status and
 * counters may have changed.
 */
async function record(change: Change, ended: Ended, move: () => Promise<Moved>): Promise<Moved> {
  const { campaign } = ended;
  const { after, stop } = accountAfterReport(change, ended);
  const account = { userId: campaign.user_id, profileId: ended.sender.id };
  const writes = () => [move(), updateAfterReport(change.transaction, account, after)] as const;
  if (stop === null) announceStatus(change, campaign);
  const isCorrection = ended.delivery.status === 'unknown' || ended.delivery.status === 'failed';
  if (stop === null && campaign.status === 'running' && !isCorrection) {
    // The database runs the statements in order, so the last statement sees the changes that the others made.
    const [moved] = await together([...writes(), endWhenDone(change, campaign)]);
    return moved;
  }
  const [moved] = await together(writes());
  if (stop !== null) await holdAndLog(change, campaign, account, { reason: stop, detail: ended.report.detail });
  const current = await lockCampaign(change.transaction, campaign.user_id, campaign.id);
  if (current !== undefined) await settleCampaign(change, current);
  return moved;
}

/**
 * Checks whether a report can be ignored while the delivery is waiting for a check. A report without a definite outcome is then a repeat or
 * too late to matter, with two exceptions: the first unknown outcome after the go-ahead, because it can contain the message ID and counts
 * toward the streaks, and `no_note`, because it ends the checks.
 */
function isOutdated({ outcome, reason }: Report, { checks }: Delivery): boolean {
  if (outcome === 'unknown') return reason !== 'no_note' && checks > 0;
  return outcome === 'released' || outcome === 'skipped';
}

/**
 * Checks whether the person, not the account, may be the cause of the problem. Only then does it matter whether another account could try.
 */
function isTrouble({ reason }: Report): boolean {
  return reason !== null && reasonOf(reason).isTrouble === true;
}

type Reporting = { held: Held; campaign: LockedCampaign; sender: Sender; report: Report };

async function eventOf(change: Change, { held, campaign, sender, report }: Reporting) {
  return {
    type: 'report',
    claim: { claimId: held.claimId, installationId: held.installationId, profileId: sender.id },
    outcome: report.outcome,
    reason: report.reason,
    maxRetries: sender.max_retries,
    usableAccounts: isTrouble(report) ? await countUsableAccounts(change.transaction, campaign) : 0,
  } as const;
}

type Ended = {
  campaign: LockedCampaign;
  delivery: Delivery;
  sender: Sender;
  report: Report;
  sentAt: Date | undefined;
};

const recentMs = 60_000;

/** Returns the account's new streaks, pause and wait reason, and the reason to put the account on hold, if there is one. */
function accountAfterReport({ app }: Change, { delivery, sender, report, sentAt }: Ended) {
  const { outcome, reason, detail } = report;
  const { streaks, stop } = nextStreaks(sender, {
    outcome,
    reason,
    recipient: delivery.recipient,
    isLaterCheck: delivery.checks > 0,
  });
  const isWaiting = outcome === 'released' && reason !== null && reasonOf(reason).kind === 'wait';
  const delay = nextDelay(app.config, sender);
  // After a restore, the agent reports messages that it sent long ago. Their pauses are over.
  const isOver = sentAt !== undefined && sentAt.getTime() < Date.now() - delay * 1000 - recentMs;
  const pause = outcome === 'released' ? restAfterRelease(app.config, streaks.released_in_a_row, reason) : delay;
  const after: AfterReport = {
    ...streaks,
    wait_reason: isWaiting ? reason : null,
    wait_detail: isWaiting ? detail : null,
    pause: isOver ? 0 : pause,
  };
  return { after, stop };
}

const plausibleMs = 7 * 86_400_000;

/**
 * Returns when a message was sent. The agent's clock may be wrong, and reports can arrive late, so the returned time is never in the
 * future, and never more than a minute earlier than the go-ahead. Reads the time of the go-ahead only if the reported time is at least a
 * minute old. If the go-ahead isn't on record, returns the reported time if that time is within the last seven days, otherwise the current
 * time.
 */
async function sendTimeOf({ transaction }: Change, delivery: Delivery, { sent_at }: Report): Promise<Date> {
  const now = Date.now();
  const given = sent_at === null ? now : Date.parse(sent_at);
  if (given > now - recentMs) return new Date(Math.min(given, now));
  const goAhead = await sentAtOf(transaction, delivery);
  if (goAhead !== undefined) return new Date(Math.max(given, goAhead.getTime()));
  return new Date(given > now - plausibleMs ? given : now);
}
