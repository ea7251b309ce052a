import { hasActiveSubscription } from '@sandpiper/contract/plans';
import { reasonText } from '@sandpiper/contract/reasons';
import type { WaitReason } from '@sandpiper/contract/reasons';
import { approvalMs } from '@sandpiper/contract/limits';
import type { Sender } from '../sending/senders.store.ts';
import type { Budget } from './account-day.ts';
import { isOpen, nextOpening } from './hours.ts';
import type { Schedule } from './hours.ts';

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
  /** When the account falls below the server's own daily limit again. */
  ceilingEndsAt: string | null;
  /** The database's time. */
  at: Date;
  budget: Budget;
  schedule: Schedule;
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

const budgetIsLeft: Rule = ({ budget: { allowed, used, endsAt } }) =>
  allowed === null || used < allowed ? undefined : wait('over_budget', endsAt.toISOString());
/** Open now, and still open when the key is pressed. */
const hoursAreOpen: Rule = ({ at, schedule }) => {
  const pressedBy = new Date(at.getTime() + approvalMs);
  if (isOpen(schedule, at) && isOpen(schedule, pressedBy)) return undefined;
  return wait('outside_hours', nextOpening(schedule, pressedBy)?.toISOString() ?? null);
};

const accountMayWork: readonly Rule[] = [accountIsThere, accountIsActive, accountIsNotHeld, computerIsRight];
const campaignMaySend: readonly Rule[] = [campaignRuns, subscriptionLasts, ...accountMayWork, hoursAreOpen];
const countsAllow: readonly Rule[] = [budgetIsLeft, accountIsBelowCeiling];

/** Checked in this order; the first refusal is the one the user sees. */
const rules = {
  /** Checking whether a message arrived. */
  check: [...accountMayWork, accountIsFree],
  /** Claiming the next person. */
  claim: [...campaignMaySend, ...countsAllow, accountIsFree, accountIsDue],
  /** Sending a message that has been claimed. */
  commit: [...campaignMaySend, ...countsAllow],
  /** The same, asked a second time: the message counts already. */
  commit_again: campaignMaySend,
} satisfies Record<string, readonly Rule[]>;

/** Why an account may not take this step now; undefined: it may. */
export function refusalOf(step: keyof typeof rules, facts: AccountFacts): Wait | undefined {
  for (const rule of rules[step]) {
    const refusal = rule(facts);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
