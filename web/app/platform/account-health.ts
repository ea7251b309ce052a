import type { Account } from '@sandpiper/contract/accounts';
import type { CampaignAccount } from '@sandpiper/contract/campaigns';

/** How an account is: it may send, it rests for a time, only its owner can continue, or it is switched off. */
export type AccountHealth = 'good' | 'resting' | 'needs_you' | 'off';

type HealthFacts = Pick<Account, 'is_active' | 'hold' | 'double_of'>;

export function healthOf({ is_active, hold, double_of }: HealthFacts): AccountHealth {
  if (double_of !== null) return 'needs_you';
  if (is_active === 0) return 'off';
  if (hold === null) return 'good';
  return hold.until === null ? 'needs_you' : 'resting';
}

/** The health of an account in a campaign; null after it was removed. */
export function healthInCampaign({ is_deleted, state, reason, next_due_at }: CampaignAccount): AccountHealth | null {
  if (is_deleted) return null;
  if (reason === 'account_inactive') return 'off';
  if (state !== 'held') return 'good';
  return next_due_at === null ? 'needs_you' : 'resting';
}
