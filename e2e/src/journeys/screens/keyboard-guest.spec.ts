import { randomUUID } from 'node:crypto';
import { pressOn, typeInto } from '../../hands.ts';
import { guestTest, test } from '../../journey.ts';
import { clientOf } from '../../people.ts';
import { settle } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

guestTest('registering, signing in and signing out need no mouse', async ({ page }) => {
  const username = `nina-${randomUUID().slice(0, 8)}`;
  await page.goto('/register');
  await settle(page);
  await typeInto(page, page.getByLabel('Username'), username);
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'a-long-secret');
  await typeInto(page, page.getByLabel('Confirm password'), 'a-long-secret');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await typeInto(page, page.getByLabel('Username'), username);
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'a-long-secret');
  await pressOn(page, page.getByRole('button', { name: 'Log in' }));
  await expect(page).toHaveURL(/\/dashboard$/);
  await settle(page);
  await pressOn(page, page.getByRole('button', { name: 'Log out' }));
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

guestTest('the menu and the contact form of the public page need no mouse', async ({ page, shared }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await settle(page);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await pressOn(page, page.getByRole('button', { name: 'Menu' }));
  await expect(menu).toBeVisible();
  await pressOn(page, menu.getByRole('link', { name: 'Contact' }));
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/#contact$/);
  const form = page.locator('#contact form');
  const name = `Rosa ${randomUUID().slice(0, 8)}`;
  await typeInto(page, form.getByLabel('Name'), name);
  await typeInto(page, form.getByLabel('Email'), 'rosa@example.org');
  await typeInto(page, form.getByLabel('Message'), 'By keys alone');
  await pressOn(page, form.getByLabel(/privacy notice/), 'Space');
  await pressOn(page, form.getByRole('button', { name: 'Send message' }));
  await expect(form.getByRole('status')).toContainText('Your message has been sent');
  const { messages } = await shared.admin.call('GET /api/contact', { query: {} });
  expect(messages.map((each) => each.name)).toContain(name);
});

test('a computer is let in or refused without a mouse', async ({ page, person, shared }) => {
  const computer = clientOf(shared.url);
  const asked = (device_name: string) => computer('POST /api/agent-pairing', { body: { device_name } });
  const fetched = (device_code: string) => computer('POST /api/agent-pairing/token', { body: { device_code } });
  const studio = await asked('Studio');
  await page.goto('/link');
  await settle(page);
  await typeInto(page, page.getByRole('textbox', { name: 'Code' }), studio.user_code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Connect Studio?' })).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: 'Approve' }));
  await expect(page.getByRole('heading', { name: 'Studio is connected' })).toBeVisible();
  await fetched(studio.device_code);

  const cellar = await asked('Cellar');
  await page.goto(`/link?code=${cellar.user_code}`);
  await settle(page);
  await pressOn(page, page.getByRole('button', { name: 'Deny' }));
  await expect(page.getByRole('heading', { name: 'Connection denied' })).toBeVisible();
  await expect(fetched(cellar.device_code)).rejects.toThrow();
  await pressOn(page, page.getByRole('button', { name: 'Enter another code' }));
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  expect((await person.call('GET /api/agent-tokens')).tokens.map((each) => each.name)).toEqual(['Studio']);
});

test('after a change of screen the keyboard goes on at its title', async ({ page }) => {
  await page.goto('/dashboard');
  await settle(page);
  await pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists' }));
  const title = page.getByRole('heading', { level: 1, name: 'Lists' });
  await expect(title).toBeFocused();
  await page.keyboard.press('Tab');
  const isInMain = () => document.querySelector('main')?.contains(document.activeElement);
  expect(await page.evaluate(isInMain), 'not at the top of the page again').toBe(true);
});

test('the menu of a phone needs no mouse', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/lists');
  await settle(page);
  const opener = page.getByRole('button', { name: 'Open the menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await pressOn(page, opener);
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await pressOn(page, opener);
  await pressOn(page, menu.getByRole('link', { name: 'Settings' }));
  await expect(page).toHaveURL(/\/settings$/);
  await expect(menu).toBeHidden();
});
