/** UI strings for the sample campaign on the landing page. */
export const sampleTexts = {
  name: 'Autumn fair',
  details: (people: number) => `Invitation, 3 accounts, ${people} people`,
  badge: 'Sample',
  progress: 'Progress of the sample campaign',
  percent: (percent: number) => `${percent}%`,
  sent: 'Sent',
  failed: 'Failed',
  pending: 'Pending',
  accounts: 'Accounts',
  paceOf: (account: string) => `Pace of ${account}`,
  log: 'Log',
  outcomes: { sent: 'sent', failed: 'not found', blocked: 'challenged, not sent' },
  caption: 'This is a sped-up sample with made-up people. Real messages are sent minutes apart.',
  again: 'Restart',
  pause: 'Pause',
  resume: 'Resume',
} as const;
