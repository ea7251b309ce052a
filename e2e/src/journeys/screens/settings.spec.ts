import { startAnsweringAgent } from '../../answering-agent.ts';
import { test } from '../../journey.ts';
import { refuse, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('an agent token is created, copied, shown only once and revoked', async ({ page, person, shared, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings');
  const copy = page.getByRole('button', { name: 'Copy token' });
  await expect(page.getByText('No computer is connected yet.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Computer name' }).fill('Office PC');
  await page.getByRole('button', { name: 'Create token' }).click();
  const computers = page.getByRole('list', { name: 'Connected computers' });
  await expect(computers.getByRole('listitem')).toContainText(['Never used']);
  // The button says "Copied" for only two seconds, so start waiting for that text before the click.
  const copied = page.getByRole('button', { name: 'Copied' }).waitFor();
  await copy.click();
  await copied;
  await expect(toastOn(page, 'Token copied to clipboard')).toBeVisible();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  expect(token.length).toBeGreaterThan(20);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await expect(copy, 'the "Copied" state ends').toBeVisible();

  const agent = await startAnsweringAgent(shared.url, person);
  const laptop = computers.getByRole('listitem').filter({ hasText: 'Laptop' });
  await expect(laptop).toContainText('Online');
  await expect(laptop).toContainText('version 0.1.0, Linux');
  await expect(page.getByRole('banner').getByText('Agent online')).toBeVisible();
  await agent.stop();
  await page.reload();
  await expect(page.getByLabel('Token', { exact: true }), 'the token is shown only once').not.toHaveValue(token);
  await refuse(page, 'DELETE', /\/api\/agent-tokens\/\d+$/);
  await page.getByRole('button', { name: 'Revoke Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Laptop' }).click();
  await expect(toastOn(page, 'The server is busy.')).toBeVisible();
  await expect(laptop, 'the computer is still listed').toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Revoke Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Laptop' }).click();
  await expect(toastOn(page, 'Agent token revoked')).toBeVisible();
  await expect(laptop).toHaveCount(0);
});

test('the installer is offered if the server has one, and the details of the user account are shown', async ({
  page,
  person,
}) => {
  const file = {
    kind: 'windows',
    file_name: 'SandpiperAgentSetup.exe',
    version: '0.1.0',
    size_bytes: 3_145_728,
    sha256: '0'.repeat(64),
  };
  await page.route(/\/api\/installer$/, (route) => route.fulfill({ json: { files: [file] } }));
  await page.route(/\/api\/installer\/ticket/, (route) => route.fulfill({ json: { url: '/lists?from=installer' } }));
  await page.goto('/settings');
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText(
    /Starter \(Free\).*Active.*31-12-2099/,
  );
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('Up to 10 Instagram profiles');
  const account = page.getByRole('region', { name: 'User account', exact: true });
  await expect(account).toContainText(person.username);
  await expect(account).toContainText(/Last login\d\d-\d\d-\d{4} \d\d:\d\d/);
  await page.getByRole('region', { name: 'Sandpiper Agent' }).getByText('Windows', { exact: true }).click();
  await page.getByRole('button', { name: 'Download for Windows (3.0 MB)' }).click();
  await expect(page, 'the browser opens the download link').toHaveURL(/from=installer$/);
});
