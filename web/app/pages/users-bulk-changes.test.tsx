import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildManagedUser, pageOf } from '../testing/administration-builders.ts';
import { buildUser } from '../testing/builders.ts';
import { Failure, unreachable, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import UsersPage from './users.page.tsx';

const maria = buildManagedUser({ id: 1, username: 'maria', role: 'admin', pack: 'pro' });
const ben = buildManagedUser({ running_campaigns: 2 });

function openUsers(replies: Replies) {
  return renderScreen(<UsersPage />, { url: '/users', user: buildUser({ id: 1, role: 'admin' }), replies });
}

describe('changing several users', () => {
  const off = buildManagedUser({ id: 3, username: 'off', is_active: false });
  const three = { users: [maria, ben, off], pagination: pageOf(3) };

  async function openChange(action: string, names: readonly string[], replies: Replies = {}) {
    const view = openUsers({ 'GET /api/users': three, 'PUT /api/users/:id': { user: ben }, ...replies });
    for (const name of names)
      await view.userEvents.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await view.userEvents.click(screen.getByRole('button', { name: 'Change' }));
    await view.userEvents.click(await screen.findByRole('menuitem', { name: action }));
    const changes = () => view.api.of('PUT /api/users/:id').map(({ params, body }) => [params['id'], body]);
    return { ...view, dialog: within(await screen.findByRole('dialog')), changes };
  }

  it('is offered once users are selected, one by one or the whole page', async () => {
    const { userEvents } = openUsers({ 'GET /api/users': three });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select ben' }));
    expect(screen.getByText('1 user selected')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('checkbox', { name: 'Select all users on this page' }));
    expect(screen.getByText('3 users selected')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('group', { name: 'Selected users' })).not.toBeInTheDocument();
  });

  it('isn’t offered for a user who is being deleted', async () => {
    const { userEvents } = openUsers({ 'GET /api/users': three, 'DELETE /api/users/:id': { success: true } });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select ben' }));
    await userEvents.click(screen.getByRole('checkbox', { name: 'Select off' }));
    await userEvents.click(screen.getByRole('button', { name: 'Actions for ben' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete User' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Delete ben' }));
    expect(await screen.findByText('1 user selected')).toBeInTheDocument();
  });

  it('sets their end date, and says how many were changed', async () => {
    const { dialog, userEvents, changes } = await openChange('Set End Date', ['ben', 'off']);
    expect(dialog.getByText('This changes ben and off.')).toBeVisible();
    await userEvents.click(dialog.getByRole('button', { name: 'Change 2 users' }));
    expect(dialog.getByText('Enter a date')).toBeVisible();
    await userEvents.type(dialog.getByLabelText(/^Subscription end date/), '2999-01-31');
    await userEvents.click(dialog.getByRole('button', { name: 'Change 2 users' }));
    expect(await screen.findByText('2 users changed')).toBeInTheDocument();
    expect(changes()).toEqual([
      ['2', { subscription_end_date: '2999-01-31' }],
      ['3', { subscription_end_date: '2999-01-31' }],
    ]);
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  it('sets their pack', async () => {
    const { dialog, userEvents, changes } = await openChange('Set Pack', ['ben']);
    await userEvents.click(dialog.getByRole('combobox', { name: 'Pack' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Pro' }));
    await userEvents.click(dialog.getByRole('button', { name: 'Change 1 user' }));
    expect(await screen.findByText('1 user changed')).toBeInTheDocument();
    expect(changes()).toEqual([['2', { pack: 'pro' }]]);
  });

  it('activates them', async () => {
    const { dialog, userEvents, changes } = await openChange('Activate', ['off']);
    await userEvents.click(dialog.getByRole('button', { name: 'Activate 1 user' }));
    expect(await screen.findByText('1 user changed')).toBeInTheDocument();
    expect(changes()).toEqual([['3', { is_active: true }]]);
  });

  it('deactivates them after saying what will stop, but never the administrator’s own user account', async () => {
    const { dialog, userEvents, changes } = await openChange('Deactivate', ['maria', 'ben', 'off']);
    expect(dialog.getByText(/^This signs ben and off out/)).toHaveTextContent(
      '2 running campaigns will be paused. Your own user account stays active.',
    );
    await userEvents.click(dialog.getByRole('button', { name: 'Deactivate 2 users' }));
    expect(await screen.findByText('2 users changed')).toBeInTheDocument();
    expect(changes().map(([id]) => id)).toEqual(['2', '3']);
  });

  it('says who couldn’t be changed and why, and keeps them selected', async () => {
    const last = new Failure(409, { error: 'This is the last administrator.', code: 'last_admin' });
    const { dialog, userEvents } = await openChange('Deactivate', ['ben', 'off'], {
      'PUT /api/users/:id': ({ params }) => (params['id'] === '2' ? last : { user: off }),
    });
    await userEvents.click(dialog.getByRole('button', { name: 'Deactivate 2 users' }));
    expect(await screen.findByText('1 of 2 users changed')).toBeInTheDocument();
    expect(screen.getByText('ben: This is the last administrator.')).toBeInTheDocument();
    expect(screen.getByText('1 user selected')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select ben' })).toBeChecked();
  });

  it('deselects a user who was deleted by another administrator', async () => {
    const missing = new Failure(404, { error: 'This user does not exist.', code: 'not_found' });
    const { dialog, userEvents } = await openChange('Activate', ['ben', 'off'], {
      'PUT /api/users/:id': ({ params }) => (params['id'] === '2' ? missing : { user: off }),
    });
    await userEvents.click(dialog.getByRole('button', { name: 'Activate 2 users' }));
    expect(await screen.findByText('1 of 2 users changed')).toBeInTheDocument();
    expect(screen.getByText('ben: This user does not exist.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/selected$/)).not.toBeInTheDocument());
  });

  it('ends as soon as the server can’t be reached', async () => {
    const { dialog, userEvents, changes } = await openChange('Activate', ['ben', 'off'], {
      'PUT /api/users/:id': unreachable,
    });
    await userEvents.click(dialog.getByRole('button', { name: 'Activate 2 users' }));
    expect(await screen.findByText('0 of 2 users changed')).toBeInTheDocument();
    expect(screen.getByText(/^ben and off: Can't reach the server/)).toBeInTheDocument();
    expect(changes()).toHaveLength(1);
  });
});
