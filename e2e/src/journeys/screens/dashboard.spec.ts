import { addWholeCampaign, startCampaign } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { figureOf, rowOf } from '../../screen-parts.ts';
import { connectSendingAgent } from '@sandpiper/testkit/sending-agent';
import { expect } from '../../stack.ts';

test('figures, performance and recent campaigns update as messages are sent', async ({ page, person, shared }) => {
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
  await expect(page).toHaveURL(/\/people$/);
});
