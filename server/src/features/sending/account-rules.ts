import { hasActiveSubscription } from '@sandpiper/contract/plans';
import { reasonText } from '@sandpiper/contract/reasons';
import type { WaitReason } from '@sandpiper/contract/reasons';
import type { Sender } from './senders.store.ts';

/** Why an account gets nothing now. `not_before`: when asking again makes sense; null: after something was changed. */
export type Wait = { delivery: null; reason: WaitReason; text: string; not_before: string | null };

export function wait(reason: WaitReason, notBefore: string | null = null): Wait {
  return { delivery: null, reason, text: reasonText(reason), not_before: notBefore };
}

export type AccountFacts = {
  sender: Sender;
  installationId: string;
  isCampaignRunning: boolean;
  /** Until when the account works on somebody. */
  busyUntil: string | null;
  /** Until when it has sent its most within a day. */
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

/** Asked in this order; the first that objects is what the user is told. */
const rules = {
  /** Looking whether a message arrived. */
  check: [...accountMayWork, accountIsFree],
  /** The next person. */
  claim: [campaignRuns, subscriptionLasts, ...accountMayWork, accountIsFree, accountIsDue, accountIsBelowCeiling],
  /** A message that was claimed and is about to be sent. */
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
