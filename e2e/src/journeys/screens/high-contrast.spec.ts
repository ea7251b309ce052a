import type { Locator } from '@playwright/test';
import { addWholeCampaign } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { openScreen, settle, stopMoving } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

/** Takes a picture of an element while the pointer is elsewhere, because hovering also changes how elements look. */
async function pictureOf(seen: Locator): Promise<Buffer> {
  await seen.page().mouse.move(0, 0);
  await stopMoving(seen.page());
  return seen.screenshot();
}

/** Checks that an action visibly changes an element. */
async function expectVisibleChange(seen: Locator, act: () => Promise<void>): Promise<void> {
  const before = await pictureOf(seen);
  await act();
  await expect(async () => expect((await pictureOf(seen)).equals(before)).toBe(false)).toPass();
}

test('selections are visible in a high-contrast mode', async ({ page, person }) => {
  await addWholeCampaign(person);
  await page.goto('/campaigns/new');
  await settle(page);
  const skips = page.getByRole('checkbox', { name: 'Skip people who have written to you' });
  await expect(skips).toBeChecked();
  const box = await skips.evaluate((input) => getComputedStyle(input).backgroundColor);
  await expect(page.locator('.mantine-Checkbox-icon').first(), 'the check mark').not.toHaveCSS('color', box);
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' });
  await expectVisibleChange(entry, async () => {
    await openScreen(page, '/settings');
    await settle(page);
  });
  const notice = page.getByRole('switch', { name: 'A campaign ends: In the app' });
  await expectVisibleChange(notice, () => notice.click({ force: true }));
  await page.keyboard.press('Control+k');
  const command = page.getByRole('dialog').getByRole('button', { name: 'Add account' });
  await expect(command).toBeVisible();
  await stopMoving(page);
  await expectVisibleChange(command, () => page.keyboard.press('ArrowDown'));
});
