import { startAnsweringAgent } from '../../answering-agent.ts';
import { addAccount, addWholeCampaign, firefoxFolder, startCampaign } from '../../belongings.ts';
import { test } from '../../journey.ts';
import { dismissToasts, holdBack, pickFrom, refuse, rowOf, toastOn } from '../../screen-parts.ts';
import { connectSendingAgent } from '../../sending-agent.ts';
import { expect } from '../../stack.ts';

test('an account is added from what the agent found, changed, switched off and removed', async ({
  page,
  person,
  shared,
}) => {
  const agent = await startAnsweringAgent(shared.url, person);
  await page.goto('/profiles');
  await expect(page.getByText('No accounts yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add your first account' }).click();
  const form = page.getByRole('dialog', { name: 'Add Account' });
  const add = form.getByRole('button', { name: 'Add Account' });
  await add.click();
  await expect(form.getByText('Profile path is required')).toBeVisible();
  await expect(form.getByText('Profile name is required')).toBeVisible();
  await expect(form.getByText(/Pick one of the 4 that Sandpiper Agent found/)).toBeVisible();
  const path = form.getByRole('combobox', { name: /Firefox profile/ });
  await path.fill('/home/me/.mozilla/firefox/ab12cd34.default-release');
  await add.click();
  await expect(form.getByText(/your personal Firefox profile/)).toBeVisible();
  await path.fill('');
  await path.click();
  await page.getByRole('option', { name: /sanderling/ }).click();
  await expect(path).toHaveValue(`${firefoxFolder}/sanderling`);
  const name = form.getByRole('textbox', { name: /^Profile name/ });
  await expect(name).toHaveValue('sanderling');
  await form.getByRole('textbox', { name: /^Instagram username/ }).fill('sandy');
  await refuse(page, { method: 'POST', path: /\/api\/profiles$/ });
  await add.click();
  await expect(toastOn(page, 'The tide is out.')).toBeVisible();
  await expect(name, 'what was typed stays').toHaveValue('sanderling');
  await page.unrouteAll();
  await add.click();
  await expect(toastOn(page, 'Profile added successfully')).toBeVisible();
  await expect(rowOf(page, /sanderling.*@sandy/)).toBeVisible();

  await pickFrom(page, 'Actions for sanderling', 'Edit Profile');
  const change = page.getByRole('dialog', { name: 'Edit Profile' });
  await change.getByRole('textbox', { name: /^Profile name/ }).fill('Sanderling');
  await change.getByRole('button', { name: 'Save Changes' }).click();
  await expect(change).toBeHidden();
  const active = page.getByRole('switch', { name: 'Sanderling is active' });
  await expect(active).toBeChecked();
  await active.click({ force: true });
  await expect(active).not.toBeChecked();
  await expect
    .poll(async () => (await person.call('GET /api/profiles')).profiles.find((each) => each.insta_username === 'sandy'))
    .toMatchObject({ profile_name: 'Sanderling', is_active: 0 });
  await refuse(page, { method: 'PUT', path: /\/toggle$/, error: 'The switch is stuck.' });
  const answer = await holdBack(page, 'PUT', /\/toggle$/);
  const fetchAgain = await holdBack(page, 'GET', /\/api\/profiles\?/);
  await active.click({ force: true });
  await expect(active, 'at once').toBeChecked();
  answer();
  await expect(toastOn(page, 'The switch is stuck.')).toBeVisible();
  await expect(active, 'taken back').not.toBeChecked();
  fetchAgain();

  await pickFrom(page, 'Actions for Sanderling', 'Delete Profile');
  const removal = page.getByRole('dialog', { name: 'Delete Profile' });
  await expect(removal).toContainText('It has sent nothing so far.');
  await removal.getByRole('button', { name: 'Delete Profile' }).click();
  await expect(page.getByText('No accounts yet')).toBeVisible();
  await agent.stop();
});

test('profiles are opened and closed by the agent, never twice at once', async ({ page, person, shared }) => {
  await addAccount(person, 'Avocet');
  await addAccount(person, 'Curlew');
  await page.goto('/profiles');
  await expect(page.getByText('No agent is connected yet')).toBeVisible();
  await page.getByRole('button', { name: 'Open Profile Avocet' }).click();
  await expect(toastOn(page, 'Request to open Avocet sent')).toBeVisible();
  const waiting = page.getByRole('button', { name: 'Pending... Avocet' });
  await expect(waiting).toBeDisabled();
  await page.getByRole('button', { name: 'Open All Active' }).click();
  await expect(toastOn(page, 'Request to open 1 profile sent')).toBeVisible();
  await expect(toastOn(page, 'Skipped 1 profile: Avocet')).toBeVisible();
  const opened = Promise.withResolvers<{ status: 'completed' }>();
  const agent = await startAnsweringAgent(shared.url, person, {
    open: ({ accounts }) =>
      accounts[0]?.profile_name === 'Avocet'
        ? opened.promise
        : { status: 'failed', error_message: 'Firefox uses this profile already.' },
  });
  await expect(page.getByText('No agent is connected yet')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Opening... Avocet' })).toBeDisabled();
  opened.resolve({ status: 'completed' });
  await expect(page.getByRole('button', { name: 'Open Profile Avocet' })).toBeEnabled();
  await expect(toastOn(page, 'The profile could not be opened')).toContainText('Firefox uses this profile already.');
  await dismissToasts(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(toastOn(page, 'Request to close 1 profile sent')).toBeVisible();
  await agent.stop();
  await page.route(/\/api\/profiles\/close-all$/, (route) => route.abort());
  await dismissToasts(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(toastOn(page, 'Failed to send profile closing request')).toBeVisible();
  await page.route(/\/api\/profiles\/open$/, (route) => route.abort());
  await page.getByRole('button', { name: 'Open Profile Avocet' }).click();
  await expect(toastOn(page, 'Failed to send profile opening request')).toBeVisible();
});

test('with nothing active there is nothing to open', async ({ page, person }) => {
  const account = await addAccount(person, 'Avocet');
  await person.call('PUT /api/profiles/:id/toggle', { params: { id: account } });
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Open All Active' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No active profiles to open' })).toHaveCount(1);
});

test('ten accounts fill the Starter pack; search and pages live in the address', async ({ page, person }) => {
  const names = ['Avocet', 'Curlew', 'Dunlin', 'Godwit', 'Knot', 'Plover', 'Ruff', 'Sanderling', 'Turnstone'];
  for (const name of names) await addAccount(person, name);
  await page.goto('/profiles?size=5&page=2');
  const rows = page.getByRole('rowheader');
  const add = page.getByRole('button', { name: 'Add Account' });
  await expect(rows).toHaveCount(4);
  await expect(page.getByText('9 of 10 accounts, Starter pack')).toBeVisible();
  await add.click();
  const form = page.getByRole('dialog', { name: 'Add Account' });
  await form.getByRole('combobox', { name: /Firefox profile/ }).fill(`${firefoxFolder}/whimbrel`);
  await form.getByRole('textbox', { name: /^Profile name/ }).fill('Whimbrel');
  await form.getByRole('button', { name: 'Add Account' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Full. Upgrade to Pro for unlimited accounts.')).toBeVisible();
  await expect(add).toBeDisabled();
  await expect(rows).toHaveCount(5);
  await page.getByPlaceholder('Search accounts...').fill('r');
  await expect(page).toHaveURL(/\?size=5&search=r$/);
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10');
  await expect(page).toHaveURL(/\?search=r$/);
  await page.getByPlaceholder('Search accounts...').fill('whim');
  await expect(rows).toHaveText([/Whimbrel/]);
  await page.getByPlaceholder('Search accounts...').fill('heron');
  await expect(page.getByText('No accounts found')).toBeVisible();

  // The server takes none of the browser's own any more; older ones may still be there.
  await page.route(/\/api\/profiles\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('firefox/avocet', 'firefox/ab12cd34.default-release');
    await route.fulfill({ response, body });
  });
  await page.goto('/profiles');
  await expect(page.getByText('10 accounts, 1 of them hidden')).toBeVisible();
  await expect(rows).toHaveCount(9);
});

test('an account shows what it achieved and which campaign has it', async ({ page, person, shared }) => {
  const { account, campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  const agent = await connectSendingAgent(shared.url, person);
  await agent.send(account);
  await page.goto('/profiles');
  const row = rowOf(page, /Shorebird/);
  await expect(row).toContainText('In Use: Tide');
  await expect(row.getByRole('img', { name: /Success rate 100 percent/ })).toBeVisible();
  await pickFrom(page, 'Actions for Shorebird', 'Delete Profile');
  const removal = page.getByRole('dialog', { name: 'Delete Profile' });
  await expect(removal).toContainText('It sent 1 message in 1 campaign');
  await refuse(page, { method: 'DELETE', path: /\/api\/profiles\/\d+$/ });
  await removal.getByRole('button', { name: 'Delete Profile' }).click();
  await expect(toastOn(page, 'The tide is out.')).toBeVisible();
  await expect(row).toBeVisible();
  await refuse(page, { method: 'GET', path: /\/api\/profiles\?/ });
  await page.reload();
  await expect(toastOn(page, 'Failed to fetch profiles')).toBeVisible();
});
