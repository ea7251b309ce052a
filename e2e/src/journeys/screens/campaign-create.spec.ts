import type { Locator } from '@playwright/test';
import { addAccount, addCampaign, addList, addTemplate, people, startCampaign } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { choose, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('the form for a new campaign previews the message and offers the accounts that are free', async ({
  page,
  person,
}) => {
  const template = await addTemplate(person, 'Greeting', 'Hello {username}, the tide is out.');
  const list = await addList(person, 'Guests', people);
  const busy = await addAccount(person, 'Avocet');
  await addAccount(person, 'Curlew');
  await addAccount(person, 'Dunlin');
  const asleep = await addAccount(person, 'Godwit');
  await person.call('PUT /api/profiles/:id/toggle', { params: { id: asleep } });
  const ebb = await addCampaign(person, { name: 'Ebb', template, list, accounts: [busy] });
  await startCampaign(person, ebb);

  await page.goto('/campaigns/new');
  const name = page.getByLabel('Campaign Name');
  await name.pressSequentially('Spring tide 2026');
  await expect(name).toHaveValue('Spring tid');
  await expect(page.getByText('10/10 characters')).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Message Template' }), 'Greeting');
  await choose(page.getByRole('combobox', { name: 'Recipient List' }), 'Guests (5 to message)');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText(/Preview for @\w+/);
  await expect(preview).toContainText(/Hello \w+, the tide is out\./);

  const picker = page.getByRole('group', { name: 'Instagram Profiles' });
  await expect(picker.getByRole('checkbox')).toHaveCount(3);
  await expect(picker.getByRole('checkbox', { name: 'Avocet' })).toBeDisabled();
  await expect(picker.getByText('In Use', { exact: true })).toBeVisible();
  await expect(picker.getByText('This profile is currently being used in a running campaign')).toBeVisible();
  await picker.getByRole('button', { name: 'Select All' }).click();
  await expect(toastOn(page, 'Selected 2 accounts and skipped 1 in use by running campaigns')).toBeVisible();
  await expect(picker.getByText('2 selected, 1 in use by “Ebb”')).toBeVisible();
  await expect(preview).toContainText('Up to 5 people, messaged from 2 accounts.');
  await picker.getByRole('button', { name: 'Clear' }).click();
  await expect(picker.getByText('0 selected, 1 in use by “Ebb”')).toBeVisible();
  await picker.getByRole('checkbox', { name: 'Curlew' }).check();

  await page.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Spring tid' })).toBeVisible();
});

test('the button that creates the campaign comes first on a phone, and last in a wide window', async ({ page }) => {
  const create = page.getByRole('button', { name: 'Create Campaign' });
  const cancel = page.getByRole('link', { name: 'Cancel' });
  const placeOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0 };
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto('/campaigns/new');
  await expect(create).toBeVisible();
  expect((await placeOf(create)).x).toBeGreaterThan((await placeOf(cancel)).x);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(async () => (await placeOf(cancel)).y - (await placeOf(create)).y).toBeGreaterThan(0);
});
