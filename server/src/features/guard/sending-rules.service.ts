import { hasActiveSubscription } from '@sandpiper/contract/plans';
import { reasonText } from '@sandpiper/contract/reasons';
import type { WaitReason } from '@sandpiper/contract/reasons';
import { goAheadMs } from '@sandpiper/contract/limits';
import type { Budget } from './account-day.ts';
import { isOpen } from './hours.ts';
import type { Schedule } from './hours.ts';
import { nextOpening } from './open-times.ts';

/*
 * The rules for whether an account may send, all in one place. The claim, the check right before the agent presses Enter, the
 * forecast and the answer to "Why is nothing being sent?" all use these rules, so they can't contradict each other.
 */

/** Why an account gets no work now. `not_before` is when the agent should ask again, or null if something has to change first. */
export type Wait = { delivery: null; reason: WaitReason; text: string; not_before: string | null };

export function wait<R extends WaitReason>(reason: R, notBefore: string | null = null): Wait & { reason: R } {
  return { delivery: null, reason, text: reasonText(reason), not_before: notBefore };
}

const ruleReasons = [
  'server_restored',
  'campaign_not_running',
  'subscription_ended',
  'account_removed',
  'account_inactive',
  'account_held',
  'no_computer',
  'wrong_computer',
  'account_busy',
  'waiting_for_time',
  'daily_ceiling',
  'over_budget',
  'outside_hours',
  'no_common_hours',
] as const satisfies readonly WaitReason[];

/** Checks whether a wait reason comes from one of the rules below, so that the server itself can tell whether the reason still applies. */
export function isRuleReason(reason: WaitReason): boolean {
  return ruleReasons.some((known) => known === reason);
}

/** What the rules need to know about an account and its owner. */
export type SendingAccount = {
  is_deleted: boolean;
  is_active: boolean;
  is_held: boolean;
  held_until: string | null;
  installation_id: string | null;
  has_to_wait: boolean;
  next_due_at: string | null;
  role: string;
  /** Whether the server was restored from a backup and nobody has confirmed the restore yet. */
  awaits_restore: boolean;
  subscription_end_date: string | null;
};

export type AccountFacts = {
  sender: SendingAccount;
  /** The computer whose agent asks for work. */
  installationId: string | null;
  isCampaignRunning: boolean;
  /** When the lease on the account's current delivery expires, or null if the account has no lease. */
  busyUntil: string | null;
  /** When the account falls below the server's own daily limit again, or null if it is below the limit now. */
  ceilingEndsAt: string | null;
  /** The database's current time. */
  at: Date;
  budget: Budget;
  schedule: Schedule;
};

type Rule = (facts: AccountFacts) => (Wait & { reason: (typeof ruleReasons)[number] }) | undefined;

const serverMayHandOut: Rule = ({ sender }) => (sender.awaits_restore ? wait('server_restored') : undefined);
const campaignRuns: Rule = ({ isCampaignRunning }) => (isCampaignRunning ? undefined : wait('campaign_not_running'));
const subscriptionLasts: Rule = ({ sender, at }) =>
  hasActiveSubscription(sender, at) ? undefined : wait('subscription_ended');
const accountIsThere: Rule = ({ sender }) => (sender.is_deleted ? wait('account_removed') : undefined);
const accountIsActive: Rule = ({ sender }) => (sender.is_active ? undefined : wait('account_inactive'));
const accountIsNotHeld: Rule = ({ sender }) => (sender.is_held ? wait('account_held', sender.held_until) : undefined);
const computerIsRight: Rule = ({ sender, installationId }) => {
  if (sender.installation_id === null) return wait('no_computer');
  return sender.installation_id === installationId ? undefined : wait('wrong_computer');
};
const accountIsFree: Rule = ({ busyUntil }) => (busyUntil === null ? undefined : wait('account_busy', busyUntil));

const hasBudgetLeft = ({ allowed, used }: Budget): boolean => allowed === null || used < allowed;
/**
 * Both `at` and the time at which a go-ahead given then would expire must be within the hours, because the agent may press Enter until
 * then.
 */
const canPressEnter = (schedule: Schedule, at: Date): boolean =>
  isOpen(schedule, at) && isOpen(schedule, new Date(at.getTime() + goAheadMs));

/**
 * Returns the first time, not before `from`, at which the account's pause, its limits and all hours allow sending. Ignores the hours if
 * they never overlap.
 */
export function nextTimeToSend(facts: AccountFacts, from: string | null = null): string {
  const { at, sender, ceilingEndsAt, budget, schedule } = facts;
  const pauseEndsAt = sender.has_to_wait ? sender.next_due_at : null;
  const ends = [from, pauseEndsAt, ceilingEndsAt].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  if (!hasBudgetLeft(budget)) ends.push(budget.endsAt.getTime());
  const earliest = new Date(Math.max(at.getTime(), ...ends));
  if (canPressEnter(schedule, earliest)) return earliest.toISOString();
  const closing = isOpen(schedule, earliest) ? goAheadMs : 0;
  const opening = nextOpening(schedule, new Date(earliest.getTime() + closing));
  return (opening ?? earliest).toISOString();
}

const accountIsDue: Rule = (facts) =>
  facts.sender.has_to_wait ? wait('waiting_for_time', nextTimeToSend(facts)) : undefined;
const accountIsBelowCeiling: Rule = (facts) =>
  facts.ceilingEndsAt === null ? undefined : wait('daily_ceiling', nextTimeToSend(facts));
const budgetIsLeft: Rule = (facts) =>
  hasBudgetLeft(facts.budget) ? undefined : wait('over_budget', nextTimeToSend(facts));
const hoursAreOpen: Rule = (facts) => {
  const { at, schedule } = facts;
  if (canPressEnter(schedule, at)) return undefined;
  return nextOpening(schedule, at) === null ? wait('no_common_hours') : wait('outside_hours', nextTimeToSend(facts));
};

const accountMayWork: readonly Rule[] = [accountIsThere, accountIsActive, accountIsNotHeld, computerIsRight];
const campaignMaySend: readonly Rule[] = [
  serverMayHandOut,
  campaignRuns,
  subscriptionLasts,
  ...accountMayWork,
  hoursAreOpen,
];
const countsAllow: readonly Rule[] = [budgetIsLeft, accountIsBelowCeiling];

/** The rules for each step, checked in this order. The user sees the first refusal. */
const rules = {
  /** The rules for checking whether a message arrived. */
  check: [serverMayHandOut, ...accountMayWork, accountIsFree],
  /** The rules for claiming the next person. */
  claim: [...campaignMaySend, ...countsAllow, accountIsFree, accountIsDue],
  /** The rules for giving the agent the go-ahead to send a claimed message. */
  commit: [...campaignMaySend, ...countsAllow],
  /** The rules for giving the same go-ahead again. The message already counts toward the limits, so the limits aren't checked again. */
  commit_again: campaignMaySend,
  // The parts of `claim`, for callers that check them one by one. Together they contain exactly the rules of `claim`.
  /** Whether the account exists and isn't on hold. */
  account: [accountIsThere, accountIsNotHeld],
  standing: [serverMayHandOut, accountIsActive, subscriptionLasts, campaignRuns],
  computer: [computerIsRight],
  limits: [hoursAreOpen, ...countsAllow],
  ceiling: [accountIsBelowCeiling],
  busy: [accountIsFree],
  pace: [accountIsDue],
} satisfies Record<string, readonly Rule[]>;

/** Returns why an account can't take this step now, or undefined if it can. */
export function refusalOf(step: keyof typeof rules, facts: AccountFacts): Wait | undefined {
  for (const rule of rules[step]) {
    const refusal = rule(facts);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** The state of the people in an account's campaign. */
export type PeopleFacts = {
  /** Whether at least one person is ready and isn't being messaged by any campaign. */
  hasFree: boolean;
  /** Whether everyone who is ready is reserved for other accounts of the campaign. */
  isKeptFrom: boolean;
  /** When the next retry becomes due, or null if nobody is waiting for a retry. */
  retryAt: string | null;
  hasPending: boolean;
  hasCommitted: boolean;
  /** When the account next checks whether a message arrived, or null if there is nothing to check. */
  checkAt: string | null;
};

/** Returns why an account can't message anybody now, or undefined if it can. */
export function refusalOfPeople(
  { hasFree, isKeptFrom, retryAt, hasPending, hasCommitted, checkAt }: PeopleFacts,
  account: AccountFacts,
): Wait | undefined {
  if (isKeptFrom) return wait('kept_for_account');
  if (hasFree) return undefined;
  if (retryAt !== null) return wait('retry_later', nextTimeToSend(account, retryAt));
  if (hasPending) return wait('being_written_to');
  return hasCommitted ? wait('being_checked', checkAt) : wait('nothing_left');
}
