import { countText, formatCount, peopleText } from '../../platform/numbers.ts';

const accounts = (count: number) => countText(count, 'account');

export const campaignFormTexts = {
  page: {
    title: 'Create Campaign',
    description: 'Nothing is sent until you review and start the campaign.',
    subscription: 'create campaigns',
  },
  form: {
    loading: 'Loading',
    loadFailed: 'The campaign form',
    name: 'Campaign Name',
    nameLength: (length: number, max: number) => `${length}/${max} characters`,
    nameCut: 'The pasted name was too long, so the end was cut off.',
    template: 'Message Template',
    templatePlaceholder: 'Choose a template',
    noTemplateFound: 'No template found',
    list: 'Recipient List',
    listPlaceholder: 'Choose a list',
    noListFound: 'No list found',
    listOption: (name: string, pending: number) => `${name} (${formatCount(pending)} to message)`,
    cancel: 'Cancel',
    submit: 'Create Campaign',
    submitAndReview: 'Create and review',
    save: 'Save Changes',
  },
  duplicate: {
    title: 'Duplicate Campaign',
    description: 'This creates a new campaign with the same settings. Nothing is sent until you review and start it.',
  },
  edit: {
    title: 'Edit Campaign',
    description: 'You can edit a campaign until you start it for the first time.',
    startedTitle: 'This campaign has already started',
    started: 'You can no longer edit it.',
    duplicate: 'Duplicate it instead',
  },
  window: {
    toggle: 'Campaign hours',
    label: 'Send only during these hours',
    description: 'These hours further limit each account’s own hours. They use each account’s time zone.',
    none: 'The campaign sends at any time within each account’s own hours.',
    some: 'The campaign sends only when both its own hours and the account’s hours allow it.',
  },
  skipRules: {
    days: 'Skip people contacted within',
    daysUnit: (days: string) => (days.trim() === '1' ? 'day' : 'days'),
    conversations: 'Skip people who have written to you',
  },
  picker: {
    title: 'Instagram Profiles',
    selected: (chosen: number) => `${formatCount(chosen)} selected`,
    selectedAndInUse: (chosen: number, inUse: number, campaign = '') =>
      `${formatCount(chosen)} selected, ${formatCount(inUse)} in use by ${campaign === '' ? '<link>running campaigns</link>' : `<link>“${campaign}”</link>`}`,
    noneFree: (campaign = '') =>
      `No account is free until ${campaign === '' ? 'a <link>running campaign</link>' : `<link>“${campaign}”</link>`} is paused or ends.`,
    selectAll: 'Select All',
    clear: 'Clear',
    none: 'No active accounts',
    inUse: 'In Use',
    inUseText: 'This profile is currently being used in a running campaign',
    selectedAll: (free: number, skipped: number) =>
      `Selected ${accounts(free)} and skipped ${formatCount(skipped)} in use by running campaigns`,
  },
  preview: {
    title: 'Preview',
    sample: 'Example with a sample name',
    withoutValues: 'Example for a person without values',
    sampleName: 'username',
    reader: (recipient: string) => `Preview for @${recipient}`,
    unknown: (placeholders: readonly string[]) =>
      `${new Intl.ListFormat('en').format(placeholders)} won’t be filled in. People on this list would see ${placeholders.length === 1 ? 'it' : 'them'} as written.`,
    skipped: (recipient: string, missing: readonly string[]) =>
      `@${recipient} would be skipped because there is no value for ${new Intl.ListFormat('en', { type: 'disjunction' }).format(missing.map((name) => `{${name}}`))}.`,
    noTemplate: 'Choose a template to see the message.',
    noList: 'Choose a list to see how many people the campaign would reach.',
    reach: (people: number) => `Up to ${peopleText(people)}.`,
    reachFrom: (people: number, from: number) => `Up to ${peopleText(people)}, messaged from ${accounts(from)}.`,
  },
  nobodyPending: {
    title: (list: string) => `No one on “${list}” is pending`,
    text: 'As it is, no one would get this message. You can create the campaign now and <link>import people</link> before you start it.',
  },
  missing: {
    title: 'Something is missing',
    text: 'Before you can save a campaign, you need to:',
    template: 'write a template',
    list: 'create a list',
    account: 'add an account and switch it on',
  },
  problems: {
    name: 'Give the campaign a name',
    template: 'Choose a template',
    list: 'Choose a list',
    accounts: 'Choose at least one account',
    hours: 'Fix the hours',
    days: 'Enter a number of days from 0 to 3,650. To turn this rule off, enter 0.',
    required: 'Please fill in all required fields',
    nameLength: (max: number) => `Campaign name must not exceed ${max} characters`,
  },
  toasts: {
    created: 'Campaign created',
    failed: 'Failed to create campaign',
    changed: 'Campaign changed',
    changeFailed: 'Failed to change campaign',
    fetchTemplatesFailed: 'Failed to fetch templates',
    fetchListsFailed: 'Failed to fetch lists',
    fetchAccountsFailed: 'Failed to fetch profiles',
    fetchCampaignsFailed: 'Failed to fetch campaigns',
    cannotCreate: ({ names, campaigns }: Record<'names' | 'campaigns', readonly string[]>) =>
      `Cannot create campaign: Profiles ${names.join(', ')} are already being used in running campaigns (${campaigns.join(', ')})`,
  },
};
