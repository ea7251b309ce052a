import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { profile, requestParts, listOf, renderProfiles } from '../../testing/browser-profiles-screen.tsx';
import { buildAccount, buildUser, desk, laptop, paginationOf } from '../../testing/builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';

describe('several computers', () => {
  const attic = { id: '6f1c2a4e-0000-4000-8000-000000000003', name: 'Attic', is_online: false };
  const lists = [
    { ...listOf([profile('shop')]), id: 5, computer_id: laptop.id },
    { ...listOf([profile('studio')]), id: 4, computer_id: desk.id },
  ];

  function renderOn(url: string, replies: Replies = {}) {
    return renderProfiles(
      {
        'GET /api/computers': { computers: [attic, laptop, desk] },
        'GET /api/firefox-profiles': { success: true, request_id: 6, message: 'Asked for the list' },
        'GET /api/firefox-profiles/requests': { success: true, requests: lists },
        'GET /api/profiles': {
          profiles: [buildAccount({ profile_name: 'Pier', profile_path: '/p/ab12cd34.shop', computer: desk })],
          pagination: paginationOf(1),
        },
        ...replies,
      },
      buildUser(),
      url,
    );
  }

  it('are listed with online computers first, and the profiles of the chosen computer are shown', async () => {
    const { api, userEvents, router } = renderOn('/firefox-profiles');
    const choice = await screen.findByRole('combobox', { name: 'Computer' });
    const names = within(choice).getAllByRole('option');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Desk', 'Laptop', 'Attic (not connected)']);
    expect(await screen.findByRole('rowheader', { name: /^studio/ })).toBeInTheDocument();
    await userEvents.selectOptions(choice, laptop.id);
    expect(await screen.findByRole('rowheader', { name: /^shop/ })).toBeInTheDocument();
    expect(screen.queryByRole('rowheader', { name: /^studio/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/Used by Pier/)).not.toBeInTheDocument();
    expect(await screen.findByText('Reading the profiles from Laptop…')).toBeInTheDocument();
    expect(router.state.location.search).toBe(`?computer=${laptop.id}`);
    await waitFor(() =>
      expect(api.of('GET /api/firefox-profiles').map(({ query }) => query['computer_id'])).toEqual([
        desk.id,
        laptop.id,
      ]),
    );
    await userEvents.selectOptions(screen.getByRole('combobox', { name: 'Computer' }), attic.id);
    expect(await screen.findByText('Attic isn’t connected. Start Sandpiper Agent on it.')).toBeInTheDocument();
  });

  it('each get only the requests that the user makes while the computer is chosen', async () => {
    const { api, userEvents } = renderOn(`/firefox-profiles?computer=${laptop.id}`, {
      'POST /api/firefox-profiles/test': { success: true, request_id: 7, message: 'Asked' },
      'POST /api/firefox-profiles': { success: true, request_id: 8, message: 'Asked' },
      'DELETE /api/firefox-profiles/:path': { success: true, request_id: 9, message: 'Asked' },
      'GET /api/firefox-profiles': new Failure(409, { error: 'Not now.' }),
    });
    const finish = { ...requestParts(0), computer_id: laptop.id, results: null };
    const press = async (name: string) => {
      await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
      await userEvents.click(screen.getByRole('button', { name }));
    };
    await press('Test shop');
    const tested = { ...finish, id: 7, request_type: 'test' as const };
    api.set({ 'GET /api/firefox-profiles/requests': { success: true, requests: [tested, ...lists] } });
    await press('Create Profile');
    const form = within(await screen.findByRole('dialog', { name: 'Create Profile' }));
    expect(form.getByText(/empty Firefox profile with this name on Laptop\./)).toBeInTheDocument();
    await userEvents.type(form.getByRole('textbox'), 'north');
    await userEvents.click(form.getByRole('button', { name: 'Create Profile' }));
    const created = { ...finish, id: 8, request_type: 'create' as const };
    api.set({ 'GET /api/firefox-profiles/requests': { success: true, requests: [created, tested, ...lists] } });
    await press('Delete shop');
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(question.getByText(/agent’s trash on Laptop for 30 days/)).toBeInTheDocument();
    await userEvents.click(question.getByRole('button', { name: 'Delete Profile' }));
    const computer_id = laptop.id;
    await waitFor(() => expect(api.of('DELETE /api/firefox-profiles/:path')[0]?.query).toEqual({ computer_id }));
    expect(api.of('POST /api/firefox-profiles/test')[0]?.body).toMatchObject({ computer_id });
    expect(api.of('POST /api/firefox-profiles')[0]?.body).toMatchObject({ computer_id });
  });
});
