import { addPerson, openAs, test } from '../../journey.ts';
import { choose, rowOf, toastOn } from '../../screen-parts.ts';
import { openScreen } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

test('a ticket is created, found with the filters, and opened', async ({ page, person }) => {
  await page.goto('/support');
  await expect(page.getByText('No tickets found')).toBeVisible();
  await expect(page.getByText("You haven't created any support tickets yet.")).toBeVisible();
  await page.getByRole('button', { name: 'New Ticket' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create Support Ticket' });
  await form.getByRole('textbox', { name: 'Subject' }).fill('Two computers');
  await form.getByRole('textbox', { name: /^Description/ }).fill('How do I add the second one?');
  await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveValue('Medium');
  await expect(form.getByRole('combobox', { name: 'Category' })).toHaveValue('General');
  await choose(form.getByRole('combobox', { name: 'Priority' }), 'High');
  await form.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(toastOn(page, /^Ticket created successfully! Ticket #\S+$/)).toBeVisible();
  const row = rowOf(page, /Two computers/);
  await expect(row).toContainText(/Open.*High.*General.*No replies/);
  await person.call('POST /api/support', {
    body: { subject: 'My invoice', description: 'Again', category: 'billing' },
  });
  await page.reload();
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible();

  const rows = page.getByRole('rowheader');
  await choose(page.getByRole('combobox', { name: 'Priority' }), 'High');
  await expect(rows).toHaveText([/Two computers/]);
  await choose(page.getByRole('combobox', { name: 'Category' }), 'Billing');
  await expect(page.getByText('No tickets match your current filters.')).toBeVisible();
  await expect(page).toHaveURL(/priority=high&category=billing/);
  await page.reload();
  await expect(page.getByText('No tickets match your current filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(2);
  await choose(page.getByRole('combobox', { name: 'Status' }), 'Closed');
  await expect(rows).toHaveCount(0);
  await openScreen(page, '/support?search=invoice');
  await expect(rows).toHaveText([/My invoice/]);
  await page.getByRole('link', { name: /^View ticket/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /My invoice/ })).toBeVisible();
  await expect(page.getByText('Created By')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Update Ticket' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to support' }).click();
  await expect(page).toHaveURL(/\/support\?search=invoice$/);
});

test('a user and an administrator see each other’s messages live, and the administrator manages the ticket', async ({
  page,
  person,
  shared,
  browser,
}) => {
  const { ticket } = await person.call('POST /api/support', { body: { subject: 'Hello', description: 'Anybody?' } });
  const root = await addPerson(shared, { called: 'root', role: 'admin' });
  const theirs = await openAs(browser, shared.url, root);
  await Promise.all([page.goto(`/support/${ticket.id}`), theirs.goto(`/support/${ticket.id}`)]);
  await page.getByLabel('Your message').fill('It is me.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(toastOn(page, 'Message sent successfully')).toBeVisible();
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  const theirMessages = theirs.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  await expect(messages).toContainText([`${person.username} (you)`]);
  await expect(theirMessages, 'the message appears without a reload').toContainText(['It is me.']);
  await theirs.getByLabel('Your message').fill('We are here.');
  await theirs.keyboard.press('Control+Enter');
  await expect(messages.nth(1)).toContainText('We are here.');
  await expect(messages.nth(1)).toContainText(root.username);
  const left = async (index: number) => (await messages.nth(index).boundingBox())?.x ?? 0;
  expect(await left(0), "the user's own messages are on the right").toBeGreaterThan(await left(1));

  await expect(theirs.getByText('Unassigned')).toBeVisible();
  await expect(theirs.locator('dl')).toContainText(person.username);
  await theirs.getByRole('button', { name: 'Update Ticket' }).click();
  const form = theirs.getByRole('dialog', { name: 'Update Ticket' });
  await choose(form.getByRole('combobox', { name: 'Status' }), 'In progress');
  await choose(form.getByRole('combobox', { name: 'Priority' }), 'Urgent');
  await choose(form.getByRole('combobox', { name: 'Assigned To' }), root.username);
  await form.getByRole('button', { name: 'Update Ticket' }).click();
  await expect(toastOn(theirs, 'Ticket updated successfully')).toBeVisible();
  await expect(theirs.locator('dl')).toContainText(`Assigned To${root.username}`);
  await expect(
    page.getByRole('main').getByText('In progress'),
    'the user sees the new status without a reload',
  ).toBeVisible();
  await expect(page.getByText('Urgent')).toBeVisible();
  await theirs.context().close();
});
