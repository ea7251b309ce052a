import { randomUUID } from 'node:crypto';
import { signIn } from '@sandpiper/testkit/people';
import { guestTest, test } from '../../journey.ts';
import { toastOn } from '../../screen-parts.ts';
import { settle } from '../../screen-watch.ts';
import { admin } from '../../server-program.ts';
import { expect } from '../../stack.ts';

guestTest('a new user registers, signs in and signs out', async ({ page }) => {
  const username = `nina-${randomUUID().slice(0, 8)}`;
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  const name = page.getByLabel('Username');
  const password = page.getByLabel('Password', { exact: true });
  await name.fill(username);
  await password.fill('a-long-secret');
  await page.getByLabel('Confirm password').fill('a-long-secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show or hide the password' }).first().click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toastOn(page, 'Registration successful! Please login.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await expect(page.getByRole('heading', { name: 'Welcome to Sandpiper!' })).toBeVisible();
  const logIn = page.getByRole('button', { name: 'Log in' });
  await name.fill(username);
  await password.fill('another-secret');
  await logIn.click();
  await expect(toastOn(page, /password/i)).toBeVisible();
  await expect(name, 'the input is kept').toHaveValue(username);
  await password.fill('a-long-secret');
  await logIn.click();
  await expect(toastOn(page, 'Login successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/login');
  await expect(page, 'a signed-in user skips the sign-in page').toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(toastOn(page, 'Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a user whose password is changed is signed out everywhere immediately', async ({ page, person, shared }) => {
  await page.goto('/settings');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  // The administrator signs in again, because setting a password requires a sign-in within the last ten minutes.
  const root = await signIn(shared.url, admin);
  const { users } = await root.call('GET /api/users', { query: { search: person.username } });
  const id = users[0]?.id ?? 0;
  await root.call('PUT /api/users/:id/password', { params: { id }, body: { new_password: 'quite-another' } });
  await expect(page).toHaveURL(/\/login$/);
});

test('the page shown while a user account is waiting to be deleted offers an export, separated from the buttons above', async ({
  page,
  person,
}) => {
  await person.call('POST /api/user-deletion', { body: { password: person.password } });
  await page.goto('/dashboard');
  // Lines of text reach their final height only once the fonts have loaded.
  await settle(page);
  const logOut = await page.getByRole('button', { name: 'Log out' }).boundingBox();
  const panel = await page.getByRole('region', { name: 'Export my data' }).boundingBox();
  if (logOut === null || panel === null) throw new Error('The page lacks the Log out button or the export panel.');
  expect(panel.y - logOut.y - logOut.height).toBeGreaterThanOrEqual(12);
});
