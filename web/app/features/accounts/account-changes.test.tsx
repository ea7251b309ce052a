import { bakery, menuItem, renderAccounts, studio } from '../../testing/accounts-screen.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildPerformance, paginationOf } from '../../testing/builders.ts';
import { Failure, onlyOnce } from '../../testing/fake-api.ts';

describe('the accounts screen', () => {
  it('offers to create a Firefox profile for a new account, and asks before discarding what was typed', async () => {
    const { userEvents } = renderAccounts();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await userEvents.click(form.getByRole('button', { name: 'Create a Firefox profile for me' }));
    const creation = await screen.findByRole('dialog', { name: 'Add an account with a new Firefox profile' });
    expect(within(creation).getByRole('textbox', { name: /^Account name/ })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Account' })).not.toBeInTheDocument());
    await userEvents.type(within(creation).getByRole('textbox', { name: /^Account name/ }), 'North Pier');
    await userEvents.keyboard('{Escape}');
    await userEvents.click(await within(creation).findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(creation).not.toBeInTheDocument());
  });

  it('keeps what was typed when the user asks for a new Firefox profile', async () => {
    const { userEvents } = renderAccounts();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await userEvents.type(form.getByRole('textbox', { name: /^Account name/ }), 'North Pier');
    await userEvents.type(form.getByRole('textbox', { name: /^Instagram username/ }), 'north.pier');
    await userEvents.type(form.getByLabelText(/^Instagram password/), 'lighthouse');
    await userEvents.click(form.getByRole('radio', { name: /^Established/ }));
    await userEvents.click(form.getByRole('button', { name: 'Create a Firefox profile for me' }));
    const creation = await screen.findByRole('dialog', { name: 'Add an account with a new Firefox profile' });
    expect(within(creation).getByRole('textbox', { name: /^Account name/ })).toHaveValue('North Pier');
    expect(within(creation).getByRole('textbox', { name: /^Instagram username/ })).toHaveValue('north.pier');
    expect(within(creation).getByLabelText(/^Instagram password/)).toHaveValue('lighthouse');
    expect(within(creation).getByRole('radio', { name: /^Established/ })).toBeChecked();
    await userEvents.keyboard('{Escape}');
    expect(await within(creation).findByRole('button', { name: 'Discard' })).toBeInTheDocument();
  });

  it('flips the switch back and shows the reason when the server rejects the change', async () => {
    const refusal = Promise.withResolvers<Failure>();
    const { userEvents } = renderAccounts({
      'GET /api/profiles': onlyOnce({ profiles: [studio, bakery], pagination: paginationOf(2) }),
      'PUT /api/profiles/:id/toggle': () => refusal.promise,
    });
    const toggle = await screen.findByRole('switch', { name: 'studio is active' });
    await userEvents.click(toggle);
    await waitFor(() => expect(screen.getByRole('switch', { name: 'studio is active' })).not.toBeChecked());
    refusal.resolve(new Failure(409, { error: 'studio is sending for Autumn.' }));
    expect(await screen.findByText('studio is sending for Autumn.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('switch', { name: 'studio is active' })).toBeChecked());
  });

  it('sends the new state instead of a toggle, and so does Undo, because another tab may have switched the account in the meantime', async () => {
    const { userEvents, api } = renderAccounts({
      'PUT /api/profiles/:id/toggle': { profile: { ...studio, is_active: 0 } },
    });
    await userEvents.click(await screen.findByRole('switch', { name: 'studio is active' }));
    expect(await screen.findByText('studio is switched off')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(api.of('PUT /api/profiles/:id/toggle')).toMatchObject([
      { params: { id: '1' }, body: { is_active: false } },
      { params: { id: '1' }, body: { is_active: true } },
    ]);
  });

  it('asks before switching off an account that a running campaign uses, and then offers no Undo', async () => {
    const sending = { ...studio, in_use_by: { id: 1, name: 'Autumn' } };
    const { userEvents, api } = renderAccounts({
      'GET /api/profiles': { profiles: [sending, bakery], pagination: paginationOf(2) },
      'PUT /api/profiles/:id/toggle': { profile: { ...sending, is_active: 0 } },
    });
    await userEvents.click(await screen.findByRole('switch', { name: 'studio is active' }));
    const question = within(await screen.findByRole('dialog', { name: 'Switch off “studio”?' }));
    expect(question.getByText('Autumn')).toBeInTheDocument();
    expect(api.of('PUT /api/profiles/:id/toggle')).toHaveLength(0);
    await userEvents.click(question.getByRole('button', { name: 'Switch off' }));
    await waitFor(() => expect(api.of('PUT /api/profiles/:id/toggle')).toHaveLength(1));
    expect(await screen.findByText('studio is switched off')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('does not ask before switching on an account that a running campaign uses', async () => {
    const resting = { ...studio, is_active: 0 as const, in_use_by: { id: 1, name: 'Autumn' } };
    const { userEvents, api } = renderAccounts({
      'GET /api/profiles': { profiles: [resting, bakery], pagination: paginationOf(2) },
      'PUT /api/profiles/:id/toggle': { profile: { ...resting, is_active: 1 } },
    });
    await userEvents.click(await screen.findByRole('switch', { name: 'studio is active' }));
    await waitFor(() => expect(api.of('PUT /api/profiles/:id/toggle')).toHaveLength(1));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says why saving failed if the user has left the screen by then', async () => {
    const answer = Promise.withResolvers<Failure>();
    const { userEvents, router, api } = renderAccounts({ 'PUT /api/profiles/:id': () => answer.promise });
    await userEvents.click(await menuItem(userEvents, 'studio', 'Edit Profile'));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
    await userEvents.type(form.getByRole('textbox', { name: /Instagram username/ }), '2');
    await userEvents.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(api.of('PUT /api/profiles/:id')).toHaveLength(1));
    await act(() => router.navigate('/lists'));
    const error = 'Another of your accounts has this Instagram username.';
    answer.resolve(new Failure(409, { error, code: 'name_taken', fields: { insta_username: error } }));
    expect(await screen.findByText(error)).toBeInTheDocument();
  });

  it('requires a path and a name, and keeps what was typed when saving fails', async () => {
    const { userEvents, api } = renderAccounts({
      'POST /api/profiles': new Failure(409, { error: 'Your pack is full.', code: 'pack_limit_reached' }),
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await userEvents.click(form.getByRole('button', { name: 'Add Account' }));
    expect(form.getByText('Firefox profile is required')).toBeInTheDocument();
    expect(form.getByText('Account name is required')).toBeInTheDocument();

    await userEvents.type(form.getByRole('combobox', { name: /Firefox profile/ }), '/p/ab12cd34.kite');
    await userEvents.type(form.getByRole('textbox', { name: /Account name/ }), 'kite');
    await userEvents.click(form.getByRole('button', { name: 'Add Account' }));
    expect(await screen.findByText('Your pack is full.')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: /Account name/ })).toHaveValue('kite');
    expect(api.of('POST /api/profiles')[0]?.body).toMatchObject({
      profile_name: 'kite',
      profile_path: '/p/ab12cd34.kite',
      insta_username: '',
      insta_password: '',
    });
  });

  it('warns while the user types a name that would hide the account', async () => {
    const { userEvents } = renderAccounts();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    const name = form.getByRole('textbox', { name: /^Account name/ });
    await userEvents.type(name, 'Nightl');
    expect(name).toHaveAccessibleDescription('A name for this account in Sandpiper');
    await userEvents.type(name, 'y');
    expect(name).toHaveAccessibleDescription(/^Sandpiper hides accounts with this name/);
  });

  it('sends only what was changed, so that changes made in another tab are kept', async () => {
    const { userEvents, api } = renderAccounts({ 'PUT /api/profiles/:id': { profile: studio } });
    await userEvents.click(await menuItem(userEvents, 'studio', 'Edit Profile'));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
    await userEvents.type(form.getByRole('textbox', { name: /Account name/ }), ' 2');
    await userEvents.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(api.of('PUT /api/profiles/:id')).toHaveLength(1));
    expect(api.of('PUT /api/profiles/:id')[0]?.body).toEqual({ profile_name: 'studio 2' });
  });

  it('shows an error about a taken username or Firefox profile only next to its field', async () => {
    const username = 'You have already added this Instagram account as bakery.';
    const path = 'This Firefox profile already belongs to bakery.';
    const { userEvents } = renderAccounts({
      'PUT /api/profiles/:id': new Failure(409, {
        error: 'This account has already been added.',
        code: 'name_taken',
        fields: { insta_username: username, profile_path: path },
      }),
    });
    await userEvents.click(await menuItem(userEvents, 'studio', 'Edit Profile'));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
    await userEvents.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(username)).toBeInTheDocument();
    expect(form.getByText(path)).toBeInTheDocument();
    expect(screen.queryByText('This account has already been added.')).not.toBeInTheDocument();
  });

  it('moves focus to the first field with an error, which may be out of sight in the long form', async () => {
    const taken = 'You have already added this Instagram account as bakery.';
    const { userEvents } = renderAccounts({
      'POST /api/profiles': new Failure(409, {
        error: 'This account has already been added.',
        code: 'name_taken',
        fields: { insta_username: taken },
      }),
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await userEvents.type(form.getByRole('combobox', { name: /Firefox profile/ }), '/p/ab12cd34.kite');
    await userEvents.click(form.getByRole('button', { name: 'Add Account' }));
    expect(form.getByRole('textbox', { name: /Account name/ })).toHaveFocus();

    await userEvents.type(form.getByRole('textbox', { name: /Account name/ }), 'kite');
    await userEvents.click(form.getByRole('button', { name: 'Add Account' }));
    expect(await form.findByText(taken)).toBeInTheDocument();
    await waitFor(() => expect(form.getByRole('textbox', { name: /Instagram username/ })).toHaveFocus());
  });

  it('does not say that an account has sent nothing if its results could not be loaded', async () => {
    const { userEvents } = renderAccounts({ 'GET /api/profiles/performance': new Error('down') });
    await userEvents.click(await menuItem(userEvents, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(question.getByText(/including its entry in Profile performance/)).toBeInTheDocument();
    expect(question.queryByText(/not sent any/)).not.toBeInTheDocument();
  });

  it('shows the results of all accounts, even beyond the first hundred', async () => {
    const { api, userEvents } = renderAccounts({
      'GET /api/profiles/performance': ({ query }) => ({
        profilePerformance:
          query['page'] === '2' ? [buildPerformance({ profile_id: 2, messages_sent: 7, campaigns_used: 1 })] : [],
        pagination: paginationOf(101, 100, Number(query['page'])),
      }),
    });
    await waitFor(() => expect(api.of('GET /api/profiles/performance')).toHaveLength(2));
    await userEvents.click(await menuItem(userEvents, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(question.getByText(/The account has sent 7 messages in 1 campaign\./)).toBeInTheDocument();
  });

  it('moves focus to the page’s title when the focused row disappears', async () => {
    const { userEvents } = renderAccounts({
      'GET /api/profiles': onlyOnce({ profiles: [studio, bakery], pagination: paginationOf(2) }),
      'DELETE /api/profiles/:id': { success: true },
    });
    await userEvents.click(await menuItem(userEvents, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    await userEvents.click(question.getByRole('button', { name: 'Delete Profile' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Accounts' })).toHaveFocus());
    expect(screen.queryByRole('rowheader', { name: /bakery/ })).not.toBeInTheDocument();
  });

  it('shows how much the account has sent before the user confirms its deletion', async () => {
    const sent = buildPerformance({ profile_id: 2, messages_sent: 12, total_actions: 15, campaigns_used: 3 });
    const { userEvents } = renderAccounts({
      'GET /api/profiles/performance': { profilePerformance: [sent], pagination: paginationOf(1) },
    });
    await userEvents.click(await menuItem(userEvents, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(await question.findByText(/The account has sent 12 messages in 3 campaigns\./)).toBeInTheDocument();
  });

  it('asks before deleting an account', async () => {
    const { userEvents, api } = renderAccounts({ 'DELETE /api/profiles/:id': { success: true } });
    await userEvents.click(await menuItem(userEvents, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(api.of('DELETE /api/profiles/:id')).toHaveLength(0);
    await userEvents.click(question.getByRole('button', { name: 'Delete Profile' }));
    await waitFor(() => expect(api.of('DELETE /api/profiles/:id')[0]?.params).toEqual({ id: '2' }));
  });

  async function removeBakery(hasPassword: boolean) {
    const view = renderAccounts({
      'GET /api/profiles': {
        profiles: [studio, { ...bakery, is_active: 0, has_password: hasPassword }],
        pagination: paginationOf(2),
      },
      'DELETE /api/profiles/:id': { success: true },
      'POST /api/profiles': { profile: { ...bakery, is_active: 1 } },
      'PUT /api/profiles/:id/toggle': { profile: { ...bakery, is_active: 0 } },
    });
    await view.userEvents.click(await menuItem(view.userEvents, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    await view.userEvents.click(question.getByRole('button', { name: 'Delete Profile' }));
    await screen.findByText('Account deleted successfully');
    return view;
  }

  it('restores a deleted account with Undo, and switches it off again if it was off', async () => {
    const { userEvents, api } = await removeBakery(false);
    await userEvents.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(api.of('POST /api/profiles')[0]?.body).toMatchObject({ profile_name: 'bakery' });
    expect(api.of('PUT /api/profiles/:id/toggle')[0]).toMatchObject({
      params: { id: '2' },
      body: { is_active: false },
    });
  });

  it('offers no Undo if the deleted account had a stored password', async () => {
    await removeBakery(true);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});
