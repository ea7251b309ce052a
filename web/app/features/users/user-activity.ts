import type { User } from '@sandpiper/contract/users';

/** What the table says: switched on, and no end date or one that has not passed. Display only; the server decides. */
export function activityOf(user: Pick<User, 'is_active' | 'subscription_end_date'>, now: Date): 'active' | 'expired' {
  const hasEnded = user.subscription_end_date !== null && user.subscription_end_date < now.toISOString().slice(0, 10);
  return user.is_active && !hasEnded ? 'active' : 'expired';
}
