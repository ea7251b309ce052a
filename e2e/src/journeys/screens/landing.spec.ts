import { guestTest as test } from '../../journey.ts';
import { expect } from '../../stack.ts';

const sections = ['features', 'breakdown', 'pricing', 'faq', 'contact'];

test('every part of the landing page is one click away', async ({ page }) => {
  await page.goto('/');
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(links).toHaveCount(sections.length);
  for (const [index, id] of sections.entries()) {
    await links.nth(index).click();
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
    await expect(page.locator(`#${id}`).getByRole('heading', { level: 2 })).toBeInViewport();
  }
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('prices change, questions open, and the menu works on a phone', async ({ page }) => {
    await page.goto('/');
    const pricing = page.locator('#pricing');
    await expect(pricing.getByText('$27.89')).toBeVisible();
    await expect(pricing.getByText('$48.89')).toBeVisible();
    await expect(pricing.getByText('$294.52')).toBeHidden();
    await expect(pricing.getByText('Save 12% on annual')).toBeVisible();
    await pricing.getByText('Yearly').click();
    await expect(pricing.getByText('$294.52')).toBeVisible();
    await expect(pricing.getByText('$516.28')).toBeVisible();
    await expect(pricing.getByText('$27.89')).toBeHidden();
    await pricing.getByText('Monthly').click();
    await expect(pricing.getByText('$27.89')).toBeVisible();

    const questions = page.locator('#faq details');
    const limit = questions.filter({ hasText: 'up to 10 profiles' });
    await expect(limit.getByText('up to 10 profiles')).toBeHidden();
    await limit.locator('summary').click();
    await expect(limit.getByText('up to 10 profiles')).toBeVisible();
    await questions.filter({ hasNotText: 'up to 10 profiles' }).first().locator('summary').click();
    await expect(limit.getByText('up to 10 profiles'), 'one question is open at a time').toBeHidden();

    await page.setViewportSize({ width: 390, height: 800 });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu.getByRole('link')).toHaveCount(sections.length + 2);
    await menu.getByRole('link', { name: 'Pric' }).click();
    await expect(page).toHaveURL(/#pricing$/);
  });

  test('the sign-in screen says that it needs JavaScript', async ({ page }) => {
    await page.goto('/login');
    // Playwright doesn't search for text in `noscript`.
    await expect(page.locator('noscript p')).toBeVisible();
  });
});

test('on a small phone, the menu closes when an item is chosen or Escape is pressed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Contact' }).click();
  await expect(menu).toBeHidden();
  await expect(page.locator('#contact').getByRole('heading', { level: 2 })).toBeInViewport();
});

test('once its script has started, the sample campaign looks the same, continues, and can be paused', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const sample = page.getByRole('figure');
  const newest = sample.getByRole('list', { name: 'Log' }).getByRole('listitem').first();
  const looks = () => newest.evaluate((row) => [row, ...row.children].map((part) => part.className));
  const [text, before] = [await newest.textContent(), await looks()];
  await expect(newest).not.toHaveText(text ?? '');
  expect(await looks(), 'elements drawn by the script look like those in the served page').toEqual(before);
  await sample.getByRole('button', { name: 'Pause' }).click();
  await expect(sample.getByText('Paused')).toBeVisible();
});

test('text that was typed before the script loaded is kept', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/landing-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const name = page.locator('#contact form').getByLabel('Name');
  await name.fill('Rosa Fields');
  await page.getByRole('button', { name: 'Send message' }).click();
  held.resolve();
  await page.waitForLoadState('load');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Valid email is required')).toBeVisible();
  await expect(name).toHaveValue('Rosa Fields');
});
