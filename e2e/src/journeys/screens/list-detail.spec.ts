import { addList } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { refuse, rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('people come in one by one, pasted, and from a file, and who cannot is said', async ({ page, person }) => {
  const list = await addList(person, 'Guests');
  await page.goto(`/lists/${list}`);
  await expect(page.getByText('No recipients yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  let form = page.getByRole('dialog', { name: 'Add Recipient' });
  const add = form.getByRole('button', { name: 'Add Recipient' });
  const username = form.getByRole('textbox', { name: /Instagram username/ });
  await add.click();
  await expect(form.getByText('Username is required')).toBeVisible();
  await username.fill('@Ada');
  await refuse(page, { method: 'POST', path: /\/api\/recipients$/ });
  await add.click();
  await expect(toastOn(page, 'The tide is out.')).toBeVisible();
  await expect(username).toHaveValue('@Ada');
  await page.unrouteAll();
  await add.click();
  await expect(toastOn(page, '@ada added')).toBeVisible();
  await expect(rowOf(page, '@ada')).toContainText('Pending');

  await page.getByRole('button', { name: 'Bulk Import' }).click();
  form = page.getByRole('dialog', { name: 'Bulk Import' });
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(form.getByText('Please enter at least one recipient')).toBeVisible();
  await form.getByLabel('Usernames').fill('bruno\n\n@ADA\nnot a name\ncarla\nBruno');
  await expect(form.getByRole('status')).toHaveText('5 names');
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(form.getByText('5 of 5 names')).toBeVisible();
  const figures = form.locator('dl > div');
  await expect(figures).toHaveText(['Added2', 'Already on the list2', 'Invalid1']);
  const left = form.getByRole('region', { name: 'Names that were not imported' });
  await expect(left.getByRole('row').filter({ hasText: 'not a name' })).toContainText('4');
  await form.getByRole('button', { name: 'Import more' }).click();

  const buffer = Buffer.from('username,city\ndmitri,Oslo\nesme,Turin\n');
  await form.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(form.getByText('people.csv has')).toBeVisible();
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await form.getByRole('button', { name: 'Done' }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, '@esme')).toBeVisible();
  await expect(rowOf(page, '@dmitri')).toBeVisible();
});
