import { countText, formatCount, peopleText } from '../../platform/numbers.ts';

/** UI strings for the campaign list, and strings shared by the campaign screens. */
export const campaignTexts = {
  page: {
    title: 'Campaigns',
    back: 'Campaigns',
    create: 'Create Campaign',
    subscription: 'create and start campaigns',
    agentNeeded: 'Sending',
  },
  list: {
    search: 'Search campaigns…',
    label: 'Campaigns',
    noun: 'campaign',
    campaign: 'Campaign',
    status: 'Status',
    allStatuses: 'All statuses',
    progress: 'Progress',
    created: 'Created',
    actions: 'Actions',
    progressOf: (name: string) => `Progress of ${name}`,
    percent: (percent: number) => ` · ${percent}%`,
    skipped: (count: number) => ` · ${formatCount(count)} skipped`,
    stoppedEarly: (left: number) => `${formatCount(left)} not messaged`,
  },
  empty: {
    foundTitle: 'No campaigns found',
    found: (search: string) => `No campaign has “${search}” in its name.`,
    withStatus: 'No campaign has this status.',
    foundWithStatus: (search: string) => `No campaign with this status has “${search}” in its name.`,
    title: 'No campaigns yet',
    text: 'A campaign sends one template to the people on one list, from the accounts you choose.',
  },
  actions: {
    start: 'Start',
    startNow: 'Start now',
    starting: 'Starting…',
    pause: 'Pause',
    stop: 'Stop',
    view: 'View details',
    remove: 'Delete',
    named: (action: string, campaign: string) => `${action} ${campaign}`,
    subscription: 'Subscription Required',
  },
  more: {
    test: 'Send a test…',
    schedule: 'Start later…',
    cancel_start: 'Cancel scheduled start',
    continue: 'Continue with remaining people',
    retry_failed: 'Retry failed',
    retryNone:
      'Sandpiper doesn’t retry people who weren’t found or were removed from the list, messages that may have been sent, or messages that you marked as not sent.',
    edit: 'Edit',
    duplicate: 'Duplicate',
    scheduled: 'Campaign scheduled',
    canceled: 'Scheduled start canceled',
    continued: 'Campaign continued',
    retried: (people: string) => `Retrying ${people}`,
    pendingInPaused: (people: number) =>
      `${peopleText(people)} ${people === 1 ? 'is' : 'are'} pending again. Start the campaign to message everyone who is left.`,
    pendingInStopped: (people: number) =>
      `${peopleText(people)} ${people === 1 ? 'is' : 'are'} pending again. Continue the campaign to message everyone who is left.`,
  },
  test: {
    title: (template: string) => `Send “${template}” to yourself`,
    recipient: 'Your own username',
    recipientHint:
      'Use another of your Instagram accounts, so you can see what the message looks like when it arrives.',
    recipientExample: 'your.other.account',
    account: 'Send it from',
    allInUse: 'Running campaigns are using all your accounts. Pause a campaign first.',
    explain:
      'Variables are filled in with the values of someone on the list. The test appears in your campaigns and counts toward the account’s limits. Other campaigns won’t send the same text to that username unless you choose to send it again.',
    submit: 'Send test',
    added: 'The test has been added to your campaigns',
    failed: 'Failed to send the test',
  },
  schedule: {
    title: (name: string) => `When should “${name}” start?`,
    label: 'Start',
    zone: (zone: string) => `Time zone: ${zone}`,
    submit: 'Start later',
    past: 'Choose a time in the future',
    explain:
      'Other campaigns can use this campaign’s accounts until it starts. If this campaign can’t start on time, Sandpiper retries for two hours and then asks you what to do.',
  },
  scheduledStart: {
    planned: 'Starts on <time></time>.',
    late: (problem: string) =>
      `This campaign was due to start on <time></time>. ${problem} Sandpiper keeps retrying for two hours after that time.`,
    missed: (problem: string) =>
      `This campaign was scheduled to start on <time></time>. ${problem} Start it now, or choose another time.`,
  },
  skipReasons: {
    do_not_contact: () => 'on Do not contact',
    same_message: () => 'who already got this message',
    cool_off: (_people: number, days?: number) =>
      days === undefined ? 'contacted recently' : `contacted in the last ${countText(days, 'day')}`,
    conversation: (people: number) => (people === 1 ? 'who has written to you' : 'who have written to you'),
    not_pending: () => 'no longer pending on the list',
    missing_variable: () => 'without a value for a variable',
    message_too_long: () => 'whose message would be too long for Instagram',
  },
  stop: {
    title: (name: string) => `Stop “${name}”?`,
    confirm: 'Stop',
    left: (people: number) =>
      people === 0 ? 'No one is left to message.' : `${peopleText(people)} won’t be messaged.`,
    beingChecked: (people: number) =>
      `The agent hasn’t checked yet whether ${peopleText(people)} got the message. If you stop the campaign now, the agent won’t check, and the outcome becomes “Not known”.`,
    beingSent: 'A message that is being sent right now may still arrive.',
    continue: 'You can continue a stopped campaign with the remaining people.',
  },
  pauseAll: {
    button: 'Pause all',
    title: 'Pause all campaigns?',
    confirm: 'Pause all',
    running: (campaigns: number) => `${countText(campaigns, 'campaign')} ${campaigns === 1 ? 'is' : 'are'} running.`,
    noneRunning: 'No campaign is running.',
    beingSent: 'Messages that are being sent right now may still arrive.',
    starting: (starts: number) => `${countText(starts, 'scheduled start')} will be canceled.`,
    done: (paused: number, starts: number) =>
      [
        ...(paused > 0 ? [`${countText(paused, 'campaign')} paused`] : []),
        ...(starts > 0 ? [`${countText(starts, 'scheduled start')} canceled`] : []),
      ].join(', '),
    nothing: 'No campaign was running',
    notAll: (failed: number, all: number) =>
      `${formatCount(failed)} of ${countText(all, 'campaign')} couldn’t be paused`,
    notStartedAgain: (campaigns: number, reasons: string) =>
      `${countText(campaigns, 'campaign')} couldn’t be started again. ${reasons}`,
    failed: 'Failed to pause the campaigns',
  },
  removal: {
    title: (name: string) => `Delete “${name}”?`,
    confirm: 'Delete campaign',
    end: 'Deleting the campaign also permanently deletes its log and results.',
    unknownReset: 'People this campaign contacted go back to pending on the list.',
    noReset: 'This doesn’t change anyone’s status on the list.',
    reset: (people: number) =>
      `Up to ${peopleText(people)} ${people === 1 ? 'goes' : 'go'} back to pending on the list.`,
    messaged: (people: number) => `${peopleText(people)} already got this message`,
    maybeMessaged: (people: number) => `${peopleText(people)} may have received this message`,
    andMaybeMessaged: (messaged: string, people: number) =>
      `${messaged}, and ${formatCount(people)} may have received it`,
    again: (who: string) =>
      `${who}. You can send them a different message, but they’ll get this one again only if you choose to send it again.`,
  },
};
