import { formatCount } from '../../platform/numbers.ts';
import { peopleText } from '../../platform/numbers.ts';

const be = (count: number) => (count === 1 ? 'is' : 'are');

/** What the campaign screens have in common, and the list of campaigns. */
export const campaignTexts = {
  page: {
    title: 'Campaigns',
    back: '← Campaigns',
    create: 'Create Campaign',
    subscription: 'creating and starting campaigns',
    agentNeeded: 'Sending',
  },
  list: {
    search: 'Search campaigns...',
    label: 'Campaigns',
    noun: 'campaigns',
    campaign: 'Campaign',
    status: 'Status',
    progress: 'Progress',
    created: 'Created',
    actions: 'Actions',
    progressOf: (name: string) => `Progress of ${name}`,
    done: (done: number, total: number, percent: number) =>
      `${formatCount(done)} of ${formatCount(total)} · ${percent}%`,
    failed: (count: number) => ` · ${formatCount(count)} failed`,
    skipped: (count: number) => ` · ${formatCount(count)} skipped`,
    stoppedEarly: (left: number) => `${formatCount(left)} not messaged`,
  },
  empty: {
    failedTitle: "The campaigns couldn't be loaded",
    failed: 'Your campaigns are safe. Only this page failed to load.',
    retry: 'Try again',
    foundTitle: 'No campaigns found',
    found: (search: string) => `No campaign has “${search}” in its name.`,
    clear: 'Clear search',
    title: 'No campaigns yet',
    text: 'A campaign sends one template to the people on one list, from the accounts you choose.',
  },
  actions: {
    start: 'Start',
    startNow: 'Start now',
    pause: 'Pause',
    stop: 'Stop',
    view: 'View details',
    remove: 'Delete',
    named: (action: string, campaign: string) => `${action} ${campaign}`,
    subscription: 'Subscription Required',
  },
  more: {
    schedule: 'Start later…',
    cancel_start: 'Cancel start',
    continue: 'Continue with the people left',
    retry_failed: 'Retry failed',
    edit: 'Edit',
    duplicate: 'Duplicate',
    scheduled: 'The campaign starts by itself',
    canceled: 'The start was canceled',
    continued: 'Campaign continued',
    retried: (people: string) => `Trying ${people} again`,
  },
  schedule: {
    title: (name: string) => `When should "${name}" start?`,
    label: 'Start',
    zone: (zone: string) => `Time zone: ${zone}`,
    submit: 'Start later',
    past: 'Choose a time in the future',
    explain:
      "Until then, its accounts stay free for other campaigns. If it can't start at that time, it tries again for two hours and then asks you.",
    failed: 'Failed to set the start',
  },
  scheduledStart: {
    planned: (at: string) => `Starts ${at}.`,
    late: (at: string, problem: string) =>
      `It should have started ${at}. ${problem} It keeps trying for two hours after that time.`,
    missed: (at: string, problem: string) => `It should have started ${at}; start it now? ${problem}`,
  },
  skipReasons: {
    do_not_contact: () => 'on Do not contact',
    same_message: () => 'already got this message',
    cool_off: () => 'contacted recently',
    conversation: (people: number) => (people === 1 ? 'has written to you' : 'have written to you'),
    not_pending: () => 'no longer pending on the list',
  },
  start: {
    title: (name: string) => `Start "${name}"?`,
    confirm: 'Start',
    nobodyPending: 'Everyone on this list has already been contacted.',
    reach: (people: number) => `${people === 0 ? 'Nobody' : peopleText(people)} will get this message.`,
    upTo: (people: number) => `Up to ${peopleText(people)} will get this message.`,
    leftOut: (people: number, reasons: string) => `${formatCount(people)} ${be(people)} left out: ${reasons}.`,
    from: (accounts: number) =>
      `It is sent from ${accounts === 1 ? '1 account' : `${accounts} accounts`}. Sent messages can't be unsent.`,
    repeat: (people: number) =>
      `Send it again to the ${people === 1 ? 'person' : `${formatCount(people)} people`} who already got it`,
    preview: (recipient: string) => `Preview for @${recipient}`,
  },
  stop: {
    title: (name: string) => `Stop "${name}"?`,
    confirm: 'Stop',
    question: (left: number) =>
      `${left === 0 ? 'Nobody is left to message.' : `${peopleText(left)} will not be messaged.`} You can continue a stopped campaign with the people left.`,
  },
  removal: {
    title: (name: string) => `Delete "${name}"?`,
    confirm: 'Delete campaign',
    end: 'This permanently deletes its log and figures.',
    unknownReset: 'Everyone it contacted goes back to pending on the list.',
    noReset: "Nobody's status on the list changes.",
    reset: (people: number) => `${peopleText(people)} ${people === 1 ? 'goes' : 'go'} back to pending on the list.`,
    messaged: (people: number) => `${peopleText(people)} already got this message`,
    maybeMessaged: (people: number) => `${peopleText(people)} may have got this message`,
    andMaybeMessaged: (messaged: string, people: number) => `${messaged}, and ${formatCount(people)} may have`,
    again: (who: string) => `${who}. You can send them another message, but this one only if you ask for it.`,
  },
  toasts: {
    started: 'Campaign started',
    paused: 'Campaign paused',
    stopped: 'Campaign stopped',
    stoppedClosing: 'Campaign stopped. Sandpiper Agent is closing its Firefox windows.',
    deleted: 'Campaign deleted',
    working: 'Still working…',
    workingDetail: 'The status changes here when the server is done.',
    stillDeleting: 'The campaign is still being deleted',
    stillDeletingDetail: 'It will finish in the background.',
    fetchFailed: 'Failed to fetch campaigns',
    fetchOneFailed: 'Failed to fetch campaign details',
    fetchPerformanceFailed: 'Failed to fetch profile performance',
    statusFailed: 'Failed to update campaign status',
    deleteFailed: 'Failed to delete campaign',
  },
};
