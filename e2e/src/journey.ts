import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Pack } from '@sandpiper/contract/plans';
import { signIn, type Person } from '@sandpiper/testkit/people';
import { test as base, type SharedServer } from './stack.ts';

export type Traits = {
  /** The beginning of the username. A random suffix makes the name unique. */
  called?: string;
  role?: 'user' | 'admin';
  pack?: Pack;
  /** The last day of the subscription. Null for no subscription. Administrators don't need one. */
  until?: string | null;
};

/** Creates a user for a single journey. */
export async function addPerson({ url, admin }: SharedServer, traits: Traits = {}): Promise<Person> {
  const { called = 'maria', role = 'user', pack = 'starter', until = '2099-12-31' } = traits;
  const credentials = { username: `${called}-${randomUUID().slice(0, 8)}`, password: 'a-long-secret' };
  // Adding an administrator requires that the password was entered within the last ten minutes.
  if (role === 'admin') await admin.call('POST /api/auth/confirm', { body: { password: admin.password } });
  await admin.call('POST /api/users', { body: { ...credentials, role, pack, subscription_end_date: until } });
  return signIn(url, credentials);
}

/** Ends a user's subscription: sets its last day to 31 January 2020. */
export async function endSubscription({ admin }: SharedServer, { username }: Person): Promise<void> {
  const { users } = await admin.call('GET /api/users', { query: { search: username } });
  const body = { username, subscription_end_date: '2020-01-31' };
  await admin.call('PUT /api/users/:id', { params: { id: users[0]?.id ?? 0 }, body });
}

/**
 * Stores a session token when a tab of this context first opens a page, as if the user had signed in earlier. Playwright's `storageState`
 * would open an extra page for that, and keep the context from being reused.
 */
async function storeSession(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((value) => {
    // Empty documents, such as about:blank, have no storage.
    if (location.protocol === 'about:' || sessionStorage.getItem('signed-in-by-test') !== null) return;
    sessionStorage.setItem('signed-in-by-test', 'yes');
    localStorage.setItem('token', value);
  }, token);
}

/** The base test for journeys without a signed-in user. */
export const guestTest = base.extend({
  baseURL: async ({ shared }, use) => use(shared.url),
});

/** The base test for journeys with their own signed-in user. */
export const test = guestTest.extend<{ traits: Traits; person: Person }>({
  traits: [{}, { option: true }],
  person: async ({ shared, traits }, use) => use(await addPerson(shared, traits)),
  context: async ({ context, person }, use) => {
    await storeSession(context, person.token);
    await use(context);
  },
});

/** Opens a page in a new browser context, for another user or for the same user on another computer. */
export async function openAs(browser: Browser, url: string, { token }: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
  await storeSession(context, token);
  return context.newPage();
}
