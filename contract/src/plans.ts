/*
 * The plans have two price lists on purpose: signed-in screens show the `inAppPrice` of `plans`, and the public page shows
 * `landingPlans`. Sandpiper doesn't decide which price is charged.
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
 * The plans on the public page, with prices in US dollars. Null means that users have to ask for the price. The yearly price is for the
 * whole year.
 */
export const landingPlans = [
  {
    name: 'Starter',
    monthly: 27.89,
    yearly: 294.5184,
    features: [
      'Up to 10 Instagram accounts',
      'Contact lists',
      'Templates and campaigns',
      'Analytics (coming soon)',
      '24/7 support',
    ],
    mostPopular: false,
  },
  {
    name: 'Unlimited',
    monthly: 48.89,
    yearly: 516.2784,
    features: ['Unlimited DMs', 'Unlimited lists', 'Unlimited templates', 'Unlimited campaigns', 'Unlimited accounts'],
    mostPopular: true,
  },
  { name: 'Custom', monthly: null, yearly: null, features: ['Contact us'], mostPopular: false },
] as const;

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
