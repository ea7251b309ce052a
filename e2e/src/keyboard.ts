import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab, or `key`, until an element has focus, as a keyboard user would. Throws after 80 attempts. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // A button can be disabled while the server works, and Tab skips disabled buttons.
  await expect(target).toBeEnabled();
  // Finding an element by its role takes longer than a key press, so find it again only if the page has replaced it.
  let element = await target.elementHandle();
  for (let press = 0; press < 80; press += 1) {
    const state = await element?.evaluate((found) => {
      if (!found.isConnected) return 'replaced';
      return found === document.activeElement ? 'focused' : 'elsewhere';
    });
    if (state === 'focused') return;
    if (state === 'elsewhere') await page.keyboard.press(key);
    else element = await target.elementHandle();
  }
  throw new Error(`Pressing Tab 80 times did not reach ${String(target)}`);
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  // Wait, because a button that is disabled while the server works can have focus but ignores key presses.
  await expect(target).toBeEnabled();
  await page.keyboard.press(key);
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.insertText(text);
}

/** Opens a screen from the command palette. */
export async function goTo(page: Page, name: string): Promise<void> {
  // Once the app shows that it is connected, it also listens for the shortcut.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('textbox', { name: 'Search or run a command' });
  await expect(search).toBeFocused();
  await page.keyboard.insertText(name);
  await expect(
    page.getByRole('button', { name, exact: true }).or(page.getByRole('option', { name })).first(),
  ).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
}

/** Opens a menu and presses the down arrow until an item has focus, then chooses the item. */
export async function pickByKeys(page: Page, opener: Locator, item: string): Promise<void> {
  await pressOn(page, opener);
  const wanted = page.getByRole('menuitem', { name: item, exact: true });
  await expect(wanted).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(wanted).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
}

/** Opens a field's list and presses the down arrow until an option is selected, then chooses the option. */
export async function chooseByKeys(page: Page, field: Locator, option: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ArrowDown');
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(wanted).toBeVisible();
  // Mantine sets a timer that moves the selection back to the current value once the list is open. The timer below fires after Mantine's.
  await page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)));
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(wanted).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(option);
}
