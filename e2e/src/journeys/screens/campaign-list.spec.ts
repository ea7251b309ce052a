import { addCampaign, addWholeCampaign, startCampaign } from '../../belongings.ts';
import { test } from '../../journey.ts';
import { pickFrom, refuse, rowOf, toastOn } from '../../screen-parts.ts';
import { connectSendingAgent } from '../../sending-agent.ts';
import { expect } from '../../stack.ts';

test('whoever has no campaign is led to the first one', async ({ page }) => {
  await page.goto('/campaigns');
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Create Campaign' }).last().click();
  await expect(page).toHaveURL(/\/campaigns\/new$/);
});

test('search, page and page size live in the address', async ({ page, person }) => {
  const { account, template, list } = await addWholeCampaign(person, 'Ebb');
  for (let number = 1; number <= 11; number += 1) {
    await addCampaign(person, { name: `Tide ${number}`, template, list, accounts: [account] });
  }
  await page.goto('/campaigns');
  const rows = page.getByRole('rowheader');
  await expect(rows).toHaveCount(10);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('5');
  await expect(rows).toHaveCount(5);
  await expect(page).toHaveURL(/\?size=5$/);
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByPlaceholder('Search campaigns...').fill('tide 1');
  await expect(rows, 'Tide 1, 10 and 11, from page 1').toHaveCount(3);
  await expect(page).toHaveURL(/size=5&search=tide\+1$/);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await page.getByPlaceholder('Search campaigns...').fill('storm');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(rows).toHaveCount(5);
});

test('each status has its own actions, and progress moves by itself', async ({ page, person, shared }) => {
  const { account, campaign } = await addWholeCampaign(person);
  await page.goto('/campaigns');
  const row = rowOf(page, 'Tide');
  await expect(row).toContainText('Pending');
  await page.getByRole('button', { name: 'Actions for Tide' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View details', 'Start', 'Delete']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start Tide' }).click();
  const start = page.getByRole('dialog', { name: 'Start "Tide"?' });
  await expect(start).toContainText('5 people will get this message. It is sent from 1 account.');
  await expect(start).toContainText('Hello ada!');
  await start.getByRole('button', { name: 'Start' }).click();
  await expect(toastOn(page, 'Campaign started')).toBeVisible();
  await expect(row).toContainText('Running');
  const agent = await connectSendingAgent(shared.url, person);
  await agent.send(account);
  await expect(row).toContainText('1 of 5 · 20%');
  await agent.send(account, 'failed');
  await expect(row).toContainText('2 of 5 · 40% · 1 failed');

  await page.getByRole('button', { name: 'Actions for Tide' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View details', 'Pause', 'Stop', 'Delete']);
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(toastOn(page, 'Campaign paused')).toBeVisible();
  await expect(row).toContainText('Paused');
  await page.getByRole('button', { name: 'Start Tide' }).click();
  await expect(row, 'resuming needs no question').toContainText('Running');
  await pickFrom(page, 'Actions for Tide', 'Stop');
  const stop = page.getByRole('dialog', { name: 'Stop "Tide"?' });
  await expect(stop).toContainText('3 people will not be messaged.');
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(row).toContainText('Stopped early');
  await page.getByRole('button', { name: 'Actions for Tide' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View details', 'Delete']);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const removal = page.getByRole('dialog', { name: 'Delete "Tide"?' });
  await expect(removal).toContainText(
    '1 person already got this message. You can send them another message, but this one only if you ask for it.',
  );
  await removal.getByRole('button', { name: 'Delete campaign' }).click();
  await expect(toastOn(page, 'Campaign deleted')).toBeVisible();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await expect(person.call('GET /api/campaigns/:id', { params: { id: campaign } })).rejects.toThrow();
});

test('what the server refuses is taken back, with the reason', async ({ page, person }) => {
  const { campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  await page.goto('/campaigns');
  const row = rowOf(page, 'Tide');
  await refuse(page, { method: 'PUT', path: /\/status$/ });
  await page.getByRole('button', { name: 'Pause Tide' }).click();
  await expect(toastOn(page, 'Failed to update campaign status')).toContainText('The tide is out.');
  await expect(row).toContainText('Running');
  await refuse(page, { method: 'DELETE', path: /\/api\/campaigns\/\d+$/ });
  await pickFrom(page, 'Actions for Tide', 'Delete');
  await page.getByRole('button', { name: 'Delete campaign' }).click();
  await expect(toastOn(page, /^The tide is out\.$/)).toBeVisible();
  await expect(row).toBeVisible();
  await refuse(page, { method: 'GET', path: /\/api\/campaigns\?/ });
  await page.reload();
  await expect(toastOn(page, 'Failed to fetch campaigns')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row).toBeVisible();
});
