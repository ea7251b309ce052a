import { addList, people } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { choose, pickFrom, refuse, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('a list is made, described, looked into and deleted', async ({ page, person }) => {
  await page.goto('/lists');
  await page.getByRole('button', { name: 'Create your first list' }).click();
  const form = page.getByRole('dialog', { name: 'New List' });
  const create = form.getByRole('button', { name: 'Create List' });
  await create.click();
  await expect(form.getByText('List name is required')).toBeVisible();
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Guests');
  await refuse(page, { method: 'POST', path: /\/api\/lists$/ });
  await create.click();
  await expect(toastOn(page, 'The tide is out.')).toBeVisible();
  await expect(name).toHaveValue('Guests');
  await page.unrouteAll();
  await create.click();
  await expect(page).toHaveURL(/\/lists\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Guests' })).toBeVisible();
  await page.goBack();
  const card = page.getByRole('article', { name: 'Guests' });
  await expect(card).toContainText('0 recipients');
  await pickFrom(page, 'Actions for Guests', 'Edit List');
  const change = page.getByRole('dialog', { name: 'Edit List' });
  await change.getByRole('textbox', { name: /^Description/ }).fill('Who came in October');
  await change.getByRole('button', { name: 'Save Changes' }).click();
  await expect(card).toContainText('Who came in October');
  const { lists } = await person.call('GET /api/lists');
  await person.call('POST /api/recipients/bulk', { body: { recipients: people, list_id: lists[0]?.id ?? 0 } });
  await page.reload();
  await expect(card).toContainText('5 recipients');
  await expect(card).toContainText('5 not messaged yet');
  await pickFrom(page, 'Actions for Guests', 'View Recipients');
  await expect(page).toHaveURL(/\/lists\/\d+$/);
  await page.goBack();
  await pickFrom(page, 'Actions for Guests', 'Delete List');
  const removal = page.getByRole('dialog', { name: 'Delete List' });
  await expect(removal).toContainText('and its 5 recipients.');
  await removal.getByRole('button', { name: 'Delete List' }).click();
  await expect(toastOn(page, 'List deleted successfully')).toBeVisible();
  await expect(page.getByText('No lists yet')).toBeVisible();
});

test('all recipients are in one table, by list and by status', async ({ page, person }) => {
  await addList(person, 'Guests', people);
  const friends = await addList(person, 'Friends', ['frida', 'gustav']);
  const { recipients } = await person.call('GET /api/lists/:id/recipients', { params: { id: friends }, query: {} });
  await person.call('PUT /api/recipients/:id/status', {
    params: { id: recipients[0]?.id ?? 0 },
    body: { status: 'sent' },
  });
  await page.goto('/recipients');
  const rows = page.getByRole('rowheader');
  await expect(rows).toHaveCount(7);
  await choose(page.getByRole('combobox', { name: 'List' }), 'Friends');
  await expect(rows).toHaveCount(2);
  await choose(page.getByRole('combobox', { name: 'Status' }), 'Sent');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`list=${friends}.*status=sent`));
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByPlaceholder('Search by username...').fill('ada');
  await expect(page.getByText('No recipients found')).toBeVisible();
  await page.goto('/recipients?search=ada');
  await expect(rows).toHaveText([/^@ada/]);
  await page.getByRole('link', { name: 'Guests' }).click();
  await expect(page).toHaveURL(/\/lists\/\d+$/);
});
