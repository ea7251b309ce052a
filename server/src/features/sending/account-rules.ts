import { hasActiveSubscription } from '@sandpiper/contract/plans';
import { reasonText } from '@sandpiper/contract/reasons';
import type { WaitReason } from '@sandpiper/contract/reasons';
import type { Sender } from './senders.store.ts';

/** Why an account gets no work now. `not_before`: when to ask again; null: only after something has changed. */
export type Wait = { delivery: null; reason: WaitReason; text: string; not_before: string | null };

export function wait(reason: WaitReason, notBefore: string | null = null): Wait {
  return { delivery: null, reason, text: reasonText(reason), not_before: notBefore };
}

export type AccountFacts = {
  sender: Sender;
  installationId: string;
  isCampaignRunning: boolean;
  /** Until when the account is working on a person. */
  busyUntil: string | null;
  /** When the account falls below its daily limit again. */
  ceilingEndsAt: string | null;
};

type Rule = (facts: AccountFacts) => Wait | undefined;

const campaignRuns: Rule = ({ isCampaignRunning }) => (isCampaignRunning ? undefined : wait('campaign_not_running'));
const subscriptionLasts: Rule = ({ sender }) =>
  hasActiveSubscription(sender, new Date()) ? undefined : wait('subscription_ended');
const accountIsThere: Rule = ({ sender }) => (sender.is_deleted ? wait('account_removed') : undefined);
const accountIsActive: Rule = ({ sender }) => (sender.is_active ? undefined : wait('account_inactive'));
const accountIsNotHeld: Rule = ({ sender }) => (sender.is_held ? wait('account_held', sender.held_until) : undefined);
const computerIsRight: Rule = ({ sender, installationId }) => {
  if (sender.installation_id === null) return wait('no_computer');
  return sender.installation_id === installationId ? undefined : wait('wrong_computer');
};
const accountIsFree: Rule = ({ busyUntil }) => (busyUntil === null ? undefined : wait('account_busy', busyUntil));
const accountIsDue: Rule = ({ sender }) =>
  sender.has_to_wait ? wait('waiting_for_time', sender.next_due_at) : undefined;
const accountIsBelowCeiling: Rule = ({ ceilingEndsAt }) =>
  ceilingEndsAt === null ? undefined : wait('daily_ceiling', ceilingEndsAt);

const accountMayWork: readonly Rule[] = [accountIsThere, accountIsActive, accountIsNotHeld, computerIsRight];

/** Checked in this order; the first refusal is the one the user sees. */
const rules = {
  /** Checking whether a message arrived. */
  check: [...accountMayWork, accountIsFree],
  /** Claiming the next person. */
  claim: [campaignRuns, subscriptionLasts, ...accountMayWork, accountIsFree, accountIsDue, accountIsBelowCeiling],
  /** Sending a message that has been claimed. */
  commit: [campaignRuns, subscriptionLasts, ...accountMayWork, accountIsBelowCeiling],
} satisfies Record<string, readonly Rule[]>;

/** Why an account may not take this step now; undefined: it may. */
export function refusalOf(step: keyof typeof rules, facts: AccountFacts): Wait | undefined {
  for (const rule of rules[step]) {
    const refusal = rule(facts);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
