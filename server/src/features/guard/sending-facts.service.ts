import { hoursSchema } from '@sandpiper/contract/account-limits.schema';
import type { Hours } from '@sandpiper/contract/account-limits';
import type { Config } from '../../platform/config.ts';
import { budgetOf, usualTimezone } from './account-day.ts';
import type { Budget, BudgetColumns } from './account-day.ts';
import { isOpen } from './hours.ts';
import type { Schedule } from './hours.ts';

function hoursOf(stored: unknown): Hours {
  return hoursSchema.parse(stored);
}

/** Checks whether `at` is within all of these stored hours. `timezone` is the account's time zone, and null means UTC. */
export function areHoursOpen(stored: { timezone: string | null; all: readonly unknown[] }, at: Date): boolean {
  return isOpen({ timezone: stored.timezone ?? usualTimezone, all: stored.all.map(hoursOf) }, at);
}

export type LimitedAccount = BudgetColumns & { at: string; hours: unknown };

/** Returns an account's current budget and schedule. If the account works for a campaign, the schedule includes the campaign's hours. */
export function limitsOf(
  config: Config,
  account: LimitedAccount,
  campaign: { hours: unknown } | undefined,
): { at: Date; budget: Budget; schedule: Schedule } {
  const at = new Date(account.at);
  return {
    at,
    budget: budgetOf(config, account, at),
    schedule: {
      timezone: account.timezone ?? usualTimezone,
      all: [hoursOf(account.hours), hoursOf(campaign?.hours ?? null)],
    },
  };
}
