/*
 * The plans have two price lists on purpose: signed-in screens show the `inAppPrice` of `plans`, and the public page shows the
 * prices in landing-plans.ts. Sandpiper doesn't decide which price is charged.
 */

export const packs = ['starter', 'pro'] as const;
export type Pack = (typeof packs)[number];

export type Plan = {
  readonly name: string;
  /** Null means no limit. */
  readonly maxProfiles: number | null;
  readonly features: readonly string[];
  readonly inAppPrice: string;
  readonly color: 'gray' | 'teal';
};

export const plans: Readonly<Record<Pack, Plan>> = {
  starter: {
    name: 'Starter',
    maxProfiles: 10,
    features: ['Up to 10 Instagram profiles', 'Basic campaign management', 'Message templates', 'Recipient management'],
    inAppPrice: 'Free',
    color: 'gray',
  },
  pro: {
    name: 'Pro',
    maxProfiles: null,
    features: [
      'Unlimited profiles and templates',
      'Advanced campaign management',
      'Bulk recipient import',
      'Priority support',
      'Advanced analytics',
    ],
    inAppPrice: '$29/month',
    color: 'teal',
  },
};

/** Returns the plan for a pack. Unknown packs are treated as starter. */
export function planOf(pack: string): Plan {
  return pack === 'pro' ? plans.pro : plans.starter;
}

/**
 * Checks whether a user's subscription is active today. Administrators always have access. Other users have access through
 * their end date, in UTC.
 */
export function hasActiveSubscription(
  user: { role: string; subscription_end_date: string | null },
  now: Date,
): boolean {
  if (user.role === 'admin') return true;
  return user.subscription_end_date !== null && user.subscription_end_date >= now.toISOString().slice(0, 10);
}
