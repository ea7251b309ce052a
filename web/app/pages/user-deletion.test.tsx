import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UserDeletionPanel } from '../features/user-deletion/user-deletion-panel.tsx';
import { buildUser } from '../testing/builders.ts';
import { Failure } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import SignedInLayout from './signed-in.layout.tsx';

const losses = {
  accounts: 2,
  computers: 1,
  campaigns: 3,
  running_campaigns: 1,
  messages: 1204,
  lists: 1,
  people: { count: 10_000, is_more: true },
  templates: 0,
  tickets: 0,
};
const dueAt = '2026-12-01T09:30:00.000Z';

async function openDialog(more = {}, deletion = { due_at: null, is_last_admin: false, losses }) {
  const view = renderScreen(<UserDeletionPanel />, { replies: { 'GET /api/user-deletion': deletion, ...more } });
  await view.userEvents.click(await screen.findByRole('button', { name: 'Delete my user account' }));
  return view;
}

const submit = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete my user account' });

describe('deleting your own user account', () => {
  it('shows how much will be lost, and requires the password', async () => {
    const { userEvents, api } = await openDialog();
    const items = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
    expect(items).toEqual([
      'more than 10,000 people',
      '2 Instagram accounts',
      '1 computer',
      '3 campaigns',
      '1,204 messages in the history',
      '1 list',
      'your sign-in details and settings',
    ]);
    expect(screen.getByText(/1 running campaign will be paused now/)).toBeInTheDocument();
    await userEvents.click(submit());
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    expect(api.of('POST /api/user-deletion')).toHaveLength(0);
  });

  it('shows an error under the field for a wrong password, and then accepts the right password', async () => {
    const text = "This isn't your current password.";
    const { userEvents, api } = await openDialog({
      'POST /api/user-deletion': new Failure(400, { error: text, fields: { password: text } }),
    });
    await userEvents.type(await screen.findByLabelText('Your password'), 'secret-1');
    await userEvents.click(submit());
    expect(await screen.findByText(text)).toBeInTheDocument();
    api.set({ 'POST /api/user-deletion': { due_at: dueAt } });
    await userEvents.click(submit());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.of('POST /api/user-deletion')[1]?.body).toEqual({ password: 'secret-1' });
  });

  it('cannot be confirmed by the last administrator', async () => {
    await openDialog({}, { due_at: null, is_last_admin: true, losses });
    expect(await screen.findByText(/You’re the last administrator/)).toBeInTheDocument();
    expect(submit()).toBeDisabled();
  });
});

describe('a user account that will be deleted', () => {
  const renderPending = (more = {}) =>
    renderScreen(<SignedInLayout />, {
      url: '/campaigns',
      user: buildUser({ deletion_due_at: dueAt }),
      replies: { 'GET /api/data-export': { export: null }, ...more },
    });

  it('is shown with its deletion date instead of the app, and can be kept with one click', async () => {
    const { userEvents, api } = renderPending({ 'DELETE /api/user-deletion': { success: true } });
    expect(await screen.findByRole('heading', { name: 'Your user account will be deleted' })).toBeInTheDocument();
    expect(screen.getByText(/01-12-2026/)).toBeInTheDocument();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    api.set({ 'GET /api/auth/profile': { user: buildUser(), sandbox: false } });
    await userEvents.click(screen.getByRole('button', { name: 'Keep my user account' }));
    expect(await screen.findByText(/Your user account won’t be deleted/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep my user account' })).not.toBeInTheDocument());
  });

  it('shows the reason if the user can no longer keep it', async () => {
    const { userEvents } = renderPending({
      'DELETE /api/user-deletion': new Failure(409, { error: 'It is too late.' }),
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Keep my user account' }));
    expect(await screen.findByText('It is too late.')).toBeInTheDocument();
  });
});
