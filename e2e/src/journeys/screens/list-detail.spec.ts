import { addList } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('people are added one by one or pasted, and invalid names are listed', async ({ page, person }) => {
  const list = await addList(person, 'Guests');
  await page.goto(`/lists/${list}`);
  await expect(page.getByText('No recipients yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  const form = page.getByRole('dialog', { name: 'Add Recipient' });
  await form.getByRole('textbox', { name: /Instagram username/ }).fill('@Ada');
  await form.getByRole('button', { name: 'Add Recipient' }).click();
  await expect(toastOn(page, '@ada added')).toBeVisible();
  await expect(rowOf(page, '@ada')).toContainText('Pending');

  await page.getByRole('link', { name: 'Bulk Import' }).click();
  const names = page.getByRole('form', { name: 'From the clipboard' });
  await names.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(names.getByText('Please enter at least one recipient')).toBeVisible();
  await names.getByLabel('Usernames').fill('bruno\n\n@ADA\nnot a name\ncarla\nBruno');
  await expect(names.getByRole('status')).toHaveText('5 names');
  await names.getByRole('button', { name: 'Import', exact: true }).click();
  const report = page.getByRole('region', { name: '2 people added' });
  await expect(report.locator('dl > div')).toHaveText(['Added2', 'Duplicates2', 'Invalid1']);
  const left = page.getByRole('region', { name: 'Names that were not imported' });
  await expect(left.getByRole('row').filter({ hasText: 'not a name' })).toContainText('4');
  await page.getByRole('button', { name: 'Import more' }).click();
  await names.getByLabel('Usernames').fill('https://www.instagram.com/esme/\ndmitri');
  await names.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/lists/${list}$`));
  await expect(rowOf(page, '@esme')).toBeVisible();
  await expect(rowOf(page, '@dmitri')).toBeVisible();
});

test('no count is cut off in a narrow or a wide window', async ({ page, person }) => {
  const list = await addList(person, 'Guests', ['ada', 'ben', 'cleo', 'dora']);
  const { recipients } = await person.call('GET /api/lists/:id/recipients', { params: { id: list } });
  for (const [index, status] of (['sent', 'failed'] as const).entries()) {
    const params = { id: recipients[index]?.id ?? 0 };
    await person.call('PUT /api/recipients/:id/status', { params, body: { status } });
  }
  await page.goto(`/lists/${list}`);
  const counts = page.getByText('4 recipients: 1 messaged, 1 failed, 2 not messaged yet');
  await expect(counts).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const isCut = () =>
      counts.evaluate((line) => line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight);
    await expect.poll(isCut, `at a width of ${width} pixels`).toBe(false);
  }
});
