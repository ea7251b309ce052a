import type { fillAccount } from './filled-account.ts';

/* The paths of all screens. `every-screen.spec.ts` checks that none is missing. */

export const guestPaths = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=abc',
  '/confirm-address?token=abc',
  '/unsubscribe?token=abc',
];
export const workPaths = [
  '/dashboard',
  '/campaigns',
  '/campaigns/new',
  '/profiles',
  '/templates',
  '/lists',
  '/people',
  '/do-not-contact',
];
export const otherPaths = [
  '/unread-checker',
  '/firefox-profiles',
  '/support',
  '/users',
  '/audit',
  '/server',
  '/settings',
  '/link',
  '/notices',
];

type Records = Awaited<ReturnType<typeof fillAccount>>;

/** Returns the paths of the screens for the records that `fillAccount` creates. */
export function recordPaths({ list, running, planned, ticket, account }: Records): string[] {
  return [
    `/campaigns/${running}`,
    `/campaigns/${planned}`,
    `/campaigns/${planned}/edit`,
    `/profiles/${account}`,
    `/lists/${list}`,
    `/lists/${list}/import`,
    `/lists/${list}/imports`,
    '/people/guest.60',
    `/support/${ticket}`,
  ];
}

/** Paths of records that don't exist. */
export const missingPaths = [
  '/campaigns/999999',
  '/profiles/999999',
  '/lists/999999',
  '/support/999999',
  '/people/nobody.here',
];
