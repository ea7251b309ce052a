import { randomUUID } from 'node:crypto';
import { addPerson, guestTest, test } from '../../journey.ts';
import { holdBack, refuse, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

guestTest('somebody new registers, signs in and signs out', async ({ page }) => {
  const username = `nina-${randomUUID().slice(0, 8)}`;
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  const name = page.getByLabel('Username');
  const password = page.getByLabel('Password', { exact: true });
  const again = page.getByLabel('Confirm password');
  const create = page.getByRole('button', { name: 'Create Account' });
  await name.fill('ni');
  await password.fill('short');
  await again.fill('shore');
  await create.click();
  const complaints = [
    'Username must be at least 3 characters long',
    'Password must be at least 6 characters long',
    'Passwords do not match',
  ];
  for (const text of complaints) await expect(page.getByText(text)).toBeVisible();
  await name.fill(username);
  await expect(page.getByText('Username must be at least 3 characters long')).toBeHidden();
  await expect(page.getByText('Passwords do not match'), 'the others stay').toBeVisible();
  await password.fill('a-long-secret');
  await again.fill('a-long-secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show or hide the password' }).first().click();
  await expect(password).toHaveAttribute('type', 'text');
  await create.click();
  await expect(toastOn(page, 'Registration successful! Please login.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await expect(page.getByRole('heading', { name: 'Welcome to Sandpiper!' })).toBeVisible();
  const logIn = page.getByRole('button', { name: 'Log in' });
  await logIn.click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await name.fill(username);
  await password.fill('another-secret');
  await logIn.click();
  await expect(toastOn(page, /password/i)).toBeVisible();
  await expect(name, 'what was typed stays').toHaveValue(username);
  await password.fill('a-long-secret');
  const goOn = await holdBack(page, 'POST', /\/api\/auth\/login$/);
  await logIn.click();
  await expect(logIn).toBeDisabled();
  goOn();
  await expect(toastOn(page, 'Login successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/login');
  await expect(page, 'whoever is signed in needs no sign-in').toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(toastOn(page, 'Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

guestTest('a name that is taken, and a server that fails, are said in words', async ({ page, shared }) => {
  const { username } = await addPerson(shared);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  // Both forms have fields of these names.
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('a-long-secret');
  await page.getByLabel('Confirm password').fill('a-long-secret');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toastOn(page, /taken|already/)).toBeVisible();
  await expect(page).toHaveURL(/\/register$/);
  await page.route(/\/api\/auth\//, (route) => route.abort());
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toastOn(page, 'Registration failed')).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Sandpiper!' })).toBeVisible();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('a-long-secret');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(toastOn(page, 'Login failed')).toBeVisible();
});

guestTest('a guest is led to the sign-in, and an outdated token goes without a word', async ({ page }) => {
  await page.goto('/campaigns/7');
  await expect(page).toHaveURL(/\/login$/);
  await page.evaluate(() => localStorage.setItem('token', 'of-last-year'));
  await page.goto('/templates');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a 401 on any call ends the session', async ({ page }) => {
  await page.goto('/templates');
  await expect(page.getByText('No templates yet')).toBeVisible();
  await refuse(page, { method: 'GET', path: /\/api\/lists$/, status: 401, error: 'Sign in again.' });
  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('whose password is changed is signed out everywhere at once', async ({ page, person, shared }) => {
  await page.goto('/settings');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  const { users } = await shared.admin.call('GET /api/users', { query: { search: person.username } });
  const id = users[0]?.id ?? 0;
  await shared.admin.call('PUT /api/users/:id/password', { params: { id }, body: { new_password: 'quite-another' } });
  await expect(page).toHaveURL(/\/login$/);
});
