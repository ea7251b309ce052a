import { addList } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('people are added one by one or pasted, and the page first shows what will happen to each pasted name', async ({
  page,
  person,
}) => {
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
  await names.getByRole('button', { name: 'Continue' }).click();
  await expect(names.getByText('Please enter at least one recipient')).toBeVisible();
  await names.getByLabel('Usernames').fill('bruno\n\n@ADA\nnot a name\ncarla\nBruno');
  await expect(names.getByRole('status')).toHaveText('5 names');
  await names.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: '2 people will be added' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Rows', exact: true }).getByRole('row');
  await expect(rows.nth(2)).toHaveText(/^3@ADA.*Already on this list$/);
  await expect(rows.nth(3)).toHaveText(/^4not a name.*Can’t be imported/);
  await expect(rows.nth(5)).toHaveText(/^6Bruno.*Duplicate$/);
  await page.getByLabel('Where did you find these people?').fill('Guests of the workshop');
  await page.getByRole('button', { name: 'Import 2 people' }).click();
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible();
  await page.getByRole('button', { name: 'Import more' }).click();
  await names.getByLabel('Usernames').fill('https://www.instagram.com/esme/\ndmitri');
  await names.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Import 2 people' }).click();
  await page.getByRole('link', { name: 'Go to the list' }).click();
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
