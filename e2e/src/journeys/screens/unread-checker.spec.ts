import { startAnsweringAgent } from '../../answering-agent.ts';
import { addAccount, addWholeCampaign, startCampaign } from '../../belongings.ts';
import { test } from '../../journey.ts';
import { figureOf, refuse, rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('whoever has no active account is led to the accounts', async ({ page }) => {
  await page.goto('/unread-checker');
  await expect(page.getByText('No Active Profiles')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check Messages' })).toBeDisabled();
  await page.getByRole('link', { name: 'Go to Accounts' }).click();
  await expect(page).toHaveURL(/\/profiles$/);
});

test('chosen accounts are checked, and choice and results outlast the page', async ({ page, person, shared }) => {
  const { campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  for (const name of ['Avocet', 'Curlew']) await addAccount(person, name);
  await page.goto('/unread-checker');
  const choice = page.getByRole('region', { name: 'Accounts to check' });
  await expect(choice.getByRole('checkbox', { name: 'Shorebird' })).toBeDisabled();
  await expect(choice.getByText('This profile is currently being used in a running campaign')).toBeVisible();
  await expect(page.getByText('All 2 accounts will be checked')).toBeVisible();
  await expect(page.getByText('Not checked yet')).toBeVisible();
  await choice.getByRole('checkbox', { name: 'Curlew' }).check();
  await expect(page.getByText('1 of 2 selected')).toBeVisible();
  await page.reload();
  await expect(choice.getByRole('checkbox', { name: 'Curlew' }), 'the choice is kept').toBeChecked();

  await page.getByRole('button', { name: 'Check Messages' }).click();
  await expect(toastOn(page, 'Unread check request submitted! Processing...')).toBeVisible();
  await expect(page.getByText(/^Checking: Sandpiper Agent/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Checking: Sandpiper Agent/), 'a check goes on without the page').toBeVisible();
  const agent = await startAnsweringAgent(shared.url, person);
  await expect(toastOn(page, 'Unread messages check completed successfully!')).toBeVisible();
  await expect(figureOf(page, 'Profiles Checked')).toContainText('1');
  await expect(figureOf(page, 'Total Unread')).toContainText('2');
  await expect(figureOf(page, 'Successful Checks')).toContainText('1');
  await expect(rowOf(page, /Curlew/)).toContainText('Success');
  await expect(page.getByText(/^Last checked/)).toBeVisible();

  await page.route(/\/requests\/history/, (route) => route.abort());
  await page.reload();
  await expect(rowOf(page, /Curlew/), 'results are kept in this browser').toContainText('Success');
  await refuse(page, { method: 'DELETE', path: /\/requests\/clear$/ });
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('No results yet')).toBeVisible();
  await expect(page.getByText('Not checked yet')).toBeVisible();
  await agent.stop();
});

test('a check that fails, is refused or cannot be asked for says so', async ({ page, person, shared }) => {
  await addAccount(person, 'Avocet');
  const agent = await startAnsweringAgent(shared.url, person, {
    unread_check: () => ({ status: 'failed', error_message: 'Firefox did not start.' }),
  });
  await page.goto('/unread-checker');
  const check = page.getByRole('button', { name: 'Check Messages' });
  await check.click();
  await expect(toastOn(page, 'Firefox did not start.')).toBeVisible();
  await expect(check).toBeEnabled();
  await refuse(page, { method: 'POST', path: /\/unread-checker\/requests$/ });
  await check.click();
  await expect(toastOn(page, 'The tide is out.')).toBeVisible();
  await page.route(/\/unread-checker\/requests$/, (route) => route.abort());
  await check.click();
  await expect(toastOn(page, 'Failed to check unread messages')).toBeVisible();
  await agent.stop();
});
