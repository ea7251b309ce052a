import type { Page, Request } from '@playwright/test';
import { addWholeCampaign, startCampaign } from '../../sample-data.ts';
import { openAs, test } from '../../journey.ts';
import { newPerson } from '@sandpiper/testkit/people';
import { connectSendingAgent } from '@sandpiper/testkit/sending-agent';
import { expect, test as ownServerTest } from '../../stack.ts';
import { figureOf } from '../../screen-parts.ts';

/** Starts tracking the page's requests. Returns a set that always contains the requests that have no response yet. */
function requestsUnderWay(page: Page): Set<Request> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return underWay;
}

test('a page catches up after a lost connection, without a gap in the log', async ({ page, person, shared }) => {
  const { account, campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  const agent = await connectSendingAgent(shared.url, person);
  const underWay = requestsUnderWay(page);
  await page.goto(`/campaigns/${campaign}`);
  const lines = page.getByRole('region', { name: 'Log entries, newest last' }).getByRole('listitem');
  const header = page.getByRole('banner');
  await expect(header.getByText('Connected', { exact: true })).toBeVisible();
  const told = [await agent.send(account)];
  await expect(lines).toHaveCount(2);
  await expect(figureOf(page, 'Messages Sent')).toContainText('1');
  await page.context().setOffline(true);
  await expect(header.getByText('Disconnected', { exact: true })).toBeVisible();
  // Wait for the responses to requests that were sent earlier.
  await expect.poll(() => underWay.size).toBe(0);
  told.push(await agent.send(account), await agent.send(account));
  await expect(figureOf(page, 'Messages Sent')).toContainText('1');
  await page.context().setOffline(false);
  await expect(header.getByText('Connected', { exact: true })).toBeVisible();
  await expect(figureOf(page, 'Messages Sent'), 'the page has caught up').toContainText('3');
  await expect(lines).toContainText(['started', ...told.map((name) => `@${name} sent`)]);
  told.push(await agent.send(account));
  await expect(figureOf(page, 'Messages Sent')).toContainText('4');
  await expect(lines).toContainText(['started', ...told.map((name) => `@${name} sent`)]);
});

declare global {
  interface Window {
    __reactRouterManifest: { routes: Record<string, { index?: boolean; module: string; imports: string[] }> };
  }
}

ownServerTest('the pages stay usable while the server is down and after its restart', async ({ browser, stack }) => {
  const { url, program } = await stack.startServer();
  const person = await newPerson(url);
  const { account, campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  const page = await openAs(browser, url, person);
  // By default, a browser records the timing of only 250 files.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(2000));
  await page.goto('/campaigns');
  const header = page.getByRole('banner');
  await expect(header.getByText('Connected', { exact: true })).toBeVisible();
  // Ten seconds after a screen has opened, the browser fetches the code for the other screens, the phone's menu and the search.
  await page.waitForFunction(() => {
    const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    const screens = Object.values(window.__reactRouterManifest.routes).filter(({ index }) => index !== true);
    const files = screens.flatMap(({ module, imports }) => [module, ...imports]);
    const parts = ['/assets/menu-drawer-', '/assets/command-palette-'];
    const isFetched = (start: string) => [...fetched].some((file) => file.startsWith(start) && file.endsWith('.js'));
    return files.every((file) => fetched.has(file)) && parts.every(isFetched);
  });
  await program.stop();
  await expect(header.getByText('Disconnected', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Templates', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Try again' }), 'the page says that it could not load').toBeVisible();
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Campaigns', exact: true }).click();
  if (desktop !== null) await page.setViewportSize(desktop);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await stack.startServer();
  await expect(header.getByText('Connected', { exact: true })).toBeVisible();
  const agent = await connectSendingAgent(url, person);
  const name = await agent.send(account);
  await expect(page.getByRole('row').filter({ hasText: 'Tide' })).toContainText('1 of 5 sent · 20%');
  const panel = page.getByRole('region', { name: 'Live campaign log' });
  await panel.getByRole('button', { name: 'Expand the log' }).click();
  await expect(panel.getByRole('listitem')).toContainText(['started', `@${name} sent`]);
  await page.context().close();
});
