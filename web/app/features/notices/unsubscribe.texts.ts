export const unsubscribeTexts = {
  title: 'Stop email notices?',
  subtitle: 'You’ll still see notices in Sandpiper.',
  submit: 'Stop these emails',
  // The link may have been sent to an address that the user has since replaced. Notices then still go to the new address.
  doneTitle: 'No more notices will be sent to this address',
  done: 'In Settings, you can choose which notices you get by email.',
  incomplete: 'This link is incomplete. Open it from the email again.',
  failed: 'Failed to stop the emails',
  toSandpiper: 'Open Sandpiper',
} as const;
