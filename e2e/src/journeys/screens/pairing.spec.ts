import { guestTest, addPerson, test } from '../../journey.ts';
import { clientOf } from '@sandpiper/testkit/people';
import { expect } from '../../stack.ts';

test('a computer shows a code, and the user approves it in the browser', async ({ page, person, shared }) => {
  const computer = clientOf(shared.url);
  const asked = await computer('POST /api/agent-pairing', { body: { device_name: 'Studio' } });
  await page.goto('/link');
  const next = page.getByRole('button', { name: 'Continue' });
  await expect(next).toBeDisabled();
  await page.getByRole('textbox', { name: 'Code' }).fill('BCDF-GHJK');
  await next.click();
  await expect(page.getByText('This code has expired, was already used or was mistyped.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(asked.user_code.toLowerCase().replace('-', ' '));
  await next.click();
  await expect(page.getByRole('heading', { name: 'Connect Studio?' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`code=${asked.user_code}$`));
  await expect(page.getByText(asked.user_code, { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`acts as ${person.username}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: 'Studio is approved' })).toBeVisible();
  const { token } = await computer('POST /api/agent-pairing/token', { body: { device_code: asked.device_code } });
  expect(token).not.toBe('');
  expect((await person.call('GET /api/agent-tokens')).tokens.map(({ name }) => name)).toEqual(['Studio']);
});

guestTest('a pairing link still opens after signing in', async ({ page, shared }) => {
  const { username, password } = await addPerson(shared);
  const asked = await clientOf(shared.url)('POST /api/agent-pairing', { body: { device_name: 'Studio' } });
  await page.goto(`/link?code=${asked.user_code}`);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Connect Studio?' })).toBeVisible();
});
