export const passwordStrengthTexts = {
  label: 'Password strength',
  levels: ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'],
  common: 'This is one of the most common passwords, and attackers try those first. Choose another one.',
  weak: 'This password could be guessed quickly. For one that’s strong and easy to remember, use several unrelated words.',
} as const;
