/* The paths of all screens, except those with an ID. The screens with an ID show records that `fillAccount` creates. */

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
/** Paths of records that don't exist. */
export const missingPaths = [
  '/campaigns/999999',
  '/profiles/999999',
  '/lists/999999',
  '/support/999999',
  '/people/nobody.here',
];
