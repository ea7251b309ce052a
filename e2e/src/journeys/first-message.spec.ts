import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { forecastText } from '../forecast-text.ts';
import { expect, test, type Stack } from '../stack.ts';
import type { SandboxControl } from '@sandpiper/testkit/sandbox-control';

const maria = { username: 'maria', password: 'a-long-secret' };
const account = { name: 'Shorebird', username: 'shorebird.studio', password: 'imitation-1' };
const people = ['ada.moreau', 'bruno_keller'];
const text = (name: string) => `Hi ${name}, our autumn prints are out.\nShall I send you the catalog?`;

const guide = (page: Page) => page.getByRole('region', { name: 'Send your first message' });
const step = (page: Page, name: string) => guide(page).getByRole('heading', { name });

async function registerAndSignIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/register`);
  await page.getByLabel('Username').fill(maria.username);
  await page.getByLabel('Password', { exact: true }).fill(maria.password);
  await page.getByLabel('Confirm password').fill(maria.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Sandpiper!' })).toBeVisible();
  await page.getByLabel('Username').fill(maria.username);
  await page.getByLabel('Password', { exact: true }).fill(maria.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

type Computer = { stack: Stack; url: string; sandbox: SandboxControl };

/** Pairs and starts the agent with two commands. The single command from the guide needs a terminal, which a test doesn't have. */
async function connectComputer(page: Page, { stack, url, sandbox }: Computer) {
  await guide(page).getByText('Linux', { exact: true }).click();
  const options = ['--server', url, '--instagram-url', sandbox.url];
  await expect(guide(page).getByText(`npm run agent -- ${options.join(' ')}`)).toBeVisible();
  await expect(guide(page).getByText('Waiting for your computer…')).toBeVisible();
  const dataDir = join(stack.folder, 'agent');
  const pairing = stack.start('pairing', { args: ['agent/src/main.ts', 'pair', ...options, '--data-dir', dataDir] });
  const [, code = ''] = await pairing.waitFor(/shows this code: (\S+)/);
  await guide(page).getByRole('link', { name: 'Enter the code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  expect((await pairing.ended).code).toBe(0);
  const agent = stack.startAgent({ server: url, sandbox });
  await expect(page.getByText('Sandpiper Agent is running. That computer can now send for you.')).toBeVisible();
  await page.getByRole('link', { name: 'go to the dashboard' }).click();
  await expect(step(page, 'Connect this computer')).toContainText('Done');
  return agent;
}

async function addAccount(page: Page): Promise<void> {
  await guide(page).getByLabel('Account name').fill(account.name);
  await guide(page).getByLabel('Instagram username').fill(account.username);
  await guide(page).getByLabel('Instagram password', { exact: true }).fill(account.password);
  await guide(page).getByRole('button', { name: 'Create a Firefox profile for me' }).click();
  await expect(guide(page).getByText(`“${account.name}” is signed in to Instagram.`)).toBeVisible({ timeout: 180_000 });
  await guide(page).getByRole('button', { name: 'Continue' }).click();
  await expect(step(page, 'Add an account')).toContainText('Done');
}

async function makeList(page: Page): Promise<void> {
  await guide(page).getByRole('button', { name: 'Create a list', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New List' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Workshop guests');
  await form.getByRole('button', { name: 'Create List' }).click();
  const names = [...people.map((name) => `@${name}`), '', people[0]];
  await page.getByLabel('Usernames').fill(names.join('\n'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Where did you find these people?').fill('Guests of the workshop');
  await page.getByRole('button', { name: 'Import 2 people' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(step(page, 'Create a list')).toContainText('Done');
}

async function writeMessage(page: Page): Promise<void> {
  await guide(page).getByRole('button', { name: 'Write a message', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New Template' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Autumn invitation');
  await form.getByLabel(/^Content/).fill(text('{username}'));
  await form.getByRole('button', { name: 'Create Template' }).click();
  await expect(step(page, 'Write a message')).toContainText('Done');
}

async function choose(page: Page, field: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

async function reviewAndStart(page: Page): Promise<void> {
  await guide(page).getByRole('link', { name: 'Create a campaign' }).click();
  await page.getByLabel('Campaign Name').fill('Autumn');
  await choose(page, 'Message Template', /Autumn invitation/);
  await choose(page, 'Recipient List', /Workshop guests \(2 to message\)/);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Create Campaign' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Start “Autumn”?' });
  await expect(question).toContainText(forecastText('2 people', '1 account'));
  await question.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(question).toBeHidden();
}

test('the setup guide leads a new user to the first message', async ({ page, stack }) => {
  const sandbox = await stack.startSandbox();
  const env = { INSTALLER_DIR: join(stack.folder, 'no-downloads'), SANDBOX_INSTAGRAM_URL: sandbox.url };
  const { url } = await stack.startServer(env);
  await sandbox.reset({ accounts: [{ username: account.username, password: account.password }], people });

  await registerAndSignIn(page, url);
  await expect(guide(page).getByText('0 of 5 done')).toBeVisible();
  const agent = await connectComputer(page, { stack, url, sandbox });
  await addAccount(page);
  await makeList(page);
  await writeMessage(page);
  await expect(guide(page).getByText('4 of 5 done')).toBeVisible();
  await reviewAndStart(page);

  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  const finished = page.getByRole('region', { name: 'You’re set up' });
  await expect(finished).toContainText('Your first message has been sent.', { timeout: 180_000 });
  const [first] = await sandbox.deliveries();
  expect(people).toContain(first?.to);
  expect(first).toMatchObject({ from: account.username, text: text(first?.to ?? '') });
  await finished.getByRole('button', { name: 'Close setup guide' }).click();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Messages per day' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /You’re set up|Send your first message/ })).toHaveCount(0);
  expect((await agent.stop()).code).toBe(0);
});
