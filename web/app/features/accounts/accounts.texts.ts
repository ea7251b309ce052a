import { countText, formatCount } from '../../platform/numbers.ts';
import { namesText } from '../../ui/bulk-bar.texts.ts';

const accounts = (count: number) => countText(count, 'account');

export const accountTexts = {
  page: {
    title: 'Accounts',
    description: 'Each Instagram account has its own Firefox profile on your computer.',
    subscription: 'manage accounts',
    agentNeeded: 'Opening or closing accounts',
    search: 'Search accounts…',
    openAll: 'Open All Active',
    close: 'Close',
    add: 'Add Account',
    noun: 'account',
  },
  empty: {
    title: 'No accounts yet',
    text: 'Campaigns send from your accounts. Each account has its own Firefox profile, which Sandpiper can create for you.',
    action: 'Add your first account',
    foundTitle: 'No accounts found',
    found: (search: string) => `Nothing matches “${search}”.`,
    hiddenTitle: 'Nothing to show on this page',
    hidden: 'All accounts on this page seem to use personal Firefox profiles, which campaigns never use.',
  },
  pack: {
    limited: (count: number, max: number, pack: string) =>
      `${formatCount(count)} of ${formatCount(max)} accounts, ${pack} pack`,
    unlimited: (count: number, pack: string) => `${accounts(count)}, ${pack} pack (unlimited)`,
    full: 'Your pack is full. Upgrade to Pro for unlimited accounts.',
    request: 'Request Upgrade',
    unknown: 'Couldn’t check your pack, so you can’t add an account right now.',
    retry: 'Try again',
  },
  table: {
    account: 'Account',
    firefoxProfile: 'Firefox profile',
    achieved: 'Overall success, sent in 14 days',
    success: 'success',
    sent: (count: number) => `${formatCount(count)} sent`,
    sentIn14Days: (count: number) => `${formatCount(count)} sent in 14 days`,
    sentPerDay: (name: string) => `Sent per day by ${name}, last 14 days`,
    status: 'Status',
    active: 'Active',
    inactive: 'Inactive',
    isActive: (name: string) => `${name} is active`,
    actions: 'Actions',
    unknown: '–',
  },
  cell: {
    inUse: (campaign: string) => `In Use: ${campaign}`,
    double: 'Duplicate',
    doubleText: (other: string) =>
      `This account uses the same Instagram account or Firefox profile as ${other}, so it stays off. Change its Instagram username or its Firefox profile, or delete one of the two.`,
    onComputer: (computer: string) => `On ${computer}`,
    onAwayComputer: (computer: string) => `On ${computer}, not connected`,
  },
  languages: {
    summary: 'Which Instagram languages are supported?',
    explanation:
      'English works best. The agent counts unread messages in every language. In “With care” languages, a message is marked as sent only if Instagram itself confirms it, and the account stops sending when Instagram shows something the agent can’t read.',
    label: 'Instagram languages',
    language: 'Instagram language',
    use: 'Sends messages',
    known: 'What the agent recognizes',
    uses: { sends: 'Yes', with_care: 'With care', reads: 'No' },
  },
  hold: {
    since: 'On hold since <since></since>.',
    sinceUntil: 'On hold from <since></since> until <until></until>.',
    end: 'End hold',
    endName: (name: string) => `End hold on ${name}`,
  },
  actions: {
    open: 'Open Profile',
    openInbox: 'Open Inbox',
    pending: 'Pending...',
    opening: 'Opening...',
    openName: (action: string, name: string) => `${action} ${name}`,
    profileMissing:
      'None of your connected computers has this account’s Firefox profile. Choose another profile under Edit Profile, or connect the computer that has it.',
    computerUnknown: 'Start Sandpiper Agent on the computer that has this account’s Firefox profile.',
    computerAway: (computer: string) => `${computer} isn’t connected. Start Sandpiper Agent there.`,
    signIn: 'Sign In to Instagram',
    edit: 'Edit Profile',
    move: 'Move to Another Computer',
    remove: 'Delete Profile',
  },
  form: {
    addTitle: 'Add Account',
    editTitle: 'Edit Profile',
    add: 'Add Account',
    save: 'Save Changes',
    name: 'Account name',
    nameHint: 'A name for this account in Sandpiper',
    nameHides:
      'Sandpiper hides accounts with this name, because Firefox uses it for personal profiles. Choose another name.',
    nameRequired: 'Account name is required',
    username: 'Instagram username',
    usernameHint: 'Optional. If you enter it, the agent checks that the right account is signed in.',
    password: 'Instagram password',
    passwordHint: 'Optional. Stored encrypted and used only to fill in the sign-in form on your own computer.',
    passwordStored: 'A password is stored. Leave this empty to keep it.',
    passwordDropped:
      'The stored password belongs to the old username, so saving removes it. To store a password again, enter the one for the new username.',
    removePassword: 'Remove stored password',
    removePasswordQuestion: (name: string) =>
      `Remove the stored password for ${name}? The agent will no longer fill in Instagram’s sign-in form for this account. When Instagram asks for the password, type it yourself in the Firefox window.`,
    confirmRemovePassword: 'Remove password',
    keepPassword: 'Keep password',
    path: 'Firefox profile',
    pathSample: '/home/you/.mozilla/firefox/ab12cd34.work',
    pathRequired: 'Firefox profile is required',
    personalProfile:
      'This looks like your personal Firefox profile. Create a separate one for each account under Profiles management.',
    found: (count: number) =>
      count === 1
        ? 'Choose the profile that Sandpiper Agent found, or paste the path to another profile’s folder.'
        : `Choose one of the ${count} profiles that Sandpiper Agent found, or paste the path to another profile’s folder.`,
    offline: 'Sandpiper Agent isn’t connected, so paste the path to the Firefox profile’s folder.',
    looking: 'Sandpiper Agent is looking for your Firefox profiles…',
    paste: 'Paste the path to the Firefox profile’s folder.',
    notFound: 'Sandpiper Agent didn’t find this folder. Check the path before you save.',
  },
  switchOff: {
    title: (name: string) => `Switch off “${name}”?`,
    confirm: 'Switch off',
    question: (campaign: string) =>
      `This account is sending for <campaign>${campaign}</campaign>. The campaign will be slower without it, and will pause if it has no other usable account.`,
  },
  move: {
    title: (name: string) => `Move ${name} to another computer`,
    submit: 'Move account',
    hint: 'Only the agent on the chosen computer will use the account, so the account’s Firefox profile must be there.',
    firstFound: 'The first computer that has the account’s Firefox profile',
    loadFailed: 'Your computers',
  },
  removal: {
    title: 'Delete Profile',
    confirm: 'Delete Profile',
    unknown: (name: string) =>
      `This removes <name>${name}</name> from Sandpiper, including its entry in Profile performance. Its campaigns keep their results. The Firefox profile on your computer isn’t changed.`,
    unused: (name: string) =>
      `This removes <name>${name}</name> from Sandpiper. The account hasn’t sent any messages. The Firefox profile on your computer isn’t changed.`,
    used: (name: string, sent: number, inCampaigns: number) =>
      `This removes <name>${name}</name> from Sandpiper. The account has sent ${countText(sent, 'message')} in ${countText(inCampaigns, 'campaign')}. Campaign results are kept, but the account’s entry in Profile performance will be removed. The Firefox profile on your computer isn’t changed.`,
  },
  toasts: {
    added: 'Account added successfully',
    updated: 'Account updated successfully',
    addedWithoutProfile: 'Account added, but its Firefox profile wasn’t found',
    updatedWithoutProfile: 'Account updated, but its Firefox profile wasn’t found',
    checkPath: 'Check the path under Edit Profile.',
    passwordRemoved: (name: string) => `The stored password for ${name} was removed`,
    passwordRemovalFailed: 'Failed to remove the password',
    deleted: 'Account deleted successfully',
    switchedOn: (name: string) => `${name} is switched on`,
    switchedOff: (name: string) => `${name} is switched off`,
    released: (name: string) => `${name} is no longer on hold`,
    stillHeld: (name: string) => `${name} is still on hold`,
    heldUntil: (name: string, until: string) => `${name} is still on hold until ${until}`,
    movedAnywhere: (name: string) => `${name} will use the first computer that has its Firefox profile`,
    moved: (name: string, computer: string) => `${name} is now on ${computer}`,
    openRequested: (name: string) => `Request to open ${name} sent`,
    openAllRequested: (count: number) => `Request to open ${accounts(count)} sent`,
    signInRequested: (name: string) => `Request to sign in to ${name} sent`,
    closeRequested: (count: number) =>
      count === 0 ? 'Request to close all accounts sent' : `Request to close ${accounts(count)} sent`,
    noneToOpen: 'No active profiles to open',
    noneOpen: 'No account is open',
    skipped: (count: number, names: string) => `Skipped ${accounts(count)}: ${names}`,
    signedIn: (names: readonly string[]) => `Signed in to ${namesText(names)}`,
    notSignedIn: (names: readonly string[]) => `Not signed in to ${namesText(names)} yet`,
    closed: (count: number) => `${accounts(count)} closed`,
    stillOpen: (names: readonly string[]) => `Still open: ${names.join(', ')}`,
    openingFailed: (names: readonly string[]) => `Couldn’t open ${namesText(names)}`,
    signInPageFailed: (names: readonly string[]) => `Couldn’t open the sign-in page for ${namesText(names)}`,
    openedElsewhere: (names: readonly string[]) =>
      `${namesText(names)} ${names.length === 1 ? 'is open, but its inbox isn’t' : 'are open, but their inboxes aren’t'}`,
    updateForInbox:
      'Older versions of the agent can’t open the inbox. Choose Messages in the window, and update the agent in Settings.',
    closingFailed: 'Couldn’t close the windows',
    fetchFailed: 'Failed to fetch profiles',
    fetchFirefoxFailed: 'Failed to fetch Firefox profiles',
    saveFailed: 'Failed to save profile',
    switchFailed: 'Failed to switch the account on or off',
    deleteFailed: 'Failed to delete account',
    releaseFailed: 'Failed to end the hold',
    moveFailed: 'Failed to move the account',
    openFailed: 'Failed to send profile opening request',
    closeFailed: 'Failed to send profile closing request',
  },
};
