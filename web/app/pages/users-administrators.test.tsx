import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildManagedUser, pageOf } from '../testing/administration-builders.ts';
import { buildUser } from '../testing/builders.ts';
import { Failure } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import UsersPage from './users.page.tsx';

const ben = buildManagedUser();
const off = buildManagedUser({ id: 3, username: 'off', role: 'admin', is_active: false });
const old = buildManagedUser({ id: 4, username: 'old', role: 'admin', is_active: false });

/** Opens the page for an administrator who signed in long ago. Creating and changing administrators requires the password. */
function openUsers() {
  let isRecent = false;
  const refused = new Failure(403, { error: 'Again', code: 'recent_sign_in_required' });
  const view = renderScreen(<UsersPage />, {
    url: '/users',
    user: buildUser({ id: 1, role: 'admin' }),
    replies: {
      'GET /api/users': { users: [ben, off, old], pagination: pageOf(3) },
      'POST /api/users': () => (isRecent ? { user: ben } : refused),
      'PUT /api/users/:id': ({ params }) => (isRecent || params['id'] === '2' ? { user: ben } : refused),
      'POST /api/auth/confirm': () => {
        isRecent = true;
        return { success: true };
      },
    },
  });
  const { userEvents } = view;
  const question = async () => within(await screen.findByRole('dialog', { name: 'Enter your password again' }));
  return {
    ...view,
    enterPassword: async (to: RegExp) => {
      const dialog = await question();
      expect(dialog.getByText(to)).toBeVisible();
      await userEvents.type(dialog.getByLabelText(/Your password/), 'own password{Enter}');
    },
    refusePassword: async () => userEvents.click((await question()).getByRole('button', { name: 'Cancel' })),
    changeSelected: async (action: string, names: readonly string[]) => {
      for (const name of names) {
        await userEvents.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
      }
      await userEvents.click(screen.getByRole('button', { name: 'Change' }));
      await userEvents.click(await screen.findByRole('menuitem', { name: action }));
      await userEvents.click(await screen.findByRole('button', { name: `${action} ${names.length} users` }));
    },
  };
}

describe('an administrator who signed in long ago', () => {
  it('enters the password before adding an administrator', async () => {
    const { userEvents, enterPassword, api } = openUsers();
    await userEvents.click(await screen.findByRole('button', { name: 'Add User' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add User' }));
    await userEvents.type(form.getByRole('textbox', { name: /Username/ }), 'ben');
    await userEvents.type(form.getByLabelText(/^Password/), 'secret1');
    await userEvents.click(form.getByRole('combobox', { name: 'Role' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Admin' }));
    await userEvents.click(form.getByRole('button', { name: 'Create User' }));
    await enterPassword(/^To add an administrator, enter your password/);
    expect(await screen.findByText('User created successfully')).toBeInTheDocument();
    expect(api.of('POST /api/users').map(({ body }) => body)).toMatchObject([{ role: 'admin' }, { role: 'admin' }]);
  });

  it('enters the password before making a user an administrator', async () => {
    const { userEvents, enterPassword } = openUsers();
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for off' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Edit User' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    await userEvents.click(form.getByRole('switch', { name: /^User account is active/ }));
    await userEvents.click(form.getByRole('button', { name: 'Save' }));
    await enterPassword(/^To let off administer this server, enter your password/);
    expect(await screen.findByText('User updated successfully')).toBeInTheDocument();
  });

  it('enters the password once before activating several administrators', async () => {
    const { changeSelected, enterPassword } = openUsers();
    await changeSelected('Activate', ['ben', 'off', 'old']);
    await enterPassword(/^To activate an administrator, enter your password/);
    expect(await screen.findByText('3 users changed')).toBeInTheDocument();
  });

  it('is told who wasn’t changed if they don’t enter the password', async () => {
    const { changeSelected, refusePassword } = openUsers();
    await changeSelected('Activate', ['ben', 'off', 'old']);
    await refusePassword();
    expect(await screen.findByText('1 of 3 users changed')).toBeInTheDocument();
    expect(screen.getByText('off and old: You didn’t enter your password.')).toBeInTheDocument();
    expect(screen.getByText('2 users selected')).toBeInTheDocument();
  });
});
