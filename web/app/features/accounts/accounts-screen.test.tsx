import type { AccountRequest } from '@sandpiper/contract/accounts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildAccount, buildPerformance, buildUser, paginationOf } from '../../testing/builders.ts';
import { Failure, onlyOnce, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { arrival, expectEvery, pass, stopTheClock } from '../../testing/still-clock.ts';
import { AccountsScreen } from './accounts-screen.tsx';

/** Without a layout, Mantine treats a dropdown's button as scrolled out of view and hides the dropdown. */
const withoutLayout = { hidden: true };

const room = {
  currentProfileCount: 3,
  canAddMore: true,
  pack: 'starter',
  packInfo: { name: 'Starter', maxProfiles: 10 },
} as const;
const studio = buildAccount();
const bakery = buildAccount({
  id: 2,
  profile_name: 'bakery',
  profile_path: '/profiles/ef34gh56.bakery',
  insta_username: null,
});
const release = buildAccount({ id: 3, profile_name: 'mine', profile_path: '/profiles/ab12cd34.default-release' });

function requestFor(path: string, status: AccountRequest['status']): AccountRequest {
  return {
    id: status === 'pending' ? 11 : 12,
    profile_path: path,
    profile_id: null,
    request_type: 'open',
    status,
    results: null,
    error_message: null,
    created_at: studio.created_at,
  };
}

function renderAccounts(replies: Replies = {}, options: Parameters<typeof renderScreen>[1] = {}) {
  return renderScreen(<AccountsScreen />, {
    url: '/profiles',
    ...options,
    replies: {
      'GET /api/profiles': { profiles: [studio, bakery, release], pagination: paginationOf(3) },
      'GET /api/profiles/pack-info': room,
      'GET /api/profiles/performance': { profilePerformance: [], pagination: paginationOf(0) },
      'GET /api/profiles/requests': { success: true, requests: [] },
      'GET /api/firefox-profiles': { success: true, request_id: 1, message: 'Asked' },
      'GET /api/firefox-profiles/requests': { success: true, requests: [] },
      'POST /api/profiles/requests/cleanup': { success: true, cleaned: 1 },
      'POST /api/unread-checker/requests/cleanup': { success: true, cleaned: 0 },
      ...replies,
    },
  });
}

async function menuItem(hands: ReturnType<typeof renderScreen>['hands'], account: string, item: string) {
  await hands.click(await screen.findByRole('button', { name: `Actions for ${account}` }));
  return screen.findByRole('menuitem', { name: item, ...withoutLayout });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the list of accounts', () => {
  it("leaves the browser's own profiles out", async () => {
    renderAccounts();
    expect(await screen.findByRole('rowheader', { name: /studio/ })).toBeInTheDocument();
    expect(screen.queryByRole('rowheader', { name: /mine/ })).not.toBeInTheDocument();
  });

  it("does not take a page of the browser's own profiles for no accounts at all", async () => {
    renderAccounts({ 'GET /api/profiles': { profiles: [release], pagination: paginationOf(1) } });
    expect(await screen.findByText('Nothing to show on this page')).toBeInTheDocument();
    expect(screen.queryByText('No accounts yet')).not.toBeInTheDocument();
  });

  it('says why nothing can be added when the pack is not known, and asks for it again', async () => {
    const { hands, api } = renderAccounts({ 'GET /api/profiles/pack-info': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByText(/Couldn't check your pack/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add Account' })).toBeDisabled();
    api.set({ 'GET /api/profiles/pack-info': room });
    await hands.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
  });

  it('asks for the page, size and search of the address', async () => {
    const { api } = renderAccounts({}, { url: '/profiles?search=bak&page=2&size=20' });
    await screen.findByRole('rowheader', { name: /bakery/ });
    expect(api.of('GET /api/profiles')[0]?.query).toEqual({ search: 'bak', page: '2', limit: '20' });
    expect(screen.getByRole('searchbox', { name: 'Search accounts' })).toHaveValue('bak');
  });

  it('says so when the accounts cannot be loaded', async () => {
    renderAccounts({ 'GET /api/profiles': new Failure(500, { error: 'The database is down.' }) });
    expect(await screen.findByText('Failed to fetch profiles')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it('cannot open again what is pending or being opened', async () => {
    const { hands } = renderAccounts({
      'GET /api/profiles/requests': {
        success: true,
        requests: [requestFor(studio.profile_path, 'pending'), requestFor(bakery.profile_path, 'running')],
      },
    });
    expect(await screen.findByRole('button', { name: 'Pending... studio' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Opening... bakery' })).toBeDisabled();
    expect(await menuItem(hands, 'studio', 'Pending...')).toBeDisabled();
  });
});

describe('what was asked of the agent', () => {
  stopTheClock();
  const underWay = { success: true as const, requests: [requestFor(studio.profile_path, 'running')] };

  it('is asked for every two seconds while any of it is under way, and no longer', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { api } = renderAccounts({ 'GET /api/profiles/requests': underWay });
    const asked = () => api.of('GET /api/profiles/requests').length;
    await arrival(() => screen.getByRole('button', { name: 'Opening... studio' }));
    await expectEvery(2000, asked);
    api.set({ 'GET /api/profiles/requests': { success: true, requests: [] } });
    await pass(2000);
    await arrival(() => screen.getByRole('button', { name: 'Open Profile studio' }));
    const last = asked();
    await pass(20_000);
    expect(asked()).toBe(last);
    expect(api.of('POST /api/profiles/requests/cleanup')).toHaveLength(0);
  });

  it.each([
    [0.099, 1],
    [0.1, 0],
  ])('is cleaned up about every tenth time: at %f of the dice %i calls', async (dice, calls) => {
    vi.spyOn(Math, 'random').mockReturnValue(dice);
    const { api } = renderAccounts({ 'GET /api/profiles/requests': underWay });
    await arrival(() => screen.getByRole('button', { name: 'Opening... studio' }));
    expect(api.of('POST /api/profiles/requests/cleanup')).toHaveLength(calls);
    expect(api.of('POST /api/unread-checker/requests/cleanup')).toHaveLength(calls);
  });

  it('about Firefox profiles is asked for every three seconds while the form is open', async () => {
    const { api } = renderAccounts();
    await arrival(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await pass(10_000);
    expect(api.of('GET /api/firefox-profiles/requests')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Add Account' }));
    const asked = () => api.of('GET /api/firefox-profiles/requests').length;
    // The form appears with the next frames.
    await pass(40);
    await arrival(() => expect(asked()).toBe(1));
    await expectEvery(3000, asked);
  });
});

describe('opening and closing', () => {
  it('warns when the profile is already being opened', async () => {
    const { hands, api } = renderAccounts({
      'POST /api/profiles/open': {
        success: false,
        request_id: null,
        profile_already_processing: true,
        message: 'studio is already being opened',
      },
    });
    await hands.click(await menuItem(hands, 'studio', 'Open Profile'));
    expect(await screen.findByText('studio is already being opened')).toBeInTheDocument();
    expect(api.of('POST /api/profiles/open')[0]?.body).toEqual({ profile_path: studio.profile_path });
  });

  it('says that there is nothing to open', async () => {
    const { hands } = renderAccounts({
      'POST /api/profiles/open-all': {
        opened: 0,
        skipped: 0,
        skipped_details: [],
        warnings: [{ message: 'No active profiles to open' }],
      },
    });
    await hands.click(await screen.findByRole('button', { name: 'Open All Active' }));
    expect(await screen.findByText('No active profiles to open'), 'once').toBeInTheDocument();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('names the skipped profiles in a warning, and shows the other warnings', async () => {
    const skipped_details = [
      { profile_name: 'studio', reason: 'open' },
      { profile_name: 'bakery', reason: 'open' },
    ];
    const { hands } = renderAccounts({
      'POST /api/profiles/open-all': {
        opened: 1,
        skipped: 2,
        skipped_details,
        warnings: [{ message: 'One is in use' }],
      },
    });
    await hands.click(await screen.findByRole('button', { name: 'Open All Active' }));
    expect(await screen.findByText('Skipped 2 accounts: studio, bakery')).toBeInTheDocument();
    expect(screen.getByText('Request to open 1 account sent')).toBeInTheDocument();
    expect(screen.getByText('One is in use')).toBeInTheDocument();
  });

  it.each([
    [{ closed: 1, still_open: [] }, '1 account closed'],
    [{ closed: 0, still_open: [] }, 'No account is open'],
    [{ closed: 1, still_open: ['bakery'] }, 'Still open because they are in use: bakery'],
  ])('tells what the agent really closed, not what it last had open: %j', async (results, text) => {
    const request = requestFor('', 'running');
    const closing = { ...request, request_type: 'close_all' as const };
    const { hands, api, socket } = renderAccounts({ 'POST /api/profiles/close-all': { closed: 0, request_id: 5 } });
    await screen.findByRole('rowheader', { name: /studio/ });
    api.set({ 'GET /api/profiles/requests': { success: true, requests: [closing] } });
    await hands.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Request to close all accounts sent')).toBeInTheDocument();
    expect(screen.queryByText('No account is open')).not.toBeInTheDocument();
    await waitFor(() => expect(api.of('GET /api/profiles/requests').length).toBeGreaterThan(1));
    const ended = { ...closing, status: 'completed' as const, results };
    api.set({ 'GET /api/profiles/requests': { success: true, requests: [ended] } });
    socket.receive('agent_request_update', { request_id: closing.id, request_type: 'close_all', status: 'completed' });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('says when the request to close could not be sent', async () => {
    const { hands } = renderAccounts({ 'POST /api/profiles/close-all': new Error('down') });
    await hands.click(await screen.findByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Failed to send profile closing request')).toBeInTheDocument();
  });
});

describe('changing accounts', () => {
  it('leads to a new Firefox profile for a new account', async () => {
    const { hands } = renderAccounts();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await hands.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await hands.click(form.getByRole('button', { name: 'Create a Firefox profile for me' }));
    const creation = await screen.findByRole('dialog', { name: 'Add an account with a new Firefox profile' });
    expect(within(creation).getByRole('textbox', { name: /^Account name/ })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Account' })).not.toBeInTheDocument());
  });

  it('puts the switch back and says why when the server refuses', async () => {
    const refusal = Promise.withResolvers<Failure>();
    const { hands } = renderAccounts({
      'GET /api/profiles': onlyOnce({ profiles: [studio, bakery], pagination: paginationOf(2) }),
      'PUT /api/profiles/:id/toggle': () => refusal.promise,
    });
    const toggle = await screen.findByRole('switch', { name: 'studio is active' });
    await hands.click(toggle);
    await waitFor(() => expect(screen.getByRole('switch', { name: 'studio is active' })).not.toBeChecked());
    refusal.resolve(new Failure(409, { error: 'studio is sending for Autumn.' }));
    expect(await screen.findByText('studio is sending for Autumn.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('switch', { name: 'studio is active' })).toBeChecked());
  });

  it('switches an account on again with Undo', async () => {
    const { hands, api } = renderAccounts({ 'PUT /api/profiles/:id/toggle': { profile: { ...studio, is_active: 0 } } });
    await hands.click(await screen.findByRole('switch', { name: 'studio is active' }));
    expect(await screen.findByText('studio is switched off')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(api.of('PUT /api/profiles/:id/toggle').map(({ params }) => params['id'])).toEqual(['1', '1']);
  });

  it('asks before it switches off an account that is sending', async () => {
    const sending = { ...studio, in_use_by: { id: 1, name: 'Autumn' } };
    const { hands, api } = renderAccounts({
      'GET /api/profiles': { profiles: [sending, bakery], pagination: paginationOf(2) },
      'PUT /api/profiles/:id/toggle': { profile: { ...sending, is_active: 0 } },
    });
    await hands.click(await screen.findByRole('switch', { name: 'studio is active' }));
    const question = within(await screen.findByRole('dialog', { name: 'Switch off "studio"?' }));
    expect(question.getByText('Autumn')).toBeInTheDocument();
    expect(api.of('PUT /api/profiles/:id/toggle')).toHaveLength(0);
    await hands.click(question.getByRole('button', { name: 'Switch off' }));
    await waitFor(() => expect(api.of('PUT /api/profiles/:id/toggle')).toHaveLength(1));
    expect(await screen.findByText('studio is switched off')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('wants a path and a name, and keeps what was typed when saving fails', async () => {
    const { hands, api } = renderAccounts({
      'POST /api/profiles': new Failure(409, { error: 'Your pack is full.', code: 'pack_limit_reached' }),
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await hands.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await hands.click(form.getByRole('button', { name: 'Add Account' }));
    expect(form.getByText('Firefox profile is required')).toBeInTheDocument();
    expect(form.getByText('Account name is required')).toBeInTheDocument();

    await hands.type(form.getByRole('combobox', { name: /Firefox profile/ }), '/p/ab12cd34.kite');
    await hands.type(form.getByRole('textbox', { name: /Account name/ }), 'kite');
    await hands.click(form.getByRole('button', { name: 'Add Account' }));
    expect(await screen.findByText('Your pack is full.')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: /Account name/ })).toHaveValue('kite');
    expect(api.of('POST /api/profiles')[0]?.body).toEqual({
      profile_name: 'kite',
      profile_path: '/p/ab12cd34.kite',
      insta_username: '',
      insta_password: '',
    });
  });

  it('says at the field what is taken, and nowhere else', async () => {
    const username = 'You already have this Instagram account here, as bakery.';
    const path = 'This Firefox profile already belongs to bakery.';
    const { hands } = renderAccounts({
      'PUT /api/profiles/:id': new Failure(409, {
        error: 'This account is here already.',
        code: 'name_taken',
        fields: { insta_username: username, profile_path: path },
      }),
    });
    await hands.click(await menuItem(hands, 'studio', 'Edit Profile'));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
    await hands.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(username)).toBeInTheDocument();
    expect(form.getByText(path)).toBeInTheDocument();
    expect(screen.queryByText('This account is here already.')).not.toBeInTheDocument();
  });

  it('offers the profiles the agent found, without those of the owner', async () => {
    const profile = {
      name: 'kite',
      directory_name: 'ab.kite',
      path: '/p/ab12cd34.kite',
      size_mb: 1,
      is_default: false,
    };
    const own = { ...profile, name: 'default-release', path: '/p/ab12cd34.default-release', is_default: true };
    const { hands } = renderAccounts({
      'GET /api/firefox-profiles/requests': {
        success: true,
        requests: [
          {
            id: 1,
            request_type: 'list',
            status: 'completed',
            results: {
              profiles: [profile, own],
              profiles_dir: '/p',
              firefox_executable: null,
              detected: true,
              error: null,
            },
            error_message: null,
            created_at: studio.created_at,
            completed_at: studio.created_at,
          },
        ],
      },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Account' })).toBeEnabled());
    await hands.click(screen.getByRole('button', { name: 'Add Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
    await form.findByText(/Choose the profile that Sandpiper Agent found/);
    await hands.click(form.getByRole('combobox', { name: /Firefox profile/ }));
    await hands.click(await screen.findByRole('option', { name: /kite/, ...withoutLayout }));
    expect(form.getByRole('textbox', { name: /Account name/ })).toHaveValue('kite');
    expect(screen.queryByRole('option', { name: /default-release/, ...withoutLayout })).not.toBeInTheDocument();
  });

  it('says nothing about what an account has sent while that is not known', async () => {
    const { hands } = renderAccounts({ 'GET /api/profiles/performance': new Error('down') });
    await hands.click(await menuItem(hands, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(question.getByText(/including its entry in Profile performance/)).toBeInTheDocument();
    expect(question.queryByText(/not sent any/)).not.toBeInTheDocument();
  });

  it('knows the results of every account, also beyond the first hundred', async () => {
    const { api, hands } = renderAccounts({
      'GET /api/profiles/performance': ({ query }) => ({
        profilePerformance:
          query['page'] === '2' ? [buildPerformance({ profile_id: 2, messages_sent: 7, campaigns_used: 1 })] : [],
        pagination: paginationOf(101, 100, Number(query['page'])),
      }),
    });
    await waitFor(() => expect(api.of('GET /api/profiles/performance')).toHaveLength(2));
    await hands.click(await menuItem(hands, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(question.getByText(/It sent 7 messages in 1 campaign\./)).toBeInTheDocument();
  });

  it('leaves the focus at the page’s title when a row went with what had it', async () => {
    const { hands } = renderAccounts({
      'GET /api/profiles': onlyOnce({ profiles: [studio, bakery], pagination: paginationOf(2) }),
      'DELETE /api/profiles/:id': { success: true },
    });
    await hands.click(await menuItem(hands, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    await hands.click(question.getByRole('button', { name: 'Delete Profile' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Accounts' })).toHaveFocus());
    expect(screen.queryByRole('rowheader', { name: /bakery/ })).not.toBeInTheDocument();
  });

  it('says before it deletes what the account has sent', async () => {
    const sent = buildPerformance({ profile_id: 2, messages_sent: 12, total_actions: 15, campaigns_used: 3 });
    const { hands } = renderAccounts({
      'GET /api/profiles/performance': { profilePerformance: [sent], pagination: paginationOf(1) },
    });
    await hands.click(await menuItem(hands, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(await question.findByText(/It sent 12 messages in 3 campaigns\./)).toBeInTheDocument();
  });

  it('asks before it deletes', async () => {
    const { hands, api } = renderAccounts({ 'DELETE /api/profiles/:id': { success: true } });
    await hands.click(await menuItem(hands, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(api.of('DELETE /api/profiles/:id')).toHaveLength(0);
    await hands.click(question.getByRole('button', { name: 'Delete Profile' }));
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
    await view.hands.click(await menuItem(view.hands, 'bakery', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    await view.hands.click(question.getByRole('button', { name: 'Delete Profile' }));
    await screen.findByText('Account deleted successfully');
    return view;
  }

  it('adds a deleted account again, switched off as it was, after Undo', async () => {
    const { hands, api } = await removeBakery(false);
    await hands.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(api.of('POST /api/profiles')[0]?.body).toMatchObject({ profile_name: 'bakery' });
    expect(api.of('PUT /api/profiles/:id/toggle')[0]?.params).toEqual({ id: '2' });
  });

  it('has no Undo for an account whose password was erased with it', async () => {
    await removeBakery(true);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});

describe('what may be done', () => {
  it('nothing is added to a full pack', async () => {
    renderAccounts({ 'GET /api/profiles/pack-info': { ...room, currentProfileCount: 10, canAddMore: false } });
    expect(await screen.findByText('10 of 10 accounts, Starter pack')).toBeInTheDocument();
    expect(screen.getByText(/Upgrade to Pro for unlimited accounts/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add Account' })).toBeDisabled();
  });

  it('nothing is changed after the subscription has ended', async () => {
    const { hands } = renderAccounts({}, { user: buildUser({ subscription_end_date: '2020-01-01' }) });
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add Account' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Open All Active' })).toBeDisabled();
    expect(await screen.findByRole('switch', { name: 'studio is active' })).toBeDisabled();
    expect(await menuItem(hands, 'studio', 'Edit Profile')).toBeDisabled();
    expect(await screen.findByRole('menuitem', { name: 'Delete Profile', ...withoutLayout })).toBeDisabled();
  });
});
