import { formatCount } from '../../platform/numbers.ts';
import { peopleText } from '../../platform/numbers.ts';

export const campaignDetailTexts = {
  page: {
    title: 'Campaign',
    loading: 'Loading the campaign',
    failedTitle: 'The campaign couldn’t be loaded',
    retry: 'Try again',
    notFound: 'Campaign not found',
    notFoundText: 'This campaign doesn’t exist, or you don’t have access to it.',
    backToCampaigns: 'Back to Campaigns',
    subscription: 'start campaigns',
    agentNeeded: 'Sending',
  },
  header: { exportLogs: 'Export Logs', remove: 'Delete' },
  status: {
    pending: 'Not started yet.',
    sending: 'Sending.',
    rate: (rate: string) => `Sending about ${rate} messages an hour.`,
    end: 'Expected to finish on <end></end>.',
    finished: (sent: number, failed: number) =>
      failed === 0
        ? `Finished: ${peopleText(sent)} messaged.`
        : `Finished: ${formatCount(sent)} messaged, ${formatCount(failed)} failed.`,
    stoppedEarly: (left: number) => `Stopped early, ${formatCount(left)} not messaged.`,
  },
  figures: { total: 'Total Recipients', sent: 'Messages Sent', failed: 'Failed', pending: 'Pending' },
  progress: {
    title: 'Progress',
    people: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} people`,
    skipped: (people: number, reasons: string) =>
      `${peopleText(people)} ${people === 1 ? 'was' : 'were'} skipped${reasons === '' ? '.' : `: ${reasons}.`}`,
    beingChecked: (messages: number) =>
      messages === 1
        ? 'The agent still has to check whether 1 message arrived.'
        : `The agent still has to check whether ${formatCount(messages)} messages arrived.`,
    accounts: 'Profiles Used',
    list: 'List',
    created: 'Created',
    started: 'Started',
    ended: 'Completed',
    notYet: 'Not yet',
  },
  accounts: {
    title: 'Profile performance',
    label: 'Profile performance in this campaign',
    failed: 'The results couldn’t be loaded.',
    empty: 'No accounts',
    account: 'Account',
    deleted: 'Deleted',
    success: 'Success',
    sent: 'Sent',
    failedColumn: 'Failed',
    blocked: 'Blocked',
    blockedCount: (count: string) => `${count} blocked`,
    days: '14 days (UTC)',
    sentPerDay: (name: string) => `Sent each day by ${name}, in UTC`,
    unknown: '–',
    finishing: 'The message in progress may still be sent.',
    holdUntil: 'On hold until <until></until>.',
    nextMessage: 'Next message: <due></due>',
    continues: 'Next attempt: <due></due>',
    dueNow: 'due now',
    dueIn: (clock: string) => `in ${clock}`,
    hours: (hours: number, minutes: string) => `${hours} h ${minutes} min`,
  },
  changeAccounts: {
    action: 'Change accounts',
    title: (name: string) => `Accounts for “${name}”`,
    submit: 'Save accounts',
    loadFailed: 'The accounts',
    required: 'Choose at least one account',
    changed: 'Accounts changed',
    failed: 'Failed to change the accounts',
    conflict: ({ names, campaigns }: Record<'names' | 'campaigns', readonly string[]>) =>
      `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} already being used in ${campaigns.length === 1 ? 'a running campaign' : 'running campaigns'} (${campaigns.join(', ')}).`,
  },
  message: {
    title: 'Message',
    unknown: (placeholders: readonly string[]) =>
      `${new Intl.ListFormat('en').format(placeholders)} won’t be filled in. People will see ${placeholders.length === 1 ? 'it' : 'them'} as written.`,
    preview: (recipient: string) => `Preview for the next person, @${recipient}`,
  },
  log: {
    title: 'Log',
    last: 'The last 50 entries',
    empty: 'Nothing has happened yet.',
    deleted: 'Entries up to <time></time> were deleted because they were old. The results are still complete.',
    detailsDeleted: 'Old details about individual people were deleted on <time></time>.',
    label: 'Log entries, newest last',
  },
  export: {
    working: (size: string) => `Exporting the log… ${size}`,
    label: 'Exporting the log',
    done: (size: string) => `Log exported (${size})`,
    failed: 'Failed to export campaign logs',
  },
  unknown: {
    title: 'Not known',
    subtitle: (people: number) => `Sandpiper doesn’t know whether ${peopleText(people)} got the message.`,
    advice:
      'Check the conversation on Instagram. <b>It was sent</b> marks the message as sent. <b>It was not sent</b> marks it as failed and sets the person back to pending on the list, so another campaign can reach them.',
    label: 'People who may or may not have received the message',
    empty: 'Every outcome is known',
    loadFailed: 'This list',
    noun: 'person',
    nouns: 'people',
    person: 'Person',
    from: (account: string) => `From ${account}. `,
    since: 'Since',
    question: 'Was it sent?',
    sent: 'It was sent',
    sentTo: (recipient: string) => `It was sent to ${recipient}`,
    notSent: 'It was not sent',
    notSentTo: (recipient: string) => `It was not sent to ${recipient}`,
    countsAsSent: (recipient: string) => `The message to @${recipient} is marked as sent`,
    pendingAgain: (recipient: string) => `@${recipient} is pending on the list again`,
    fetchFailed: 'Couldn’t load messages with an unknown outcome',
    saveFailed: 'Failed to save your answer',
  },
};
