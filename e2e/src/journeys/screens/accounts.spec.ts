import { startAnsweringAgent } from '../../answering-agent.ts';
import { connectSendingAgent } from '@sandpiper/testkit/sending-agent';
import { addAccount, addWholeCampaign, firefoxFolder, startCampaign } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { dismissToasts, pickFrom, rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test("an account is added from the agent's Firefox profiles, changed, switched off and deleted", async ({
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
  await expect(form.getByText(/Choose one of the 4 profiles that Sandpiper Agent found/)).toBeVisible();
  const path = form.getByRole('combobox', { name: /Firefox profile/ });
  await path.fill('/home/me/.mozilla/firefox/ab12cd34.default-release');
  await add.click();
  await expect(form.getByText(/your personal Firefox profile/)).toBeVisible();
  await path.fill('');
  await path.click();
  await page.getByRole('option', { name: /sanderling/ }).click();
  await expect(path).toHaveValue(`${firefoxFolder}/sanderling`);
  await expect(form.getByRole('textbox', { name: /^Account name/ })).toHaveValue('sanderling');
  await form.getByRole('textbox', { name: /^Instagram username/ }).fill('sandy');
  await add.click();
  await expect(toastOn(page, 'Account added successfully')).toBeVisible();
  await expect(rowOf(page, /sanderling.*@sandy/)).toBeVisible();

  await pickFrom(page, 'Actions for sanderling', 'Edit Profile');
  const change = page.getByRole('dialog', { name: 'Edit Profile' });
  await change.getByRole('textbox', { name: /^Account name/ }).fill('Sanderling');
  await change.getByRole('button', { name: 'Save Changes' }).click();
  await expect(change).toBeHidden();
  const active = page.getByRole('switch', { name: 'Sanderling is active' });
  await expect(active).toBeChecked();
  await active.click({ force: true });
  await expect(active).not.toBeChecked();
  await expect
    .poll(async () => (await person.call('GET /api/profiles')).profiles.find((each) => each.insta_username === 'sandy'))
    .toMatchObject({ profile_name: 'Sanderling', is_active: 0 });

  await pickFrom(page, 'Actions for Sanderling', 'Delete Profile');
  const removal = page.getByRole('dialog', { name: 'Delete Profile' });
  await expect(removal).toContainText('The account hasn’t sent any messages.');
  await removal.getByRole('button', { name: 'Delete Profile' }).click();
  await expect(page.getByText('No accounts yet')).toBeVisible();
  await agent.stop();
});

test('the agent opens and closes accounts, and never opens an account twice', async ({ page, person, shared }) => {
  await addAccount(person, 'Avocet');
  await addAccount(person, 'Curlew');
  await page.goto('/profiles');
  await expect(page.getByText('No agent is connected yet')).toBeVisible();
  const open = page.getByRole('button', { name: 'Open Profile Avocet' });
  await expect(open).toBeDisabled();
  await open.hover();
  await expect(page.getByRole('tooltip')).toContainText('Start Sandpiper Agent on the computer');
  const openAll = page.getByRole('button', { name: 'Open All Active' });
  await openAll.click();
  await expect(toastOn(page, 'Request to open 2 accounts sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pending... Avocet' })).toBeDisabled();
  await openAll.click();
  await expect(toastOn(page, 'Skipped 2 accounts: Avocet, Curlew')).toBeVisible();
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
  await expect(open).toBeEnabled();
  await expect(toastOn(page, 'Couldn’t open Curlew')).toContainText('Firefox uses this profile already.');
  await dismissToasts(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(toastOn(page, /Request to close (1 account|all accounts) sent/)).toBeVisible();
  await expect(toastOn(page, '1 account closed')).toBeVisible();
  await agent.stop();
});

test("an account gets a limit and a hold, and the hold is ended on the account's page", async ({
  page,
  person,
  shared,
}) => {
  const { account, campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  const agent = await connectSendingAgent(shared.url, person);
  await page.goto('/profiles');
  await page.getByRole('link', { name: 'Shorebird' }).click();
  await expect(page).toHaveURL(`/profiles/${account}`);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('of 150 messages');
  await page.getByRole('button', { name: 'Limit this account to 40 messages a day' }).click();
  await expect(today).toContainText('of 40 messages');
  await expect(page.getByRole('button', { name: /^Limit this account/ })).toHaveCount(0);

  await agent.send(account);
  await expect(page.getByRole('region', { name: 'Campaigns' })).toContainText('1 sent');
  await agent.stop(account, 'captcha');
  await expect(page.getByRole('alert', { name: 'On hold' })).toContainText(
    'Instagram is asking you to prove that you are human.',
  );
  await expect(page.getByRole('img', { name: 'Needs your attention' })).toBeVisible();
  await expect(today).toContainText('Nothing is sent while the account is on hold.');
  await page.getByRole('button', { name: 'End hold on Shorebird' }).click();
  await expect(page.getByRole('img', { name: 'Good: this account can send' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Earlier holds' })).toContainText('You ended it.');
});
