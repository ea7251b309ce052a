import { addAccount, addCampaign, addList, addTemplate, addWholeCampaign, startCampaign } from '../../belongings.ts';
import { test } from '../../journey.ts';
import { figureOf, rowOf } from '../../screen-parts.ts';
import { connectSendingAgent } from '../../sending-agent.ts';
import { expect } from '../../stack.ts';

test('the first steps tick themselves off, and go when all are done', async ({ page, person, shared }) => {
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: /^First steps/ });
  async function expectDone(count: number): Promise<void> {
    await page.reload();
    await expect(steps.getByRole('heading')).toContainText(`${count} of 5 done`);
    await expect(steps.getByRole('link', { name: '(done)' })).toHaveCount(count);
  }
  await expectDone(0);
  await connectSendingAgent(shared.url, person);
  await expectDone(1);
  const account = await addAccount(person, 'Shorebird');
  await expectDone(2);
  const template = await addTemplate(person, 'Greeting');
  const list = await addList(person, 'Guests', ['ada']);
  await expectDone(4);
  await steps.getByRole('link', { name: 'Start a campaign' }).click();
  await expect(page).toHaveURL(/\/campaigns\/new$/);
  const campaign = await addCampaign(person, { name: 'Tide', template, list, accounts: [account] });
  await startCampaign(person, campaign);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('figures, performance and recent campaigns follow the sending', async ({ page, person, shared }) => {
  const { account, campaign } = await addWholeCampaign(person);
  await page.goto('/dashboard');
  await expect(figureOf(page, 'Total Campaigns')).toContainText('1');
  await expect(figureOf(page, 'Messages Sent')).toContainText('0');
  await startCampaign(person, campaign);
  const recent = page.getByRole('region', { name: 'Recent Campaigns' });
  await expect(recent.getByRole('link', { name: /Tide/ })).toContainText('Running');
  const agent = await connectSendingAgent(shared.url, person);
  await agent.send(account);
  await expect(recent.getByRole('link', { name: /Tide/ })).toContainText('1 of 5 sent');
  await agent.send(account);
  await agent.send(account, 'not_found');
  await person.call('PUT /api/campaigns/:id/status', { params: { id: campaign }, body: { status: 'paused' } });
  await expect(recent.getByRole('link', { name: /Tide/ })).toContainText('Paused');
  await expect(figureOf(page, 'Messages Sent')).toContainText('2');
  await expect(figureOf(page, 'Failed Messages')).toContainText('1');
  await expect(figureOf(page, 'Pending')).toContainText('2');
  await expect(rowOf(page, /Shorebird/).getByRole('img', { name: /Success rate 66.7 percent/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Messages per day' })).toContainText('Sent 2');

  await recent.getByRole('link', { name: /Tide/ }).click();
  await expect(page).toHaveURL(new RegExp(`/campaigns/${campaign}$`));
  await page.goBack();
  await recent.getByRole('link', { name: 'View all' }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
  await page.goBack();
  const quick = page.getByRole('region', { name: 'Quick Actions' });
  await expect(quick.getByRole('link')).toHaveText([/Campaigns.*1/, /Accounts.*1/, /Templates.*1/, /Recipients.*5/]);
  await quick.getByRole('link', { name: /Recipients/ }).click();
  await expect(page).toHaveURL(/\/recipients$/);
});

test('dates, sort, search and pages live in the address, and Reset takes the filters back', async ({
  page,
  person,
}) => {
  for (const name of ['Avocet', 'Curlew', 'Dunlin', 'Godwit', 'Knot', 'Sanderling', 'Turnstone']) {
    await addAccount(person, name);
  }
  await page.goto('/dashboard');
  const performance = page.getByRole('region', { name: 'All-Time Profile Performance' });
  const rows = performance.getByRole('rowheader');
  await expect(rows).toHaveCount(5);
  await expect(performance).toContainText('Showing 1 to 5 of 7 profiles');
  await performance.getByRole('button', { name: 'Page 2' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/[?&]page=2/);
  await performance.getByRole('combobox', { name: 'Rows per page' }).selectOption('10');
  await expect(rows).toHaveCount(7);
  await expect(page, 'another size begins on page 1').toHaveURL(/\?size=10$/);
  await performance.getByPlaceholder('Search profiles...').fill('tern');
  await expect(performance.getByText('No account matches your search')).toBeVisible();
  await performance.getByPlaceholder('Search profiles...').fill('turn');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/search=turn/);
  await page.getByLabel('Sort Profiles By').selectOption('success_rate_asc');
  await expect(page).toHaveURL(/sort=success_rate_asc/);

  const field = page.getByRole('button', { name: 'Date Range' });
  await expect(field).toContainText('Select date range');
  await field.click();
  const days = page.getByRole('dialog').getByRole('button', { name: /^\d+ \w+ \d{4}$/ });
  await days.filter({ hasText: /^10$/ }).click();
  await days.filter({ hasText: /^12$/ }).click();
  await expect(page).toHaveURL(/start_date=\d{4}-\d{2}-10&end_date=\d{4}-\d{2}-12/);
  await expect(field).toContainText(/10\/\d{2}\/\d{4} – 12\/\d{2}\/\d{4}/);
  await page.reload();
  await expect(field, 'the address brings all of it back').toContainText(/10\/\d{2}\/\d{4} – 12\/\d{2}\/\d{4}/);
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear the dates' }).click();
  await expect(page).not.toHaveURL(/date=/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).not.toHaveURL(/sort=/);
  await expect(page.getByLabel('Sort Profiles By')).toHaveValue('messages_sent_desc');
});
