import type { Account } from '@sandpiper/contract/accounts';
import type { CampaignAccount } from '@sandpiper/contract/campaigns';

/**
 * `good`: the account can send, now or once a wait reason has passed. `resting`: a hold ends automatically. `no_computer`: no computer has
 * the account's Firefox profile. `needs_you`: the owner has to act. `off`: the account is switched off.
 */
export type AccountHealth = 'good' | 'resting' | 'no_computer' | 'needs_you' | 'off';

type HealthFacts = Pick<Account, 'is_active' | 'hold' | 'double_of' | 'computer'>;

export function healthOf({ is_active, hold, double_of, computer }: HealthFacts): AccountHealth {
  if (double_of !== null) return 'needs_you';
  if (is_active === 0) return 'off';
  if (hold === null) return computer === null ? 'no_computer' : 'good';
  return hold.until === null ? 'needs_you' : 'resting';
}

/** Returns an account's health within a campaign, or null if the account has been deleted. */
export function healthInCampaign({ is_deleted, state, reason, next_due_at }: CampaignAccount): AccountHealth | null {
  if (is_deleted) return null;
  if (reason === 'account_inactive') return 'off';
  if (reason === 'no_computer') return reason;
  if (state !== 'held') return 'good';
  return next_due_at === null ? 'needs_you' : 'resting';
}
