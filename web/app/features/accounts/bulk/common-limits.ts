import type { Account } from '@sandpiper/contract/accounts';
import { isSameJson } from '../../../platform/changed-fields.ts';
import { limitsInputOf, proposedLimits, type LimitsInput } from '../limits/limits-input.ts';

const settings = {
  limit: ({ preset, daily_limit, ramp_start, ramp_step }: LimitsInput) => ({
    preset,
    daily_limit,
    ramp_start,
    ramp_step,
  }),
  timezone: ({ timezone }: LimitsInput) => ({ timezone }),
  hours: ({ hours }: LimitsInput) => ({ hours }),
};

/**
 * Returns the limits that all of these accounts have. For settings that differ, it returns the ones that a new account gets, and names the
 * setting in `differing`.
 */
export function commonLimits(accounts: readonly Account[]) {
  const limits = proposedLimits();
  const differing: (keyof typeof settings)[] = [];
  for (const name of ['limit', 'timezone', 'hours'] as const) {
    const [first, ...others] = accounts.map((account) => settings[name](limitsInputOf(account)));
    if (others.every((other) => isSameJson(other, first))) Object.assign(limits, first);
    else differing.push(name);
  }
  return { limits, differing };
}
