import { addList, addTemplate, addWholeCampaign, people, startCampaign } from '../../belongings.ts';
import { chooseByKeys, pickByKeys, pressOn, typeInto, writeOver } from '../../hands.ts';
import { addPerson, test } from '../../journey.ts';
import { signIn } from '@sandpiper/testkit/people';
import { rowOf, toastOn } from '../../screen-parts.ts';
import { settle } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

test('templates, lists and recipients are changed and deleted without a mouse', async ({ page, person }) => {
  await addTemplate(person, 'Greeting');
  const list = await addList(person, 'Guests', people);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/templates');
  await settle(page);
  await pressOn(page, button('Edit Greeting'));
  let form = page.getByRole('dialog', { name: 'Edit Template' });
  await writeOver(page, form.getByRole('textbox', { name: /^Content/ }), 'Good morning, {username}!');
  await pressOn(page, form.getByRole('button', { name: 'Save Changes' }));
  await expect(page.getByRole('article', { name: 'Greeting' })).toContainText('Good morning');
  await pressOn(page, button('Delete Greeting'));
  form = page.getByRole('dialog', { name: 'Delete Template' });
  await pressOn(page, form.getByRole('button', { name: 'Delete Template' }));
  await expect(page.getByText('No templates yet')).toBeVisible();

  await page.goto(`/lists/${list}`);
  await settle(page);
  await pressOn(page, button('Add Recipient'));
  form = page.getByRole('dialog', { name: 'Add Recipient' });
  await typeInto(page, form.getByRole('textbox', { name: /Instagram username/ }), 'frida');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, '@frida')).toBeVisible();
  await pressOn(page, button('Delete Recipient ada'));
  form = page.getByRole('dialog');
  await pressOn(page, form.getByRole('button', { name: 'Delete Recipient' }));
  await expect(rowOf(page, '@ada')).toHaveCount(0);

  await page.goto('/lists');
  await settle(page);
  await pickByKeys(page, button('Actions for Guests'), 'Edit List');
  form = page.getByRole('dialog', { name: 'Edit List' });
  await writeOver(page, form.getByRole('textbox', { name: 'Name', exact: true }), 'Friends');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Friends' })).toBeVisible();
  await pickByKeys(page, button('Actions for Friends'), 'Delete List');
  form = page.getByRole('dialog', { name: 'Delete List' });
  await pressOn(page, form.getByRole('button', { name: 'Delete List' }));
  await expect(page.getByText('No lists yet')).toBeVisible();
});

test('a campaign is paused, exported and deleted, and its log closed, without a mouse', async ({ page, person }) => {
  const { campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  await page.goto(`/campaigns/${campaign}`);
  await settle(page);
  const log = page.getByRole('region', { name: 'Live campaign log' });
  await pressOn(page, log.getByRole('button', { name: 'Close the log' }));
  await expect(log).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await pressOn(page, page.getByRole('button', { name: 'Export Logs' }));
  expect((await saved).suggestedFilename()).toBe(`campaign-${campaign}-logs.xlsx`);

  await page.goto('/campaigns');
  await settle(page);
  const actions = page.getByRole('button', { name: 'Actions for Tide' });
  await pickByKeys(page, actions, 'Pause');
  await expect(rowOf(page, 'Tide')).toContainText('Paused');
  await pickByKeys(page, actions, 'Delete');
  const removal = page.getByRole('dialog', { name: 'Delete "Tide"?' });
  await pressOn(page, removal.getByRole('button', { name: 'Delete campaign' }));
  await expect(page.getByText('No campaigns yet')).toBeVisible();
});

test.describe('an administrator', () => {
  test.use({ traits: { called: 'root', role: 'admin', pack: 'pro', until: null } });

  test('changes a user and a password without a mouse', async ({ page, shared }) => {
    const { username } = await addPerson(shared, { called: 'nina' });
    await page.goto(`/users?search=${username}`);
    await settle(page);
    const actions = page.getByRole('button', { name: `Actions for ${username}`, exact: true });
    await pickByKeys(page, actions, 'Edit User');
    const change = page.getByRole('dialog', { name: 'Edit User' });
    await chooseByKeys(page, change.getByRole('combobox', { name: 'Pack' }), 'Pro');
    await pressOn(page, change.getByRole('button', { name: 'Save' }));
    await expect(rowOf(page, new RegExp(username))).toContainText('Pro');
    await pickByKeys(page, actions, 'Change Password');
    const secret = page.getByRole('dialog', { name: 'Change Password' });
    await typeInto(page, secret.getByLabel('New password'), 'quite-another');
    await page.keyboard.press('Enter');
    await expect(toastOn(page, 'Password updated successfully')).toBeVisible();
    await signIn(shared.url, { username, password: 'quite-another' });
  });
});
