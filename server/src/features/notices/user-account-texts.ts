import { dataExportDays } from '@sandpiper/contract/limits';
import type { NoticeText } from './notice-texts.ts';

/* The text of each notice about the user account itself. */

const ifNotYou =
  'If this wasn’t you, change your password in Settings. That signs out all other browsers and disconnects your computers.';
const ifNotYourPassword =
  'If this wasn’t you, choose “Forgot your password?” on the sign-in page, or ask an administrator for a new password.';

/** `browser` is null if the browser is unknown. */
export function newSignInText({ browser, address }: { browser: string | null; address: string }): NoticeText {
  return {
    kind: 'new_sign_in',
    title: `New sign-in with ${browser ?? 'an unknown browser'}`,
    message: `Someone signed in to your user account from ${address}. ${ifNotYou}`,
    path: '/settings',
  };
}

/** The changes to sign-in that users are notified about, with the text of each notice. */
export const securityChanges = {
  password_changed: {
    title: 'Your password was changed',
    what: 'All other browsers were signed out, and your computers were disconnected.',
  },
  password_reset: {
    title: 'Your password was reset',
    what: 'All browsers were signed out, and your computers were disconnected.',
  },
  password_set: {
    title: 'An administrator set a new password for you',
    what: 'All browsers were signed out, and your computers were disconnected. Change the password in Settings, so that only you know it.',
  },
  mail_address_changed: {
    title: 'Your email address was changed or removed',
    what: 'Notices and password reset links no longer go to the earlier address.',
  },
  two_factor_on: { title: 'Two-factor sign-in was turned on', what: 'You now need a code to sign in.' },
  two_factor_off: { title: 'Two-factor sign-in was turned off', what: 'You now need only your password to sign in.' },
  two_factor_reset: {
    title: 'An administrator turned off two-factor sign-in for you',
    what: 'Set it up again in Settings.',
  },
  recovery_code_used: { title: 'A recovery code was used to sign in', what: 'This code won’t work again.' },
  recovery_codes_made: { title: 'New recovery codes were created', what: 'Your earlier codes no longer work.' },
} as const;
export type SecurityChange = keyof typeof securityChanges;

export function securityChangeText(change: SecurityChange, address: string): NoticeText {
  const { title, what } = securityChanges[change];
  const isOwnPassword = change === 'password_changed' || change === 'password_reset';
  const advice = isOwnPassword ? ifNotYourPassword : ifNotYou;
  const isByAdministrator = change === 'password_set' || change === 'two_factor_reset';
  const by = isByAdministrator ? '' : ` The request came from ${address}. ${advice}`;
  return { kind: 'security_change', title, message: `${what}${by}`, path: '/settings' };
}

export function newComputerText({ name, address }: { name: string; address: string }): NoticeText {
  return {
    kind: 'new_computer',
    title: `${name} was connected`,
    message: `This computer can now send messages as you. It was connected from ${address}. ${ifNotYou}`,
    path: '/settings',
  };
}

/** `dueAt` is when the user's data will be deleted. */
export function deletionAskedText(dueAt: string): NoticeText {
  const day = dueAt.slice(0, 10).split('-').toReversed().join('-');
  const time = dueAt.slice(11, 16);
  return {
    kind: 'deletion_asked',
    title: `Your user account will be deleted on ${day} at ${time} UTC`,
    message: `No more messages will be sent. To keep your user account, sign in before then and choose “Keep my user account”. ${ifNotYou}`,
    path: '/settings',
  };
}

export function exportReadyText(): NoticeText {
  return {
    kind: 'export_ready',
    title: 'The export of your data is ready',
    message: `Download it in Settings within ${dataExportDays} days.`,
    path: '/settings',
  };
}
