import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { campaignOf, namesIn, wholeList, wholeLog } from '../campaign-truth.ts';
import { signIn } from '@sandpiper/testkit/people';
import { recordProgress } from '../progress-record.ts';
import { test, expect } from '../stack.ts';

const maria = { username: 'maria', password: 'a-long-secret' };
const accounts = [
  { name: 'Shorebird', username: 'shorebird.studio', password: 'imitation-1' },
  { name: 'Tideline', username: 'tideline.prints', password: 'imitation-2' },
];
const missing = 'left.long.ago';
const existing = [
  'ada.moreau',
  'bruno_keller',
  'carla.nilsen',
  'deniz.arslan',
  'elif.kaya',
  'femi.okafor',
  'greta_lind',
  'hugo.santos',
  'ines.marchetti',
  'jonas.berg',
  'kira.novak',
];
const text = (name: string) => `Hi ${name}, our autumn prints are out.\nShall I send you the catalogue?`;

async function registerAndSignIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/register`);
  await page.getByLabel('Username').fill(maria.username);
  await page.getByLabel('Password', { exact: true }).fill(maria.password);
  await page.getByLabel('Confirm password').fill(maria.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Username').fill(maria.username);
  await page.getByLabel('Password', { exact: true }).fill(maria.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function goTo(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).first().click();
}

async function addAccounts(page: Page, profilesDir: string): Promise<void> {
  await goTo(page, 'Accounts');
  for (const account of accounts) {
    await page.getByRole('button', { name: 'Add Account' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add Account' });
    await form.getByRole('combobox', { name: /Firefox profile/ }).fill(join(profilesDir, account.username));
    await form.getByLabel(/Account name/).fill(account.name);
    await form.getByLabel('Instagram username').fill(account.username);
    await form.getByLabel('Instagram password').fill(account.password);
    await form.getByRole('button', { name: 'Add Account' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('rowheader', { name: new RegExp(account.name) })).toBeVisible();
  }
}

async function writeTemplate(page: Page): Promise<void> {
  await goTo(page, 'Templates');
  await page.getByRole('button', { name: 'New Template' }).first().click();
  const form = page.getByRole('dialog', { name: 'New Template' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Autumn invitation');
  await form.getByLabel(/^Content/).fill(text('{username}'));
  await form.getByRole('button', { name: 'Create Template' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Autumn invitation')).toBeVisible();
}

async function makeList(page: Page): Promise<void> {
  await goTo(page, 'Lists');
  await page.getByRole('button', { name: 'New List' }).first().click();
  const form = page.getByRole('dialog', { name: 'New List' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Workshop guests');
  await form.getByRole('button', { name: 'Create List' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  const importing = page.getByRole('dialog', { name: 'Bulk Import' });
  const names = [...existing.slice(0, 6).map((name) => `@${name}`), '', missing, ...existing.slice(6), existing[0]];
  await importing.getByLabel('Usernames').fill(names.join('\n'));
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await importing.getByRole('button', { name: 'Done' }).click();
  await expect(importing).toBeHidden();
  await expect(page.getByText('12 recipients', { exact: false }).first()).toBeVisible();
}

async function choose(page: Page, field: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

async function planCampaign(page: Page): Promise<number> {
  await goTo(page, 'Campaigns');
  await page.getByRole('link', { name: 'Create Campaign' }).first().click();
  await page.getByLabel('Campaign Name').fill('Autumn');
  await choose(page, 'Message Template', /Autumn invitation/);
  await choose(page, 'Recipient List', /Workshop guests \(12 to message\)/);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);
  return Number(page.url().split('/').at(-1));
}

async function makeAgentToken(page: Page): Promise<string> {
  await goTo(page, 'Settings');
  await page.getByLabel('Name of the computer').fill('Desk computer');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Copy the token now')).toBeVisible();
  return page.getByLabel('Token', { exact: true }).inputValue();
}

/** The campaign's status badge; the same word also appears before a date. */
function badge(main: Locator, word: string): Locator {
  return main.locator('span').filter({ hasText: new RegExp(`^${word}$`) });
}

async function rowsOfExport(page: Page): Promise<unknown[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Logs' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^campaign-\d+-logs\.xlsx$/);
  const workbook = await readXlsx(await readFile(await download.path()));
  return workbook.sheets[0]?.rows ?? [];
}

test('a new user runs a campaign and watches it happen', async ({ page, stack }) => {
  const [{ url }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
  await sandbox.reset({
    accounts: accounts.map(({ username, password }) => ({ username, password })),
    people: existing,
  });

  await registerAndSignIn(page, url);
  await addAccounts(page, stack.profilesDir);
  await writeTemplate(page);
  await makeList(page);
  const token = await makeAgentToken(page);
  const agent = stack.startAgent({ server: url, sandbox, token });
  await expect(page.getByRole('link', { name: 'Agent online' })).toBeVisible();
  const id = await planCampaign(page);

  let loads = 0;
  page.on('load', () => (loads += 1));
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuetext', /^0 of 12,/);
  const progress = await recordProgress(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Start "Autumn"?' });
  await expect(question).toContainText('12 people will get this message. It is sent from 2 accounts.');
  await question.getByRole('button', { name: 'Start' }).click();

  const main = page.getByRole('main');
  await expect(badge(main, 'Running')).toBeVisible();
  const log = page.getByRole('region', { name: 'Log entries, newest last' });
  await expect(log.getByRole('listitem').filter({ hasText: 'sent' }).first()).toBeVisible({ timeout: 180_000 });
  await expect(badge(main, 'Completed')).toBeVisible({ timeout: 420_000 });
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuetext', /^12 of 12,/);
  await expect(log.getByRole('listitem')).toHaveCount(14);
  expect(loads, 'the screen was never reloaded').toBe(0);
  const steps = await progress.steps();
  expect(steps, 'progress never went back').toEqual(steps.toSorted((one, other) => one - other));
  expect(new Set(steps).size, `progress moved step by step: ${steps.join(', ')}`).toBeGreaterThan(4);

  const deliveries = await sandbox.deliveries();
  expect(deliveries.map(({ to }) => to).toSorted()).toEqual(existing.toSorted());
  for (const delivery of deliveries) expect(delivery.text).toBe(text(delivery.to));
  expect(new Set(deliveries.map(({ from }) => from)).size, 'both accounts sent').toBe(2);

  const { call } = await signIn(url, maria);
  const campaign = await campaignOf(call, id);
  expect(campaign).toMatchObject({ status: 'completed', total_list: 12, total_sent: 11, total_failed: 1 });
  const logs = await wholeLog(call, id);
  expect(logs.map(({ seq }) => seq)).toEqual(logs.map((_, index) => index + 1));
  expect(namesIn(logs, 'message_sent')).toEqual(existing.toSorted());
  expect(namesIn(logs, 'message_failed')).toEqual([missing]);
  expect(logs.map(({ action }) => action).filter((action) => !action.startsWith('message_'))).toEqual([
    'started',
    'completed',
  ]);
  const people = await wholeList(call, campaign.list_id ?? 0);
  const statusOf = (name: string) => people.find(({ recipient }) => recipient === name)?.status;
  expect(statusOf(missing)).toBe('not_found');
  for (const name of existing) expect(statusOf(name)).toBe('sent');

  const rows = await rowsOfExport(page);
  expect(rows.slice(1), 'a row per log entry').toHaveLength(logs.length);
  for (const name of [...existing, missing]) expect(rows.flat()).toContain(name);

  expect((await agent.stop()).code).toBe(0);
});
