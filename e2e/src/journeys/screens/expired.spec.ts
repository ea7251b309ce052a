import type { Locator } from '@playwright/test';
import { addWholeCampaign, firefoxFolder } from '../../sample-data.ts';
import { startAnsweringAgent } from '../../answering-agent.ts';
import { endSubscription, test } from '../../journey.ts';
import { rowOf, toastOn } from '../../screen-parts.ts';
import { openScreen, settle } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

async function expectDisabled(...controls: Locator[]): Promise<void> {
  for (const control of controls) await expect(control).toBeDisabled();
}

test('after the subscription ends, screens still show their data but disable changes, and support stays available', async ({
  page,
  person,
  shared,
}) => {
  const { list, campaign } = await addWholeCampaign(person);
  const agent = await startAnsweringAgent(shared.url, person);
  await person.call('GET /api/firefox-profiles');
  await endSubscription(shared, person);

  const banner = page.getByRole('note').filter({ hasText: 'Subscription Required' });
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first();
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  async function open(path: string): Promise<void> {
    await openScreen(page, path);
    await expect(banner, path).toBeVisible();
  }
  await page.goto('/dashboard');
  await settle(page);
  await expect(page.getByRole('banner').getByText('Subscription Expired')).toBeVisible();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByText('Expired', { exact: true })).toBeVisible();
  await expect(sidebar.getByText('Expires: 31-01-2020')).toBeVisible();
  await expectDisabled(button('Create Campaign'));
  await open('/campaigns');
  await expectDisabled(button('Start Tide'));
  await open('/campaigns/new');
  await expectDisabled(button('Create Campaign'));
  await open(`/campaigns/${campaign}`);
  await expectDisabled(button('Start'));
  await open('/profiles');
  await expectDisabled(button('Add Account'), button('Open All Active'), button('Open Profile Shorebird'));
  await expectDisabled(page.getByRole('switch', { name: 'Shorebird is active' }));
  await page.getByRole('button', { name: 'Actions for Shorebird' }).click();
  await expectDisabled(item('Open Profile'), item('Edit Profile'), item('Delete Profile'));
  await open('/templates');
  await expectDisabled(
    button('New Template'),
    button('Create Campaign with Greeting'),
    button('Select Greeting'),
    button('Edit Greeting'),
    button('Delete Greeting'),
  );
  await open('/lists');
  await expectDisabled(button('New List'));
  await page.getByRole('button', { name: 'Actions for Guests' }).click();
  await expectDisabled(item('Edit List'), item('Delete List'));
  await open(`/lists/${list}`);
  await expectDisabled(button('Add Recipient'), button('Bulk Import'), button('Create Campaign'));
  await expectDisabled(button('Delete Recipient ada'));
  await expectDisabled(page.getByRole('checkbox', { name: 'Select ada' }));
  await open('/unread-checker');
  await expectDisabled(button('Check Messages'));
  await open('/firefox-profiles');
  await expect(rowOf(page, /tideline/)).toContainText(`${firefoxFolder}/tideline`);
  await expectDisabled(button('Create Profile'), button('Test tideline'), button('Delete tideline'));
  const files = [
    { kind: 'windows', file_name: 'Setup.exe', version: '0.1.0', size_bytes: 3_145_728, sha256: '0'.repeat(64) },
  ];
  await page.route(/\/api\/installer$/, (route) => route.fulfill({ json: { files } }));
  await open('/settings');
  await expectDisabled(button('Save Settings'));
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('Expired');
  const agentPanel = page.getByRole('region', { name: 'Sandpiper Agent' });
  await agentPanel.getByText('Connect another computer').click();
  await agentPanel.getByText('Windows', { exact: true }).click();
  await page.getByRole('button', { name: /^Download for Windows/ }).click({ force: true });
  const renew = 'Your subscription has expired. Please renew to download Sandpiper Agent.';
  await expect(toastOn(page, renew)).toBeVisible();
  await agent.stop();

  // Support stays available. The server itself refuses to create lists and start campaigns, no matter what a page offers.
  await openScreen(page, '/support');
  await expect(button('New Ticket')).toBeEnabled();
  await expect(person.call('POST /api/lists', { body: { name: 'More', description: null } })).rejects.toThrow();
  await expect(person.call('POST /api/campaigns/:id/start', { params: { id: campaign } })).rejects.toThrow();
});
