import { expect, type Locator, type Page } from '@playwright/test';

/** Finds the toast with exactly this text, or with a text that matches the pattern. If two toasts match, the test fails. */
export function toastOn(page: Page, text: string | RegExp): Locator {
  return page.getByRole('alert').filter({ has: page.getByText(text, { exact: true }) });
}

export async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await expect(async () => {
    // A toast may disappear by itself while the test is dismissing it.
    if ((await dismiss.count()) > 0) await dismiss.last().click({ timeout: 1000 });
    expect(await dismiss.count()).toBe(0);
  }).toPass();
}

/** Chooses an option from a field's dropdown list. */
export async function choose(field: Locator, option: string): Promise<void> {
  await field.click();
  await field.page().getByRole('option', { name: option, exact: true }).click();
}

/** Chooses an item from a button's menu. */
export async function pickFrom(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Finds a table row by the name in its header cell. */
export function rowOf(page: Page, name: string | RegExp): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
}

/** Finds a figure on a card by its label. */
export function figureOf(page: Page, label: string): Locator {
  return page.locator('div[data-tone]').filter({ has: page.getByText(label, { exact: true }) });
}

/** Makes the page's calls with this method and path fail with status 500. */
export async function refuse(page: Page, method: string, path: RegExp): Promise<void> {
  const json = { error: 'The server is busy.', code: 'internal', requestId: 'of-the-test' };
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json }) : route.fallback(),
  );
}
