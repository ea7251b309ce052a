import { statSync } from 'node:fs';
import { addWholeCampaign, startCampaign } from '../../belongings.ts';
import { addPerson, test } from '../../journey.ts';
import { dismissToasts, figureOf, refuse, rowOf, toastOn } from '../../screen-parts.ts';
import { connectSendingAgent } from '../../sending-agent.ts';
import { expect } from '../../stack.ts';

test('a campaign is started, watched line by line, paused, taken up and stopped', async ({ page, person, shared }) => {
  const { account, campaign } = await addWholeCampaign(person);
  const agent = await connectSendingAgent(shared.url, person);
  await page.goto(`/campaigns/${campaign}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tide' })).toBeVisible();
  await expect(figureOf(page, 'Total Recipients')).toContainText('5');
  await expect(figureOf(page, 'Pending')).toContainText('5');
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('Hello ada!');
  const pace = page.getByRole('region', { name: 'Progress' });
  await expect(pace).toContainText(/Started\s*Not yet/);
  await expect(pace).toContainText(/Profiles Used\s*1/);

  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('dialog', { name: 'Start "Tide"?' }).getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(pace).toContainText(/Started\s*\d\d-\d\d-\d{4} \d\d:\d\d/);
  const log = page.getByRole('region', { name: 'Log entries, newest first' });
  const first = await agent.send(account);
  await expect(log.getByRole('listitem').first()).toContainText(`Shorebird → @${first} sent`);
  await expect(figureOf(page, 'Messages Sent')).toContainText('1');
  await agent.send(account, 'not_found', { reason: 'not_found' });
  await expect(log.getByRole('listitem').first()).toContainText('failed There is no Instagram account with this name.');
  await expect(figureOf(page, 'Failed')).toContainText('1');
  await expect(figureOf(page, 'Pending')).toContainText('3');
  await expect(pace).toContainText('2 of 5 people');
  await expect(rowOf(page, 'Shorebird').getByRole('img', { name: /Success rate 50 percent/ })).toBeVisible();

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(log.getByRole('listitem').first()).toContainText('paused');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const stop = page.getByRole('dialog', { name: 'Stop "Tide"?' });
  await expect(stop).toContainText('3 people will not be messaged.');
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(toastOn(page, 'Campaign stopped')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0);
  await expect(pace).toContainText(/Completed\s*\d\d-\d\d-\d{4}/);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Logs' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`campaign-${campaign}-logs.xlsx`);
  expect(statSync(await file.path()).size).toBeGreaterThan(1_000);
  await expect(toastOn(page, 'Log exported')).toBeVisible();
  await dismissToasts(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete campaign' }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
});

test('an account that waits for its own computer says what for, until that is over', async ({
  page,
  person,
  shared,
}) => {
  const { account, campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  const agent = await connectSendingAgent(shared.url, person);
  await page.goto(`/campaigns/${campaign}`);
  const inUse = 'You have this Firefox profile open in Firefox.';
  await agent.send(account, 'released', { reason: 'profile_in_use' });
  await expect(rowOf(page, 'Shorebird')).toContainText('Waiting');
  await expect(rowOf(page, 'Shorebird')).toContainText(inUse);
  await agent.send(account);
  await expect(rowOf(page, 'Shorebird')).not.toContainText(inUse);
});

test('an account that Instagram stops says why, and what failed is said', async ({ page, person, shared }) => {
  const { account, campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  const agent = await connectSendingAgent(shared.url, person);
  await page.goto(`/campaigns/${campaign}`);
  await agent.send(account);
  await agent.stop(account, 'code_required');
  await expect(rowOf(page, 'Shorebird')).toContainText('On hold');
  await expect(rowOf(page, 'Shorebird')).toContainText('Instagram asks for a security code.');
  await expect(page.getByRole('main').getByText('Paused', { exact: true }).first()).toBeVisible();
  await refuse(page, { method: 'GET', path: /\/logs\/export$/ });
  await page.getByRole('button', { name: 'Export Logs' }).click();
  await expect(toastOn(page, 'Failed to export campaign logs')).toContainText('The tide is out.');
  await refuse(page, { method: 'GET', path: /\/profile-performance$/ });
  await page.reload();
  await expect(toastOn(page, 'Failed to fetch profile performance')).toBeVisible();
  await expect(figureOf(page, 'Total Recipients')).toContainText('5');
  await refuse(page, { method: 'GET', path: /\/api\/campaigns\/\d+$/ });
  await page.reload();
  await expect(toastOn(page, 'Failed to fetch campaign details')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'Shorebird')).toBeVisible();
});

test('what is not there, or is not yours, is not found', async ({ page, shared }) => {
  const { campaign } = await addWholeCampaign(await addPerson(shared), 'Secret');
  await page.goto(`/campaigns/${campaign}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign not found' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
});
