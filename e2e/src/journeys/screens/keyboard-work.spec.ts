import { startAnsweringAgent } from '../../answering-agent.ts';
import { addAccount, addWholeCampaign, startCampaign } from '../../sample-data.ts';
import { chooseByKeys, goTo, pickByKeys, pressOn, tabTo, typeInto } from '../../keyboard.ts';
import { test } from '../../journey.ts';
import { rowOf, toastOn } from '../../screen-parts.ts';
import { openScreen, settle } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

test('accounts, Firefox profiles and unread messages can be managed without a mouse', async ({
  page,
  person,
  shared,
}) => {
  await addAccount(person, 'Shorebird');
  const agent = await startAnsweringAgent(shared.url, person);
  await page.goto('/profiles');
  await settle(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await pressOn(page, page.getByRole('switch', { name: 'Shorebird is active' }), 'Space');
  await expect(page.getByRole('switch', { name: 'Shorebird is active' })).not.toBeChecked();
  await page.keyboard.press('Space');
  await pickByKeys(page, button('Actions for Shorebird'), 'Edit Profile');
  let form = page.getByRole('dialog', { name: 'Edit Profile' });
  await tabTo(page, form.getByRole('textbox', { name: /^Account name/ }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('Curlew');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(button('Actions for Curlew'), 'focus is where it was').toBeFocused();
  await pressOn(page, button('Open All Active'));
  await expect(toastOn(page, 'Request to open 1 account sent')).toBeVisible();

  await goTo(page, 'Unread checker');
  await pressOn(page, page.getByRole('checkbox', { name: 'Curlew' }), 'Space');
  await pressOn(page, button('Check Messages'));
  await expect(rowOf(page, /Curlew/)).toContainText('Success');
  await pressOn(page, button('Clear'));
  await expect(page.getByText('No results yet')).toBeVisible();

  await goTo(page, 'Profiles management');
  await expect(rowOf(page, /tideline/)).toBeVisible();
  await pressOn(page, button('Create Profile'));
  form = page.getByRole('dialog', { name: 'Create Profile' });
  await typeInto(page, form.getByRole('textbox', { name: /^Profile name/ }), 'whimbrel');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, /whimbrel/)).toBeVisible();
  await expect(button('Delete whimbrel')).toBeEnabled();
  await pressOn(page, button('Delete whimbrel'));
  form = page.getByRole('dialog', { name: 'Delete Profile' });
  await expect(form.getByRole('button', { name: 'Cancel' }), 'Enter alone deletes nothing').toBeFocused();
  await pressOn(page, form.getByRole('button', { name: 'Delete Profile' }));
  await expect(rowOf(page, /whimbrel/)).toHaveCount(0);
  await goTo(page, 'Accounts');
  await pickByKeys(page, button('Actions for Curlew'), 'Delete Profile');
  form = page.getByRole('dialog', { name: 'Delete Profile' });
  await pressOn(page, form.getByRole('button', { name: 'Delete Profile' }));
  await expect(page.getByText('No accounts yet')).toBeVisible();
  await agent.stop();
});

test('campaigns, recipients and date ranges can be managed without a mouse', async ({ page, person }) => {
  const { campaign, list } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  await page.goto(`/campaigns/${campaign}`);
  await settle(page);
  await pressOn(page, page.getByRole('button', { name: 'Pause', exact: true }));
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: 'Stop', exact: true }));
  const stop = page.getByRole('dialog', { name: 'Stop “Tide”?' });
  await pressOn(page, stop.getByRole('button', { name: 'Stop' }));
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);

  await openScreen(page, `/lists/${list}`);
  await settle(page);
  await pressOn(page, page.getByRole('checkbox', { name: 'Select all on this page' }), 'Space');
  await pickByKeys(page, page.getByRole('button', { name: 'Status', exact: true }), 'Sent');
  await expect(rowOf(page, '@ada')).toContainText('Sent');
  await chooseByKeys(page, page.getByRole('combobox', { name: 'Status' }), 'Pending');
  await expect(page.getByText('No recipients found')).toBeVisible();

  await goTo(page, 'Dashboard');
  await settle(page);
  await pressOn(page, page.getByRole('button', { name: 'Date Range' }));
  const calendar = page.getByRole('dialog');
  await expect(calendar).toBeVisible();
  const day = calendar.getByRole('button', { name: /^\d+ \w+ \d{4}$/ });
  await tabTo(page, day.and(page.locator('[tabindex="0"]')).first());
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/start_date=.*end_date=/);
});
