import { addPerson, guestTest, test } from '../../journey.ts';
import { goTo, pressOn, tabTo, typeInto } from '../../keyboard.ts';
import { addList } from '../../sample-data.ts';
import { expect } from '../../stack.ts';

guestTest('the main flow works without a mouse', async ({ page, shared }) => {
  const { username, password } = await addPerson(shared);
  await page.goto('/login');
  await typeInto(page, page.getByLabel('Username'), username);
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await goTo(page, 'Accounts');
  await expect(page).toHaveURL(/\/profiles$/);
  await pressOn(page, page.getByRole('button', { name: 'Add Account' }).first());
  let form = page.getByRole('dialog', { name: 'Add Account' });
  await typeInto(page, form.getByRole('combobox', { name: /Firefox profile/ }), '/home/me/firefox/shorebird');
  await typeInto(page, form.getByRole('textbox', { name: /Account name/ }), 'Shorebird');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('rowheader', { name: /Shorebird/ })).toBeVisible();

  await goTo(page, 'Templates');
  const opener = page.getByRole('button', { name: 'New Template' }).first();
  await pressOn(page, opener);
  form = page.getByRole('dialog', { name: 'New Template' });
  await typeInto(page, form.getByRole('textbox', { name: 'Name', exact: true }), 'Greeting');
  await typeInto(page, form.getByRole('textbox', { name: /^Content/ }), 'Hello {username}!');
  await pressOn(page, form.getByRole('button', { name: 'Create Template' }));
  await expect(form).toBeHidden();
  await expect(page.getByText('Greeting')).toBeVisible();

  await goTo(page, 'Lists');
  await pressOn(page, page.getByRole('button', { name: 'New List' }).first());
  form = page.getByRole('dialog', { name: 'New List' });
  await typeInto(page, form.getByRole('textbox', { name: 'Name', exact: true }), 'Guests');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await pressOn(page, page.getByRole('link', { name: 'Bulk Import' }));
  await typeInto(page, page.getByLabel('Usernames'), 'ada\nbruno\ncarla');
  await pressOn(page, page.getByRole('button', { name: 'Continue' }));
  await typeInto(page, page.getByLabel('Where did you find these people?'), 'The workshop');
  await pressOn(page, page.getByRole('button', { name: 'Import 3 people' }));
  await pressOn(page, page.getByRole('link', { name: 'Go to the list' }));
  await expect(page.getByRole('rowheader', { name: '@carla' })).toBeVisible();

  await goTo(page, 'Create campaign');
  await expect(page).toHaveURL(/\/campaigns\/new$/);
  await typeInto(page, page.getByLabel('Campaign Name'), 'Tide');
  for (const [field, choice] of [
    ['Message Template', 'Greeting'],
    ['Recipient List', 'Guests'],
  ] as const) {
    const box = page.getByRole('combobox', { name: field });
    await tabTo(page, box);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: choice })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(box).toHaveValue(new RegExp(`^${choice}`));
  }
  const account = page.getByRole('checkbox', { name: 'Shorebird' });
  await expect(account, 'the only account is chosen').toBeChecked();
  await pressOn(page, page.getByRole('button', { name: 'Clear', exact: true }));
  await pressOn(page, account, 'Space');
  await expect(account).toBeChecked();
  await pressOn(page, page.getByRole('button', { name: 'Create Campaign' }));
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);

  await pressOn(page, page.getByRole('button', { name: 'Start', exact: true }));
  const question = page.getByRole('dialog', { name: 'Start “Tide”?' });
  await expect(question).toContainText('3 people to message. With 1 account');
  await pressOn(page, question.getByRole('button', { name: 'Start', exact: true }));
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('a modal traps focus, closes on Escape and returns focus', async ({ page }) => {
  await page.goto('/templates');
  const opener = page.getByRole('button', { name: 'New Template' }).first();
  await pressOn(page, opener);
  const form = page.getByRole('dialog', { name: 'New Template' });
  await expect(form.locator(':focus'), 'the focus moves into the modal').toHaveCount(1);
  for (let press = 0; press < 15; press += 1) {
    await page.keyboard.press('Tab');
    expect(await form.evaluate((dialog) => dialog.contains(document.activeElement)), `after ${press + 1} Tabs`).toBe(
      true,
    );
  }
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a menu can be opened, moved through and closed with the keyboard', async ({ page, person }) => {
  await addList(person, 'Guests');
  await page.goto('/lists');
  const opener = page.getByRole('button', { name: 'Actions for Guests' });
  await pressOn(page, opener);
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Edit List' })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit List' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('the first press of Tab moves focus to the link that skips to the content', async ({ page }) => {
  await page.goto('/campaigns');
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});
