import { startAnsweringAgent } from '../../answering-agent.ts';
import { addAccount, addWholeCampaign, startCampaign } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { figureOf, refuse, rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('the chosen accounts are checked, and the selection and the results survive a reload', async ({
  page,
  person,
  shared,
}) => {
  const { campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  for (const name of ['Avocet', 'Curlew']) await addAccount(person, name);
  await page.goto('/unread-checker');
  const choice = page.getByRole('list', { name: 'Accounts to check' });
  await expect(choice.getByRole('checkbox', { name: 'Shorebird' })).toBeDisabled();
  await expect(choice.getByText('This profile is currently being used in a running campaign')).toBeVisible();
  await expect(page.getByText('None selected, so all 2 accounts will be checked')).toBeVisible();
  await expect(page.getByText('No results yet')).toBeVisible();
  await choice.getByRole('checkbox', { name: 'Curlew' }).check();
  await expect(page.getByText('1 of 2 selected')).toBeVisible();
  await page.reload();
  await expect(choice.getByRole('checkbox', { name: 'Curlew' }), 'the selection is kept').toBeChecked();

  await page.getByRole('button', { name: 'Check Messages' }).click();
  await expect(toastOn(page, 'Unread check request submitted! Processing...')).toBeVisible();
  await expect(page.getByText(/^Checking… Sandpiper Agent/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Checking… Sandpiper Agent/), 'a check continues after the page is left').toBeVisible();
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
  await refuse(page, 'DELETE', /\/requests\/clear$/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('No results yet')).toBeVisible();
  await expect(page.getByText(/^Last checked/)).toHaveCount(0);
  await agent.stop();
});
