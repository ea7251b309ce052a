import { randomUUID } from 'node:crypto';
import { pressOn, typeInto } from '../../keyboard.ts';
import { guestTest, test } from '../../journey.ts';
import { settle } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

guestTest("the landing page's menu and contact form work without a mouse", async ({ page, shared }) => {
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

test('after a screen change, keyboard focus starts at the new title', async ({ page }) => {
  await page.goto('/dashboard');
  await settle(page);
  await pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists' }));
  const title = page.getByRole('heading', { level: 1, name: 'Lists' });
  await expect(title).toBeFocused();
  await page.keyboard.press('Tab');
  const isInMain = () => document.querySelector('main')?.contains(document.activeElement);
  expect(await page.evaluate(isInMain), 'focus is not back at the top of the page').toBe(true);
});
