import type { BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAccounts, studio } from '../../testing/accounts-screen.tsx';
import { desk, laptop } from '../../testing/builders.ts';
import { Failure } from '../../testing/fake-api.ts';

function resultsWith(names: readonly string[], error: string | null = null) {
  const profiles = names.map((name) => ({
    name,
    directory_name: `ab12cd34.${name}`,
    path: `/p/ab12cd34.${name}`,
    size_mb: 1,
    is_default: name.includes('default'),
  }));
  return { profiles, profiles_dir: '/p', firefox_executable: null, detected: true, error };
}

/** Builds a completed request for a list of Firefox profiles. */
function listOn(computer_id: string | null, results: ReturnType<typeof resultsWith>): BrowserProfileRequest {
  const at = studio.created_at;
  return {
    id: 1,
    computer_id,
    profile_name: null,
    profile_path: null,
    request_type: 'list',
    status: 'completed',
    results,
    error_message: null,
    created_at: at,
    completed_at: at,
  };
}

describe('the Firefox profile in the form for an account', () => {
  it('assigns an account to a computer if the user picks one of the computer’s profiles, but not if the user types a path', async () => {
    const { userEvents, api } = renderAccounts({
      'GET /api/computers': { computers: [desk, laptop] },
      'GET /api/firefox-profiles/requests': {
        success: true,
        requests: [listOn(desk.id, resultsWith(['shop'])), listOn(laptop.id, resultsWith(['kite']))],
      },
      'POST /api/profiles': new Failure(409, { error: 'Not now.' }),
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await userEvents.selectOptions(await form.findByRole('combobox', { name: 'Computer' }), laptop.id);
    const path = form.getByRole('combobox', { name: /Firefox profile/ });
    await userEvents.click(path);
    await userEvents.click(await screen.findByRole('option', { name: /kite/ }));
    expect(screen.queryByRole('option', { name: /shop/ })).not.toBeInTheDocument();
    await userEvents.click(form.getByRole('button', { name: 'Add Account' }));
    await waitFor(() => expect(api.of('POST /api/profiles')[0]?.body).toMatchObject({ computer_id: laptop.id }));
    await userEvents.type(path, '2');
    await waitFor(() => expect(form.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await userEvents.click(form.getByRole('button', { name: 'Add Account' }));
    await waitFor(() => expect(api.of('POST /api/profiles')).toHaveLength(2));
    expect(api.of('POST /api/profiles')[1]?.body).toMatchObject({ profile_path: '/p/ab12cd34.kite2' });
    expect(api.of('POST /api/profiles')[1]?.body).not.toHaveProperty('computer_id');
  });

  it('warns while the user types and after saving if the agent did not find the Firefox profile', async () => {
    const { userEvents } = renderAccounts({
      'GET /api/computers': { computers: [desk] },
      'GET /api/firefox-profiles/requests': { success: true, requests: [listOn(desk.id, resultsWith(['kite']))] },
      'POST /api/profiles': { profile: studio },
    });
    const add = async (path: string, toast: string) => {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
      await userEvents.click(screen.getByRole('button', { name: 'Add Account' }));
      const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
      await form.findByText(/Choose the profile that Sandpiper Agent found/);
      // Pasting renders the form once, not once for each character.
      await userEvents.click(form.getByRole('combobox', { name: /Firefox profile/ }));
      await userEvents.paste(path);
      const isWarned = form.queryByText(/Sandpiper Agent didn’t find this folder/) !== null;
      await userEvents.click(form.getByRole('textbox', { name: /Account name/ }));
      await userEvents.paste('kite');
      await userEvents.click(form.getByRole('button', { name: 'Add Account' }));
      expect(await screen.findByText(toast)).toBeInTheDocument();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      return isWarned;
    };
    const missing = 'Account added, but its Firefox profile wasn’t found';
    expect(await add('/p/ab12cd34.ki', missing)).toBe(false);
    expect(screen.getByText('Check the path under Edit Profile.')).toBeInTheDocument();
    expect(screen.queryByText('Account added successfully')).not.toBeInTheDocument();
    expect(await add('/p/nowhere', missing)).toBe(true);
    expect(await add('/p/ab12cd34.kite/', 'Account added successfully')).toBe(false);
  });

  it('does not warn about a Firefox profile if the agent could not list all of them', async () => {
    const { userEvents } = renderAccounts({
      'GET /api/firefox-profiles/requests': {
        success: true,
        requests: [listOn(null, resultsWith(['kite'], 'Couldn’t read profiles.ini'))],
      },
      'POST /api/profiles': { profile: studio },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await form.findByText(/Choose the profile that Sandpiper Agent found/);
    await userEvents.type(form.getByRole('combobox', { name: /Firefox profile/ }), '/p/nowhere');
    expect(form.queryByText(/Sandpiper Agent didn’t find this folder/)).not.toBeInTheDocument();
    await userEvents.type(form.getByRole('textbox', { name: /Account name/ }), 'kite');
    await userEvents.click(form.getByRole('button', { name: 'Add Account' }));
    expect(await screen.findByText('Account added successfully')).toBeInTheDocument();
    expect(screen.queryByText(/its Firefox profile wasn’t found/)).not.toBeInTheDocument();
  });

  it('offers the profiles that the agent found, except personal ones', async () => {
    const { userEvents } = renderAccounts({
      'GET /api/firefox-profiles/requests': {
        success: true,
        requests: [listOn(null, resultsWith(['kite', 'default-release']))],
      },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await form.findByText(/Choose the profile that Sandpiper Agent found/);
    await userEvents.click(form.getByRole('combobox', { name: /Firefox profile/ }));
    await userEvents.click(await screen.findByRole('option', { name: /kite/ }));
    expect(form.getByRole('textbox', { name: /Account name/ })).toHaveValue('kite');
    expect(screen.queryByRole('option', { name: /default-release/ })).not.toBeInTheDocument();
  });
});
