import { readFile } from 'node:fs/promises';
import { addList, people } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { pickFrom, rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('people who opted out are added, found and exported, and are removed only with a reason', async ({
  page,
  person,
}) => {
  await addList(person, 'Guests', people);
  await page.goto('/do-not-contact');
  await page.getByRole('button', { name: 'Add your first people' }).click();
  const form = page.getByRole('dialog', { name: 'Add people to Do not contact' });
  await form.getByRole('textbox', { name: 'Usernames' }).fill('@Ada, https://www.instagram.com/bruno/?hl=en\nzoe no!');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Asked us to stop');
  await form.getByRole('button', { name: 'Add 4 people' }).click();
  const report = page.getByRole('dialog', { name: 'People added' });
  await expect(report.getByRole('definition')).toHaveText(['3', '0', '1']);
  await expect(report).toContainText('no!');
  await report.getByRole('button', { name: 'Done' }).click();
  const rows = page.getByRole('rowheader');
  await expect(rows).toHaveCount(3);
  await page.getByPlaceholder('Search by username…').fill('bru');
  await expect(rows).toHaveText([/^@bruno/]);
  await expect(rowOf(page, /@bruno/)).toContainText('Asked us to stop');

  const download = page.waitForEvent('download');
  await pickFrom(page, 'Export', 'CSV file');
  const file = await download;
  expect(file.suggestedFilename()).toBe('do-not-contact.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('bruno');
  expect(text).not.toContain('zoe');

  await page.getByRole('button', { name: 'Allow contact with bruno again' }).click();
  const removal = page.getByRole('dialog', { name: 'Allow contact again' });
  await removal.getByRole('button', { name: 'Allow contact' }).click();
  await expect(removal.getByText('Enter a reason')).toBeVisible();
  await removal.getByRole('textbox', { name: 'Reason' }).fill('They wrote to us');
  await removal.getByRole('button', { name: 'Allow contact' }).click();
  await expect(toastOn(page, '@bruno can be contacted again')).toBeVisible();
  await page.getByRole('tab', { name: 'Removed' }).click();
  await expect(rowOf(page, /@bruno/)).toContainText('They wrote to us');
  await page.reload();
  await expect(rowOf(page, /@bruno/)).toContainText('Asked us to stop');
});
