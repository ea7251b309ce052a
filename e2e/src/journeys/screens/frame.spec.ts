import { addCampaign, addWholeCampaign, startCampaign } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { settle } from '../../screen-watch.ts';
import { connectSendingAgent } from '@sandpiper/testkit/sending-agent';
import { expect } from '../../stack.ts';

const entries = [
  ['Dashboard', '/dashboard'],
  ['Campaigns', '/campaigns'],
  ['Unread checker', '/unread-checker'],
  ['Lists', '/lists'],
  ['People', '/people'],
  ['Do not contact', '/do-not-contact'],
  ['Accounts', '/profiles'],
  ['Templates', '/templates'],
  ['Profiles management', '/firefox-profiles'],
  ['Support', '/support'],
  ['Settings', '/settings'],
] as const;

test('the sidebar links to the main screens and highlights the current one', async ({ page, person }) => {
  await page.goto('/dashboard');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const links = sidebar.getByRole('navigation').getByRole('link');
  await expect(links).toHaveText(entries.map(([name]) => name));
  await expect(sidebar.getByText('Starter Pack')).toBeVisible();
  await expect(sidebar.getByText('Expires: 31-12-2099')).toBeVisible();
  const header = page.getByRole('banner');
  await expect(header.getByText(person.username)).toBeVisible();
  await expect(header.getByText('user', { exact: true })).toBeVisible();
  await expect(header.getByText('Connected', { exact: true })).toBeVisible();
  await expect(header.getByText('No agent')).toBeVisible();
  await expect(page.getByText(/Sandbox: nothing reaches Instagram/)).toBeVisible();
  for (const [name, path] of entries) await expect(links.filter({ hasText: name })).toHaveAttribute('href', path);
  await links.filter({ hasText: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(sidebar.locator('a[aria-current=page]')).toHaveText('Settings');
  await expect(header.getByText('Settings', { exact: true })).toBeVisible();
});

test('on a phone, the menu slides over the page, and the sandbox notice takes one line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/lists');
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Settings' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();

  await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden();
  const notice = page.getByRole('complementary', { name: 'Sandbox' });
  await expect(notice.getByText('waiting times')).toBeHidden();
  await notice.getByRole('button', { name: 'Details' }).click();
  await expect(notice.getByText('waiting times')).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await menu.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a page’s title does not break in the middle of a word on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/campaigns');
  const title = page.getByRole('heading', { level: 1, name: 'Campaigns' });
  const lines = await title.evaluate((heading) => {
    const text = document.createRange();
    text.selectNodeContents(heading);
    return text.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('the command palette opens any screen, runs actions and changes the theme', async ({ page, person }) => {
  const { campaign } = await addWholeCampaign(person);
  await startCampaign(person, campaign);
  await page.goto('/dashboard');
  const root = page.locator('html');
  const search = page.getByRole('textbox', { name: 'Search or run a command' });
  async function command(words: string): Promise<void> {
    await page.keyboard.press('ControlOrMeta+k');
    await search.fill(words);
    // Search only the palette, because a button in the header has the same name as one of the commands.
    const palette = page.getByRole('dialog', { name: 'Search or run a command' });
    await palette
      .getByRole('button', { name: words })
      .or(palette.getByRole('option', { name: words }))
      .first()
      .click();
    await expect(search).toBeHidden();
  }
  await settle(page);
  await command('Switch to the dark theme');
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(root, 'the theme is kept').toHaveAttribute('data-mantine-color-scheme', 'dark');
  await settle(page);
  await command('Pause Tide');
  await expect.poll(async () => (await person.call('GET /api/campaigns')).campaigns[0]?.status).toBe('paused');
  await command('People');
  await expect(page).toHaveURL(/\/people$/);
  for (const [words, form] of [
    ['Add account', 'Add Account'],
    ['Create template', 'New Template'],
    ['Create list', 'New List'],
    ['Create support ticket', 'Create Support Ticket'],
  ] as const) {
    await command(words);
    const dialog = page.getByRole('dialog', { name: form });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('the log is shown on every screen, and can be collapsed and closed', async ({ page, person, shared }) => {
  const { account, campaign } = await addWholeCampaign(person);
  await page.goto('/templates');
  const panel = page.getByRole('region', { name: 'Live campaign log' });
  await expect(page.getByText('Greeting')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await startCampaign(person, campaign);
  await expect(panel).toContainText('1 running');
  const log = panel.getByRole('log');
  await panel.getByRole('button', { name: 'Expand the log' }).click();
  const agent = await connectSendingAgent(shared.url, person);
  const first = await agent.send(account);
  await expect(log).toContainText(`Shorebird → @${first} sent`);
  const second = await agent.send(account, 'not_found', { reason: 'not_found' });
  await expect(log).toContainText(`@${second} failed There is no Instagram account with this username.`);

  await panel.getByRole('button', { name: 'Collapse the log' }).click();
  await expect(log).toHaveCount(0);
  await panel.getByRole('button', { name: 'Expand the log' }).click();
  await expect(log).toContainText(first);
  await panel.getByRole('button', { name: 'Close the log' }).click();
  await expect(panel).toHaveCount(0);
  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await expect(log).toContainText(second);
  await person.call('PUT /api/campaigns/:id/status', { params: { id: campaign }, body: { status: 'paused' } });
  await expect(panel).toContainText('1 paused');
  await person.call('POST /api/campaigns/:id/stop', { params: { id: campaign } });
  await expect(panel, 'no campaign is running anymore').toHaveCount(0);
});

test('the collapsed log does not cover the end of a page', async ({ page, person }) => {
  const { account, template, list, campaign } = await addWholeCampaign(person);
  // On the running campaign's own page, the floating log is hidden.
  const planned = await addCampaign(person, { name: 'Ebb', template, list, accounts: [account] });
  await startCampaign(person, campaign);
  for (const size of [
    { width: 1440, height: 500 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`/campaigns/${planned}`);
    const lastCard = page.getByRole('region', { name: size.width > 1000 ? 'Log' : 'Message', exact: true });
    await expect(lastCard).toBeVisible();
    const panel = page.getByRole('region', { name: 'Live campaign log' });
    await expect(panel).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(async () => {
      const [card, log] = [await lastCard.boundingBox(), await panel.boundingBox()];
      expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(log?.y ?? 0);
    }).toPass();
  }
});

test('if the command palette’s code does not load, only the first letters typed are lost, and the palette does not open later', async ({
  page,
  person,
}) => {
  await addWholeCampaign(person);
  await page.route(/\/(command-palette-[^/]*\.js|favicon\.svg)$/, (route) => route.abort());
  await page.goto('/campaigns');
  const field = page.getByRole('searchbox', { name: 'Search campaigns' });
  await field.focus();
  await page.keyboard.press('Control+k');
  await expect(async () => {
    await page.keyboard.press('t');
    await expect(field).not.toHaveValue('', { timeout: 100 });
  }).toPass();
  const loaded = page.waitForResponse(/\/command-palette-[^/]*\.js$/);
  await page.unrouteAll();
  await loaded;
  await settle(page);
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  await expect(palette).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
});
