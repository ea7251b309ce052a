export const unsubscribeTexts = {
  title: 'Stop email notices?',
  subtitle: 'You’ll still see notices in Sandpiper.',
  submit: 'Stop these emails',
  doneTitle: 'You won’t get notices by email anymore',
  done: 'To get emails again, turn them on in Settings.',
  incomplete: 'This link is incomplete. Open it from the email again.',
  failed: 'Failed to stop the emails',
  toSandpiper: 'Open Sandpiper',
} as const;
