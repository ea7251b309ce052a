import type { Locator, Page } from '@playwright/test';
import { addWholeCampaign } from '../../sample-data.ts';
import { fillAccount } from '../../filled-account.ts';
import { endSubscription, guestTest, test } from '../../journey.ts';
import { dismissToasts, refuse, toastOn } from '../../screen-parts.ts';
import { expectNoViolations, openScreen, settle, stopMoving, violationsOn } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

/** A layer that opens over a screen: the screen's path, the buttons to press, and the layer's ARIA role. */
type Layer = { at: string; press: string[]; shows: 'dialog' | 'menu' | 'listbox' };

/** One or two layers of each kind, because layers of the same kind share a component. Component tests check their contents. */
const layers: Layer[] = [
  { at: '/templates', press: ['New Template', 'Create Template'], shows: 'dialog' },
  { at: '/lists', press: ['Actions for Workshop guests'], shows: 'menu' },
  { at: '/campaigns/new', press: ['Message Template'], shows: 'listbox' },
  { at: '/people', press: ['Saved filters'], shows: 'menu' },
  { at: '/do-not-contact', press: ['Add people'], shows: 'dialog' },
];

function pressable(page: Page, name: string) {
  const roles = ['button', 'combobox'] as const;
  return roles
    .map((role) => page.getByRole(role, { name, exact: true }))
    .reduce((one, other) => one.or(other))
    .filter({ visible: true })
    .last();
}

/** Opens a layer, checks it, and closes it with Escape. */
async function checkLayer(page: Page, { at, press, shows }: Layer): Promise<void> {
  await test.step(`${at}: ${press.join(', ')}`, async () => {
    await openScreen(page, at);
    await settle(page);
    for (const name of press) await pressable(page, name).click();
    const layer = page.getByRole(shows).filter({ visible: true }).first();
    await expect(layer).toBeVisible();
    // Check only the layer. Another journey checks the screen behind it.
    await expectNoViolations(page, `${at}, ${press.join(', ')}`, `[role=${shows}]`);
    await expect(layer, 'the layer stayed open during the checks').toBeVisible();
    await page.keyboard.press('Escape');
    await expect(layer).toBeHidden();
  });
}

test.describe('layers over screens', () => {
  test.use({ colorScheme: 'light' });

  test('layers of each kind pass all checks in the light and the dark theme', async ({ page, person }) => {
    await fillAccount(person);
    await page.goto('/settings');
    await settle(page);
    for (const layer of layers) await checkLayer(page, layer);
  });

  test('the menu on a phone passes all checks', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/settings');
    await settle(page);
    await checkLayer(page, { at: '/lists', press: ['Open the menu'], shows: 'dialog' });
  });

  test('a toast covers the sidebar or, on a phone, the header, but not what it refers to', async ({ page, person }) => {
    await fillAccount(person);
    await page.goto('/templates');
    const toast = page.getByRole('alert');
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.getByRole('button', { name: 'Select Thank you' }).click();
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
    const main = await boxOf(page.getByRole('main'));
    await expect.poll(async () => boxOf(toast).then(({ x, width }) => x + width)).toBeLessThanOrEqual(main.x);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(toastOn(page, 'Undone')).toBeVisible();
    await dismissToasts(page);

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Select Thank you' }).click();
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
    const template = await boxOf(page.getByRole('article', { name: 'Thank you' }));
    await expect.poll(async () => boxOf(toast).then(({ y, height }) => y + height)).toBeLessThanOrEqual(template.y);
  });

  test('a screen that could not be loaded passes all checks', async ({ page }) => {
    await refuse(page, 'GET', /\/api\/lists/);
    await page.goto('/lists');
    await settle(page);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expectNoViolations(page, '/lists that could not be loaded');
  });
});

test.describe('screens without a subscription', () => {
  test.use({ colorScheme: 'light' });

  test('a screen passes all checks after the subscription ends', async ({ page, person, shared }) => {
    const { campaign } = await addWholeCampaign(person);
    await endSubscription(shared, person);
    await page.goto(`/campaigns/${campaign}`);
    await settle(page);
    await expect(page.getByRole('note').filter({ hasText: 'Subscription Required' })).toBeVisible();
    await expectNoViolations(page, 'a campaign without a subscription');
  });
});

guestTest.describe('without signing in', () => {
  guestTest.use({ colorScheme: 'light' });

  guestTest('form errors and the phone menu pass all checks', async ({ page }) => {
    await page.goto('/register');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText(/Username (is required|must be)/)).toBeVisible();
    await expectNoViolations(page, '/register with errors');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    await stopMoving(page);
    expect.soft(await violationsOn(page), 'the open menu of the landing page').toEqual([]);
  });
});
