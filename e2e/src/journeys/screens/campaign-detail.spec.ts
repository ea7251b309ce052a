import { statSync } from 'node:fs';
import { addWholeCampaign } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { dismissToasts, figureOf, pickFrom, rowOf, toastOn } from '../../screen-parts.ts';
import { connectSendingAgent } from '@sandpiper/testkit/sending-agent';
import { expect } from '../../stack.ts';

test('a campaign is started, followed in its log, paused, resumed and stopped', async ({ page, person, shared }) => {
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
  await page.getByRole('dialog', { name: 'Start “Tide”?' }).getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(pace).toContainText(/Started\s*\d\d-\d\d-\d{4} \d\d:\d\d/);
  const log = page.getByRole('region', { name: 'Log entries, newest last' });
  const first = await agent.send(account);
  await expect(log.getByRole('listitem').last()).toContainText(`Shorebird → @${first} sent`);
  await expect(figureOf(page, 'Messages Sent')).toContainText('1');
  await agent.send(account, 'not_found', { reason: 'not_found' });
  await expect(log.getByRole('listitem').last()).toContainText(
    'failed There is no Instagram account with this username.',
  );
  await expect(figureOf(page, 'Failed')).toContainText('1');
  await expect(figureOf(page, 'Pending')).toContainText('3');
  await expect(pace).toContainText('2 of 5 people');
  await expect(rowOf(page, 'Shorebird').getByRole('img', { name: /Success rate 50 percent/ })).toBeVisible();

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(log.getByRole('listitem').last()).toContainText('paused');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const stop = page.getByRole('dialog', { name: 'Stop “Tide”?' });
  await expect(stop).toContainText('3 people won’t be messaged.');
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(toastOn(page, 'Campaign stopped')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0);
  await expect(pace).toContainText(/Stopped\s*\d\d-\d\d-\d{4}/);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Logs' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`campaign-${campaign}-logs.xlsx`);
  expect(statSync(await file.path()).size).toBeGreaterThan(1_000);
  await expect(toastOn(page, /^Log exported/)).toBeVisible();
  await dismissToasts(page);
  await pickFrom(page, 'Actions for Tide', 'Delete');
  await page.getByRole('button', { name: 'Delete campaign' }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
});
