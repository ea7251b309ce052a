import { newPerson, signIn, type Person } from '@sandpiper/testkit/people';
import { admin } from './server-program.ts';

/** The settings that a server needs for `addFullWindowUsers`. */
export const fullWindowSettings = { REQUIRE_ADMIN_TWO_FACTOR: '1' };

/**
 * Matches the errors that the console shows on the full-window screens. The app requests what most screens need before it knows that the
 * server refuses these requests for this user.
 */
export const refusedRequests = /403|Set up two-factor sign-in first/;

/** A screen that fills the window and replaces every signed-in screen, and a user who sees it. */
type FullWindowScreen = { name: string; title: string; person: Person };

/**
 * Prepares a user for each full-window screen: one who has requested the deletion of their user account, and the administrator, who still
 * has to set up two-factor sign-in.
 */
export async function addFullWindowUsers(url: string): Promise<FullWindowScreen[]> {
  const leaving = await newPerson(url);
  await leaving.call('POST /api/user-deletion', { body: { password: leaving.password } });
  return [
    { name: 'deletion-pending', title: 'Your user account will be deleted', person: leaving },
    { name: 'two-factor-required', title: 'Set up two-factor sign-in', person: await signIn(url, admin) },
  ];
}
