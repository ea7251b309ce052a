import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildManagedUser, pageOf } from '../testing/administration-builders.ts';
import { buildUser } from '../testing/builders.ts';
import { Failure, onlyOnce, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { arrival, expectEvery, stopTheClock } from '../testing/still-clock.ts';
import UsersPage from './users.page.tsx';

const admin = buildUser({ id: 1, role: 'admin' });
const maria = buildManagedUser({ id: 1, username: 'maria', role: 'admin', pack: 'pro' });
const ben = buildManagedUser({ running_campaigns: 2 });
const list = { users: [maria, ben], pagination: pageOf(2) };

function openUsers(replies: Replies = {}, options: { url?: string; user?: typeof admin } = {}) {
  return renderScreen(<UsersPage />, {
    url: '/users',
    user: admin,
    ...options,
    replies: { 'GET /api/users': list, ...replies },
  });
}

async function choose(view: ReturnType<typeof openUsers>, name: string, action: string) {
  await view.userEvents.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await view.userEvents.click(await screen.findByRole('menuitem', { name: action }));
}

describe('user management', () => {
  it('shows a user with role, pack, status, accounts and running campaigns', async () => {
    openUsers();
    const row = within(await screen.findByRole('row', { name: /^Select ben / }));
    for (const text of ['ID 2', 'User', 'Starter', '3', '2']) expect(row.getByText(text)).toBeInTheDocument();
    expect(row.getByRole('cell', { name: 'Active' })).toBeInTheDocument();
    expect(within(screen.getByRole('row', { name: /^Select maria / })).getByText('None')).toBeInTheDocument();
    expect(screen.getByText(/Last updated: \d\d:\d\d:\d\d/)).toBeInTheDocument();
  });

  it('shows a user as expired if they are deactivated or their end date has passed', async () => {
    const off = buildManagedUser({ id: 3, username: 'off', is_active: false });
    const past = buildManagedUser({ id: 4, username: 'past', subscription_end_date: '2001-01-01' });
    openUsers({ 'GET /api/users': { users: [off, past], pagination: pageOf(2) } });
    for (const name of [/^Select off /, /^Select past /]) {
      const row = within(await screen.findByRole('row', { name }));
      expect(row.getByRole('cell', { name: /^Expired/ })).toBeInTheDocument();
    }
  });

  it('shows when a user will be deleted, in the viewer’s time zone', async () => {
    const leaving = buildManagedUser({ id: 5, username: 'leaving', deletion_due_at: '2026-12-06T23:30:00.000Z' });
    openUsers({ 'GET /api/users': { users: [leaving], pagination: pageOf(1) } });
    const row = within(await screen.findByRole('row', { name: /^Select leaving / }));
    expect(row.getByRole('cell', { name: /will be deleted on 0[67]-12-2026 \d\d:\d\d$/ })).toBeInTheDocument();
  });

  it('shows when each user last signed in', async () => {
    const active = buildManagedUser({ id: 6, username: 'active', last_login: '2026-11-28T09:30:00.000Z' });
    openUsers({ 'GET /api/users': { users: [active, ben], pagination: pageOf(2) } });
    const row = within(await screen.findByRole('row', { name: /^Select active / }));
    // On narrow screens, the username's cell shows the last sign-in instead of the cell with the time of creation.
    for (const cell of [row.getByRole('rowheader'), row.getAllByRole('cell').at(-2)]) {
      expect(cell).toHaveTextContent(/Last login: 28-11-2026 \d\d:\d\d \(.+\)$/);
    }
    expect(screen.getByRole('row', { name: /^Select ben / })).toHaveTextContent(/Last login: Never/);
  });

  it('sends the filters from the URL', async () => {
    const { api } = openUsers({}, { url: '/users?search=be&role=user&pack=pro&status=expired&page=2' });
    await screen.findByRole('row', { name: /^Select ben / });
    expect(api.of('GET /api/users')[0]?.query).toEqual({
      search: 'be',
      role: 'user',
      pack: 'pro',
      status: 'expired',
      page: '2',
      limit: '20',
    });
  });

  it('turns off two-factor sign-in for other users who have it', async () => {
    const anna = buildManagedUser({ id: 3, username: 'anna', has_two_factor: true });
    const view = openUsers({
      'GET /api/users': { users: [{ ...maria, has_two_factor: true }, ben, anna], pagination: pageOf(3) },
      'DELETE /api/users/:id/two-factor': { success: true },
    });
    await choose(view, 'anna', 'Turn Off Two-Factor Sign-In');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Make sure the request really comes from them/)).toBeVisible();
    await view.userEvents.click(dialog.getByRole('button', { name: 'Turn off two-factor sign-in' }));
    expect(await screen.findByText('Two-factor sign-in is off for this user')).toBeInTheDocument();
    expect(view.api.of('DELETE /api/users/:id/two-factor')[0]?.params).toEqual({ id: '3' });
    for (const name of ['maria', 'ben']) {
      await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
      await view.userEvents.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
      await screen.findByRole('menuitem', { name: 'Edit User' });
      expect(screen.queryByRole('menuitem', { name: 'Turn Off Two-Factor Sign-In' })).not.toBeInTheDocument();
      await view.userEvents.keyboard('{Escape}');
    }
  });

  it('shows an error when users can’t be loaded', async () => {
    openUsers({ 'GET /api/users': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByText('Failed to fetch users')).toBeInTheDocument();
  });

  it('is shown only to administrators', async () => {
    const { api } = openUsers({}, { user: buildUser() });
    expect(await screen.findByText(/Only administrators/)).toBeInTheDocument();
    expect(api.of('GET /api/users')).toHaveLength(0);
  });

  it('does not let administrators delete themselves', async () => {
    const { userEvents } = openUsers();
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for maria' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit User' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Delete User' })).not.toBeInTheDocument();
  });
});

describe('an open list of users', () => {
  stopTheClock();

  it('is refetched every five seconds', async () => {
    const { api } = openUsers();
    await arrival(() => screen.getByRole('row', { name: /^Select ben / }));
    api.set({ 'GET /api/users': { users: [buildManagedUser({ username: 'newcomer' })], pagination: pageOf(1) } });
    await expectEvery(5000, () => api.of('GET /api/users').length);
    await arrival(() => screen.getByRole('row', { name: /^Select newcomer / }));
    await expectEvery(5000, () => api.of('GET /api/users').length);
  });
});

describe('adding a user', () => {
  async function openForm(replies: Replies) {
    const view = openUsers(replies);
    await view.userEvents.click(await screen.findByRole('button', { name: 'Add User' }));
    return { ...view, form: within(await screen.findByRole('dialog', { name: 'Add User' })) };
  }

  it('needs a name and a password', async () => {
    const { form, userEvents } = await openForm({});
    await userEvents.click(form.getByRole('button', { name: 'Create User' }));
    expect(await form.findByText('Username is required')).toBeInTheDocument();
    expect(form.getByText('Password is required')).toBeInTheDocument();
  });

  it('asks before discarding what was typed', async () => {
    const { form, userEvents } = await openForm({});
    await userEvents.type(form.getByRole('textbox', { name: /Username/ }), 'ben');
    await userEvents.keyboard('{Escape}');
    expect(form.getByText('Discard what you typed?')).toBeVisible();
  });

  it('creates a user with the starter pack by default', async () => {
    const { form, userEvents, api } = await openForm({ 'POST /api/users': { user: ben } });
    await userEvents.type(form.getByRole('textbox', { name: /Username/ }), 'ben');
    await userEvents.type(form.getByLabelText(/^Password/), 'secret1');
    await userEvents.click(form.getByRole('button', { name: 'Create User' }));
    expect(await screen.findByText('User created successfully')).toBeInTheDocument();
    expect(api.of('POST /api/users')[0]?.body).toEqual({
      username: 'ben',
      password: 'secret1',
      role: 'user',
      pack: 'starter',
      subscription_end_date: '',
    });
  });

  it('keeps what was typed if the name is taken, and shows the error under the field', async () => {
    const taken = new Failure(409, {
      error: 'This name is taken',
      code: 'name_taken',
      fields: { username: 'Choose another name' },
    });
    const { form, userEvents } = await openForm({ 'POST /api/users': taken });
    await userEvents.type(form.getByRole('textbox', { name: /Username/ }), 'ben');
    await userEvents.type(form.getByLabelText(/^Password/), 'secret1');
    await userEvents.click(form.getByRole('button', { name: 'Create User' }));
    expect(await screen.findByText('This name is taken')).toBeInTheDocument();
    expect(form.getByText('Choose another name')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: /Username/ })).toHaveValue('ben');
  });
});

describe('changing a user', () => {
  it('asks before discarding changes', async () => {
    const view = openUsers({});
    await choose(view, 'ben', 'Edit User');
    const form = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    await view.userEvents.type(form.getByLabelText('Subscription end date'), '2999-01-31');
    await view.userEvents.keyboard('{Escape}');
    expect(form.getByText('Discard what you typed?')).toBeVisible();
  });

  it('saves the end date and whether the user is active, and sends no unchanged fields', async () => {
    const view = openUsers({ 'PUT /api/users/:id': { user: ben } });
    await choose(view, 'ben', 'Edit User');
    const form = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    await view.userEvents.type(form.getByLabelText('Subscription end date'), '2001-01-31');
    expect(form.getByText('31-01-2001 is in the past, so the subscription isn’t active.')).toBeInTheDocument();
    await view.userEvents.clear(form.getByLabelText('Subscription end date'));
    await view.userEvents.type(form.getByLabelText('Subscription end date'), '2999-01-31');
    expect(form.getByText('The subscription ends on 31-01-2999.')).toBeInTheDocument();
    await view.userEvents.click(form.getByRole('switch', { name: /^User account is active/ }));
    await view.userEvents.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User updated successfully')).toBeInTheDocument();
    expect(view.api.of('PUT /api/users/:id')[0]?.body).toEqual({
      subscription_end_date: '2999-01-31',
      is_active: false,
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for ben' })).toHaveFocus());
  });

  it('rejects an impossible end date instead of removing the end date', async () => {
    const view = openUsers({
      'GET /api/users': { users: [{ ...ben, subscription_end_date: '2999-01-31' }], pagination: pageOf(1) },
    });
    await choose(view, 'ben', 'Edit User');
    const form = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    const field = form.getByLabelText('Subscription end date');
    await view.userEvents.clear(field);
    // In jsdom, a date field can't contain an impossible date.
    Object.defineProperty(field, 'validity', { value: { badInput: true } });
    await view.userEvents.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Enter a valid date or clear the field')).toBeVisible();
    expect(view.api.of('PUT /api/users/:id')).toHaveLength(0);
  });

  it('asks for the administrator’s own password first if they signed in long ago', async () => {
    let isRecent = false;
    const refused = new Failure(403, { error: 'Again', code: 'recent_sign_in_required' });
    const view = openUsers({
      'PUT /api/users/:id/password': () => (isRecent ? { success: true } : refused),
      'POST /api/auth/confirm': () => {
        isRecent = true;
        return { success: true };
      },
    });
    await choose(view, 'ben', 'Change Password');
    const form = within(await screen.findByRole('dialog', { name: 'Change Password' }));
    await view.userEvents.type(form.getByLabelText(/New password/), 'secret2{Enter}');
    const question = within(await screen.findByRole('dialog', { name: 'Enter your password again' }));
    await view.userEvents.type(question.getByLabelText(/Your password/), 'own password{Enter}');
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument();
  });

  it('requires a new password in the dialog, and then saves it', async () => {
    const view = openUsers({ 'PUT /api/users/:id/password': { success: true } });
    await choose(view, 'ben', 'Change Password');
    const form = within(await screen.findByRole('dialog', { name: 'Change Password' }));
    await view.userEvents.click(form.getByRole('button', { name: 'Change Password' }));
    expect(await form.findByText('New password is required')).toBeInTheDocument();
    await view.userEvents.type(form.getByLabelText(/New password/), 'secret2');
    await view.userEvents.click(form.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument();
    expect(view.api.of('PUT /api/users/:id/password')[0]?.body).toEqual({ new_password: 'secret2' });
  });
});

describe('deleting a user', () => {
  it('shows how much will be lost, and removes the row', async () => {
    const view = openUsers({ 'DELETE /api/users/:id': { success: true } });
    await choose(view, 'ben', 'Delete User');
    const question = within(await screen.findByRole('dialog', { name: 'Delete User' }));
    expect(question.getByText(/3 accounts/)).toHaveTextContent('2 running campaigns will stop.');
    view.api.set({ 'GET /api/users': { users: [maria], pagination: pageOf(1) } });
    await view.userEvents.click(question.getByRole('button', { name: 'Delete ben' }));
    expect(await screen.findByText('User deleted successfully')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Select ben / })).not.toBeInTheDocument());
  });

  it('brings the row back and shows the reason when the server rejects the deletion', async () => {
    const refusal = Promise.withResolvers<Failure>();
    const view = openUsers({ 'GET /api/users': onlyOnce(list), 'DELETE /api/users/:id': () => refusal.promise });
    await choose(view, 'ben', 'Delete User');
    await view.userEvents.click(await screen.findByRole('button', { name: 'Delete ben' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Select ben / })).not.toBeInTheDocument());
    refusal.resolve(new Failure(409, { error: 'The last administrator stays', code: 'last_admin' }));
    expect(await screen.findByText('The last administrator stays')).toBeInTheDocument();
    expect(await screen.findByRole('row', { name: /^Select ben / })).toBeInTheDocument();
  });
});
