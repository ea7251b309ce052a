import type { Role } from '@sandpiper/contract/auth';
import { plans, type Pack } from '@sandpiper/contract/plans';
import type { User } from '@sandpiper/contract/users';
import { utcDay } from '../../platform/dates.ts';
import { optionsOf } from '../../platform/select-options.ts';
import { usersTexts } from './users.texts.ts';

export const roleChoices = optionsOf<Role>(usersTexts.roles);
export const packChoices = optionsOf<Pack>({ starter: plans.starter.name, pro: plans.pro.name });
export const activityChoices = optionsOf<'active' | 'expired'>(usersTexts.activity);

/**
 * Returns the status to show for a user: `expired` if the user account is switched off or the subscription's end date has passed, and
 * otherwise `active`. This is only for display. The server enforces access itself.
 */
export function activityOf(user: Pick<User, 'is_active' | 'subscription_end_date'>, now: Date): 'active' | 'expired' {
  const hasEnded = user.subscription_end_date !== null && user.subscription_end_date < utcDay(now);
  return user.is_active && !hasEnded ? 'active' : 'expired';
}
