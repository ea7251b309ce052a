import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { campaignOf, namesIn, wholeList, wholeLog } from '../campaign-truth.ts';
import { newPerson } from '@sandpiper/testkit/people';
import { planCampaign } from '../campaign-world.ts';
import { forecastText } from '../forecast-text.ts';
import { recordProgress } from '../progress-record.ts';
import { beSignedIn } from '../screen-watch.ts';
import { test, expect } from '../stack.ts';

const missing = 'left.long.ago';
const existing = [
  'ada.moreau',
  'bruno_keller',
  'carla.nilsen',
  'deniz.arslan',
  'elif.kaya',
  'femi.okafor',
  'greta_lind',
];
const text = (name: string) => `Hello ${name}, our new prints are here.`;

/** Finds the campaign's status badge. The badge's word also appears elsewhere on the page, in front of a date. */
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

test('a user starts a campaign and watches its progress', async ({ page, stack }) => {
  const [{ url }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
  const { profilesDir } = stack;
  const maria = await newPerson(url);
  const { call, token } = maria;
  const plan = await planCampaign(maria, sandbox, { profilesDir, accounts: 2, people: existing, missing: [missing] });
  const { campaignId: id, agentToken } = plan;
  await beSignedIn(page, token);
  await page.goto(`${url}/campaigns/${id}`);
  const agent = stack.startAgent({ server: url, sandbox, token: agentToken });
  await expect(page.getByRole('link', { name: 'Agent online' })).toBeVisible();

  let loads = 0;
  page.on('load', () => (loads += 1));
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuetext', /^0 of 8,/);
  const progress = await recordProgress(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Start “Tide”?' });
  await expect(question).toContainText(forecastText('8 people', '2 accounts'));
  await question.getByRole('button', { name: 'Start', exact: true }).click();

  const main = page.getByRole('main');
  await expect(badge(main, 'Running')).toBeVisible();
  const log = page.getByRole('region', { name: 'Log entries, newest last' });
  await expect(log.getByRole('listitem').filter({ hasText: 'sent' }).first()).toBeVisible({ timeout: 180_000 });
  await expect(badge(main, 'Completed')).toBeVisible({ timeout: 420_000 });
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuetext', /^8 of 8,/);
  await expect(log.getByRole('listitem')).toHaveCount(10);
  expect(loads, 'the screen was never reloaded').toBe(0);
  const steps = await progress.steps();
  expect(steps, 'progress never went back').toEqual(steps.toSorted((one, other) => one - other));
  expect(new Set(steps).size, `progress moved step by step: ${steps.join(', ')}`).toBeGreaterThan(4);

  const deliveries = await sandbox.deliveries();
  expect(deliveries.map(({ to }) => to).toSorted()).toEqual(existing.toSorted());
  for (const delivery of deliveries) expect(delivery.text).toBe(text(delivery.to));
  expect(new Set(deliveries.map(({ from }) => from)).size, 'both accounts sent messages').toBe(2);

  const campaign = await campaignOf(call, id);
  expect(campaign).toMatchObject({ status: 'completed', total_list: 8, total_sent: 7, total_failed: 1 });
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
  expect(rows.slice(1), 'one row for each log entry').toHaveLength(logs.length);
  for (const name of [...existing, missing]) expect(rows.flat()).toContain(name);

  expect((await agent.stop()).code).toBe(0);
});
