import { forecastText } from '../../forecast-text.ts';
import { addWholeCampaign } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { pickFrom, rowOf, toastOn } from '../../screen-parts.ts';
import { connectSendingAgent } from '@sandpiper/testkit/sending-agent';
import { expect } from '../../stack.ts';

const last = ['Duplicate', 'Delete'];
const beforeStart = ['View details', 'Start', 'Send a test…', 'Start later…', 'Edit', ...last];

test('each status has its own actions, and progress updates automatically', async ({ page, person, shared }) => {
  const { account, campaign } = await addWholeCampaign(person);
  await page.goto('/campaigns');
  const row = rowOf(page, 'Tide');
  await expect(row).toContainText('Pending');
  await page.getByRole('button', { name: 'Actions for Tide' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(beforeStart);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start Tide' }).click();
  const start = page.getByRole('dialog', { name: 'Start “Tide”?' });
  await expect(start).toContainText(forecastText('5 people', '1 account'));
  await expect(start).toContainText('Hello ada!');
  await start.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(toastOn(page, 'Campaign started')).toBeVisible();
  await expect(row).toContainText('Running');
  const agent = await connectSendingAgent(shared.url, person);
  await agent.send(account);
  await expect(row).toContainText('1 of 5 sent · 20%');
  await agent.send(account, 'failed');
  await expect(row).toContainText('1 of 5 sent, 1 failed · 40%');

  await page.getByRole('button', { name: 'Actions for Tide' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View details', 'Pause', 'Stop', 'Retry failed', ...last]);
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(toastOn(page, 'Campaign paused')).toBeVisible();
  await expect(row).toContainText('Paused');
  await page.getByRole('button', { name: 'Start Tide' }).click();
  await expect(row, 'resuming needs no confirmation').toContainText('Running');
  await pickFrom(page, 'Actions for Tide', 'Stop');
  const stop = page.getByRole('dialog', { name: 'Stop “Tide”?' });
  await expect(stop).toContainText('3 people won’t be messaged.');
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(row).toContainText('Stopped early');
  await page.getByRole('button', { name: 'Actions for Tide' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'View details',
    'Continue with remaining people',
    'Retry failed',
    ...last,
  ]);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const removal = page.getByRole('dialog', { name: 'Delete “Tide”?' });
  await expect(removal).toContainText(
    '1 person already got this message. You can send them a different message, but they’ll get this one again only if you choose to send it again.',
  );
  await removal.getByRole('button', { name: 'Delete campaign' }).click();
  await expect(toastOn(page, 'Campaign deleted')).toBeVisible();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await expect(person.call('GET /api/campaigns/:id', { params: { id: campaign } })).rejects.toThrow();
});
