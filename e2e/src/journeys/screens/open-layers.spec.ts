import type { Page } from '@playwright/test';
import { startAnsweringAgent } from '../../answering-agent.ts';
import { addWholeCampaign } from '../../belongings.ts';
import { fillAccount } from '../../filled-account.ts';
import { guestTest, test } from '../../journey.ts';
import { refuse } from '../../screen-parts.ts';
import { barriersOn, colourBarriersOn, goDark, goLight, settle, stopMoving } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

/** What opens over a screen, by the names of what is pressed on the way there. */
type Layer = { at: string; press: string[]; shows: 'dialog' | 'menu' | 'listbox' };

const sending: Layer[] = [
  { at: '/dashboard', press: ['Date Range'], shows: 'dialog' },
  { at: '/dashboard', press: ['Search or run a command… Ctrl K'], shows: 'dialog' },
  { at: '/campaigns', press: ['Actions for Winter'], shows: 'menu' },
  { at: '/campaigns', press: ['Start Winter'], shows: 'dialog' },
  { at: '/campaigns', press: ['Actions for Winter', 'Delete'], shows: 'dialog' },
  { at: '/campaigns/new', press: ['Message Template'], shows: 'listbox' },
  { at: '/campaigns/running', press: ['Stop'], shows: 'dialog' },
];
const contents: Layer[] = [
  { at: '/templates', press: ['New Template', 'Create Template'], shows: 'dialog' },
  { at: '/templates', press: ['Delete Thank you'], shows: 'dialog' },
  { at: '/lists', press: ['Actions for Workshop guests'], shows: 'menu' },
  { at: '/lists', press: ['New List', 'Create List'], shows: 'dialog' },
  { at: '/lists', press: ['Actions for Workshop guests', 'Delete List'], shows: 'dialog' },
  { at: '/lists/own', press: ['Add Recipient'], shows: 'dialog' },
  { at: '/lists/own', press: ['Bulk Import', 'Import'], shows: 'dialog' },
  { at: '/lists/own', press: ['Select all on this page', 'Status'], shows: 'menu' },
  { at: '/settings', press: ['Revoke Desk computer'], shows: 'dialog' },
];
const people: Layer[] = [
  { at: '/profiles', press: ['Actions for Shorebird'], shows: 'menu' },
  { at: '/profiles', press: ['Add Account'], shows: 'dialog' },
  { at: '/profiles', press: ['Actions for Shorebird', 'Delete Profile'], shows: 'dialog' },
  { at: '/firefox-profiles', press: ['Create Profile'], shows: 'dialog' },
  { at: '/firefox-profiles', press: ['Delete spare'], shows: 'dialog' },
  { at: '/support', press: ['New Ticket'], shows: 'dialog' },
  { at: '/support/own', press: ['Update Ticket'], shows: 'dialog' },
  { at: '/users', press: ['Add User', 'Create User'], shows: 'dialog' },
  { at: '/users', press: ['Actions for me', 'Edit User'], shows: 'dialog' },
  { at: '/users', press: ['Actions for me', 'Change Password'], shows: 'dialog' },
];

function pressable(page: Page, name: string) {
  const roles = ['button', 'menuitem', 'combobox', 'checkbox'] as const;
  return roles
    .map((role) => page.getByRole(role, { name, exact: true }))
    .reduce((one, other) => one.or(other))
    .filter({ visible: true })
    .last();
}

async function expectNoBarriers(page: Page, what: string, part: string | null = null): Promise<void> {
  await stopMoving(page);
  expect.soft(await barriersOn(page, part), `axe: ${what}`).toEqual([]);
  await goDark(page);
  expect.soft(await colourBarriersOn(page, part), `axe: ${what}, in the dark`).toEqual([]);
  await goLight(page);
}

/** Opens it on the screen that is there already, if it is that one, and closes it as a keyboard does. */
async function judgeLayer(page: Page, { at, press, shows }: Layer): Promise<void> {
  await test.step(`${at}: ${press.join(', ')}`, async () => {
    if (!page.url().endsWith(at)) {
      await page.goto(at);
      await settle(page);
    }
    for (const name of press) await pressable(page, name).click();
    const layer = page.getByRole(shows).filter({ visible: true }).first();
    await expect(layer).toBeVisible();
    // What is under it is looked at without it in another journey.
    await expectNoBarriers(page, `${at}, ${press.join(', ')}`, `[role=${shows}]`);
    await expect(layer, 'it stayed open while it was looked at').toBeVisible();
    await page.keyboard.press('Escape');
    await expect(layer).toBeHidden();
  });
}

test.describe('what opens over a screen', () => {
  test.use({ colorScheme: 'light', traits: { called: 'root', role: 'admin', pack: 'pro', until: null } });

  for (const [part, layers] of Object.entries({ sending, contents, people })) {
    test(`is in order in the light and in the dark (${part})`, async ({ page, person, shared }) => {
      const { list, running, ticket } = await fillAccount(person);
      const agent = await startAnsweringAgent(shared.url, person);
      const own = new Map([
        ['/campaigns/running', `/campaigns/${running}`],
        ['/lists/own', `/lists/${list}`],
        ['/support/own', `/support/${ticket}`],
        ['/users', `/users?search=${person.username}`],
      ]);
      for (const { at, press, shows } of layers) {
        const named = press.map((name) => name.replace(/ me$/, ` ${person.username}`));
        await judgeLayer(page, { at: own.get(at) ?? at, press: named, shows });
      }
      await agent.stop();
    });
  }

  test('is in order on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await judgeLayer(page, { at: '/lists', press: ['Open the menu'], shows: 'dialog' });
    await judgeLayer(page, { at: '/lists', press: ['New List'], shows: 'dialog' });
  });

  test('and what could not be loaded is in order', async ({ page }) => {
    await refuse(page, {
      method: 'GET',
      path: /\/api\/(campaigns|profiles|lists|recipients|users|dashboard|support|settings)/,
    });
    for (const path of ['/dashboard', '/campaigns', '/profiles', '/lists', '/recipients', '/users', '/settings']) {
      await page.goto(path);
      await settle(page);
      if (path !== '/dashboard') await expect(page.getByRole('alert').first()).toBeVisible();
      await expectNoBarriers(page, `${path} that could not be loaded`);
    }
  });
});

test.describe('after the end of the subscription', () => {
  test.use({ colorScheme: 'light' });

  test('the screens are in order', async ({ page, person, shared }) => {
    const { campaign } = await addWholeCampaign(person);
    const { users } = await shared.admin.call('GET /api/users', { query: { search: person.username } });
    const body = { username: person.username, subscription_end_date: '2020-01-31' };
    await shared.admin.call('PUT /api/users/:id', { params: { id: users[0]?.id ?? 0 }, body });
    for (const path of ['/dashboard', `/campaigns/${campaign}`, '/campaigns/new', '/profiles', '/lists', '/settings']) {
      await page.goto(path);
      await settle(page);
      await expect(page.getByRole('note').filter({ hasText: 'Subscription Required' })).toBeVisible();
      await expectNoBarriers(page, `${path} without a subscription`);
    }
  });
});

guestTest.describe('what a guest opens', () => {
  guestTest.use({ colorScheme: 'light' });

  guestTest('complaints and the menu of a phone are in order', async ({ page }) => {
    for (const [path, send] of [
      ['/login', 'Log in'],
      ['/register', 'Create Account'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('button', { name: send }).click();
      await expect(page.getByText(/Username (is required|must be)/)).toBeVisible();
      await expectNoBarriers(page, `${path} with complaints`);
    }
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/');
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
      await stopMoving(page);
      expect.soft(await barriersOn(page), `the open menu, ${scheme}`).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
      await stopMoving(page);
      expect.soft(await barriersOn(page), `the contact form's complaints, ${scheme}`).toEqual([]);
    }
  });
});
