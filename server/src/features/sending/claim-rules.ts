import type { WaitReason } from '@sandpiper/contract/campaigns';
import { hasActiveSubscription } from '@sandpiper/contract/plans';
import type { Sender } from './deliveries.store.ts';

/** Why an account gets nothing now. `not_before`: when asking again makes sense; null: once somebody changed something. */
export type Wait = { delivery: null; reason: WaitReason; text: string; not_before: string | null };

export function wait(reason: WaitReason, text: string, notBefore: string | null = null): Wait {
  return { delivery: null, reason, text, not_before: notBefore };
}

export type ClaimFacts = {
  sender: Sender;
  isCampaignRunning: boolean;
  /** Until when the account is busy with another claim. */
  busyUntil: string | null;
};

type Rule = (facts: ClaimFacts) => Wait | undefined;

const campaignRuns: Rule = ({ isCampaignRunning }) =>
  isCampaignRunning ? undefined : wait('campaign_not_running', 'This account is in no running campaign.');

const subscriptionLasts: Rule = ({ sender }) =>
  hasActiveSubscription(sender, new Date())
    ? undefined
    : wait('subscription_ended', 'The subscription has expired. Renew it to go on.');

const accountIsActive: Rule = ({ sender }) =>
  sender.is_active ? undefined : wait('account_inactive', 'This account is switched off.');

const accountIsNotBlocked: Rule = ({ sender }) =>
  sender.is_blocked
    ? wait('account_blocked', sender.blocked_reason ?? 'Instagram stopped this account in this campaign.')
    : undefined;

const accountIsFree: Rule = ({ busyUntil }) =>
  busyUntil === null
    ? undefined
    : wait('account_busy', 'This account is working on somebody else just now.', busyUntil);

const accountIsDue: Rule = ({ sender }) =>
  sender.has_to_wait
    ? wait('waiting_for_time', 'The pause between two messages is not over yet.', sender.next_due_at)
    : undefined;

/** Asked in this order; the first that objects is what the user is told. */
const claimRules: readonly Rule[] = [
  campaignRuns,
  subscriptionLasts,
  accountIsActive,
  accountIsNotBlocked,
  accountIsFree,
  accountIsDue,
];

/** What has to hold for a message that was claimed already and is about to be sent. */
const sendRules: readonly Rule[] = [campaignRuns, subscriptionLasts, accountIsActive, accountIsNotBlocked];

export const refusalOfClaim = (facts: ClaimFacts): Wait | undefined => firstRefusal(claimRules, facts);
export const refusalOfSend = (facts: ClaimFacts): Wait | undefined => firstRefusal(sendRules, facts);

function firstRefusal(rules: readonly Rule[], facts: ClaimFacts): Wait | undefined {
  for (const rule of rules) {
    const refusal = rule(facts);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
