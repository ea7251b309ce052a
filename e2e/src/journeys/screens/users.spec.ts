import { test } from '../../journey.ts';
import { choose, pickFrom, rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';
import { signIn } from '@sandpiper/testkit/people';

test.describe('user management', () => {
  test.use({ traits: { called: 'root', role: 'admin', pack: 'pro', until: null } });

  test('an administrator adds, changes and deletes a user', async ({ page, person, shared }) => {
    const username = person.username.replace('root', 'nina');
    await page.goto(`/users?search=${username.slice(5)}`);
    await expect(page.getByText(/^Last updated: \d\d:\d\d:\d\d$/)).toBeVisible();
    await page.getByRole('button', { name: 'Add User' }).click();
    const form = page.getByRole('dialog', { name: 'Add User' });
    await expect(form.getByRole('combobox', { name: 'Role' })).toHaveValue('User');
    await expect(form.getByRole('combobox', { name: 'Pack' })).toHaveValue('Starter');
    await form.getByRole('textbox', { name: 'Username' }).fill(username);
    await form.getByLabel(/^Password/).fill('a-long-secret');
    await form.getByRole('button', { name: 'Create User' }).click();
    await expect(toastOn(page, 'User created successfully')).toBeVisible();
    const row = rowOf(page, new RegExp(`${username}.*ID \\d+`));
    await expect(row).toContainText(/User.*Starter.*Active.*0.*None/);

    await pickFrom(page, `Actions for ${username}`, 'Edit User');
    const change = page.getByRole('dialog', { name: 'Edit User' });
    await choose(change.getByRole('combobox', { name: 'Pack' }), 'Pro');
    await change.getByLabel('Subscription end date').fill('2020-01-31');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(toastOn(page, 'User updated successfully')).toBeVisible();
    await expect(row).toContainText(/Pro.*Expired.*ended 31-01-2020/);

    await pickFrom(page, `Actions for ${username}`, 'Change Password');
    const secret = page.getByRole('dialog', { name: 'Change Password' });
    await secret.getByLabel('New password').fill('quite-another');
    await secret.getByRole('button', { name: 'Change Password' }).click();
    await expect(toastOn(page, 'Password updated successfully')).toBeVisible();
    await signIn(shared.url, { username, password: 'quite-another' });

    await pickFrom(page, `Actions for ${username}`, 'Edit User');
    await change.getByRole('switch', { name: /^User account is active/ }).click({ force: true });
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Deactivated');
    await expect(signIn(shared.url, { username, password: 'quite-another' })).rejects.toThrow();

    await pickFrom(page, `Actions for ${username}`, 'Delete User');
    const removal = page.getByRole('dialog', { name: 'Delete User' });
    await expect(removal).toContainText('including 0 accounts');
    await removal.getByRole('button', { name: `Delete ${username}` }).click();
    await expect(toastOn(page, 'User deleted successfully')).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});
