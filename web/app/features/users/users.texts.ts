import { countText, formatCount } from '../../platform/numbers.ts';

const shownNames = 5;

const usersText = (count: number) => countText(count, 'user');

/** Lists up to six names. If there are more, lists five of them and how many others there are. */
function namesText(names: readonly string[]): string {
  const more = names.length - shownNames;
  const shown = more > 1 ? [...names.slice(0, shownNames), `${formatCount(more)} others`] : names;
  return new Intl.ListFormat('en').format(shown);
}

export const usersTexts = {
  title: 'User Management',
  forAdministrators: 'Only administrators can view and change users. Ask an administrator for help.',
  lastUpdated: (time: string) => `Last updated: ${time}`,
  add: 'Add User',
  roles: { user: 'User', admin: 'Admin' },
  activity: { active: 'Active', expired: 'Expired' },
  table: {
    label: 'Users',
    search: 'Search users...',
    user: 'User',
    id: (id: number) => `ID ${id}`,
    role: 'Role',
    allRoles: 'All roles',
    pack: 'Pack',
    allPacks: 'All packs',
    status: 'Status',
    allStatuses: 'All statuses',
    profiles: 'Profiles',
    running: 'Running Campaigns',
    noneRunning: 'None',
    created: 'Created',
    never: 'Never',
    actions: 'Actions',
    rolePack: (role: string, pack: string) => `${role}, ${pack}`,
    usage: (accounts: number, running: number) =>
      `${countText(accounts, 'account')}, ${countText(running, 'running campaign')}`,
    createdAt: 'Created: <time>at</time>',
    lastLoginAt: 'Last login: <time>at</time>',
    deactivated: 'Deactivated',
    endsOn: (day: string) => `until ${day}`,
    endedOn: (day: string) => `ended ${day}`,
    deletedOn: 'will be deleted on <time>at</time>',
    empty: 'No users found',
    noMatch: 'No users match your filters.',
    addFirst: 'Add the first user.',
  },
  actions: {
    edit: 'Edit User',
    password: 'Change Password',
    twoFactor: 'Turn Off Two-Factor Sign-In',
    delete: 'Delete User',
  },
  bulk: {
    label: 'Selected users',
    select: (name: string) => `Select ${name}`,
    selectPage: 'Select all users on this page',
    selected: (count: number) => `${usersText(count)} selected`,
    change: 'Change',
    clear: 'Clear selection',
    actions: {
      'end-date': 'Set End Date',
      pack: 'Set Pack',
      activate: 'Activate',
      deactivate: 'Deactivate',
    },
    names: namesText,
    applies: (names: string) => `This changes ${names}.`,
    dateRequired: 'Enter a date',
    submit: (count: number) => `Change ${usersText(count)}`,
    activate: {
      title: (count: number) => `Activate ${usersText(count)}?`,
      confirm: (count: number) => `Activate ${usersText(count)}`,
      effect: (names: string) => `This lets ${names} sign in again. Campaigns that were paused stay paused.`,
    },
    deactivate: {
      title: (count: number) => `Deactivate ${usersText(count)}?`,
      confirm: (count: number) => `Deactivate ${usersText(count)}`,
      effect: (names: string) => `This signs ${names} out everywhere immediately and prevents them from signing in.`,
    },
    pauses: (campaigns: number) => `${countText(campaigns, 'running campaign')} will be paused.`,
    ownKept: 'Your own user account stays active.',
    done: (count: number) => `${usersText(count)} changed`,
    partlyDone: (done: number, all: number) => `${formatCount(done)} of ${usersText(all)} changed`,
    failures: (names: readonly string[], reason: string) => `${namesText(names)}: ${reason}`,
    failedWithoutReason: 'The change failed.',
  },
  form: {
    username: 'Username',
    usernameRequired: 'Username is required',
    password: 'Password',
    passwordRequired: 'Password is required',
    role: 'Role',
    pack: 'Pack',
    endDate: 'Subscription end date',
    endDateHint: 'Optional. Without an end date, the subscription isn’t active.',
    endsOn: (day: string) => `The subscription ends on ${day}.`,
    ended: (day: string) => `${day} is in the past, so the subscription isn’t active.`,
    endDateInvalid: 'Enter a valid date or clear the field',
    isActive: 'User account is active',
    isActiveHint: 'Turning this off signs the user out everywhere immediately and prevents them from signing in.',
    create: 'Create User',
    save: 'Save',
  },
  changePassword: {
    what: (username: string) => `set a new password for ${username}`,
    warning: (username: string) =>
      `This signs ${username} out everywhere and disconnects their computers. Campaigns stop sending until ${username} connects each computer again.`,
    label: 'New password',
    required: 'New password is required',
  },
  twoFactor: {
    what: (username: string) => `turn off two-factor sign-in for ${username}`,
    confirm: 'Turn off two-factor sign-in',
    warning: (username: string) =>
      `Do this if <strong>${username}</strong> has lost their phone and recovery codes. They can then sign in with only their password, and we’ll notify them. Make sure the request really comes from them.`,
  },
  remove: {
    confirm: (username: string) => `Delete ${username}`,
    warning: (username: string, accounts: number) =>
      `This permanently deletes <strong>${username}</strong>, including ${countText(accounts, 'account')} and all of the user’s templates, lists, campaigns and tickets.`,
    stops: (campaigns: number) => `${countText(campaigns, 'running campaign')} will stop.`,
  },
  toasts: {
    loadFailed: 'Failed to fetch users',
    created: 'User created successfully',
    createFailed: 'Failed to create user',
    updated: 'User updated successfully',
    updateFailed: 'Failed to update user',
    passwordUpdated: 'Password updated successfully',
    passwordFailed: 'Failed to change password',
    twoFactorOff: 'Two-factor sign-in is off for this user',
    twoFactorFailed: 'Failed to turn off two-factor sign-in',
    deleted: 'User deleted successfully',
    deleteFailed: 'Failed to delete user',
  },
} as const;
