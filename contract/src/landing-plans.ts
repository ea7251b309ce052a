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
