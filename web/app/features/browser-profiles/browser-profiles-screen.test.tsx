import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  profile,
  request,
  requestParts,
  listOf,
  found,
  renderProfiles,
  changing,
} from '../../testing/browser-profiles-screen.tsx';
import { buildUser } from '../../testing/builders.ts';
import { Failure } from '../../testing/fake-api.ts';
import { arrival, expectEvery, pass, stopTheClock } from '../../testing/still-clock.ts';

describe('the Firefox profiles on a computer', () => {
  it('are shown next to the Firefox installation’s details, and personal ones are hidden', async () => {
    renderProfiles();
    expect(await screen.findByRole('rowheader', { name: /studio/ })).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: /^spare/ })).toBeInTheDocument();
    expect(screen.getByText('512 KB')).toBeInTheDocument();
    expect(screen.getByText('2.0 MB')).toBeInTheDocument();
    expect(screen.queryByRole('rowheader', { name: /default|own/ })).not.toBeInTheDocument();
    const panel = within(screen.getByRole('region', { name: 'Firefox Installation Info' }));
    expect(panel.getByText('Detected')).toBeInTheDocument();
    expect(panel.getByText('/usr/bin/firefox')).toBeInTheDocument();
  });

  it('are requested when the page is opened', async () => {
    const { api } = renderProfiles();
    await waitFor(() => expect(api.of('GET /api/firefox-profiles')).toHaveLength(1));
  });

  it('cannot be deleted while an account uses them', async () => {
    renderProfiles();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete spare' })).toBeEnabled());
    expect(screen.getByRole('button', { name: 'Delete studio' })).toBeDisabled();
    expect(screen.getByRole('rowheader', { name: /Used by Studio North/ })).toBeInTheDocument();
  });

  it('can’t be tested or changed while a request is in progress, and are replaced when the next list arrives', async () => {
    const requests = changing(
      [request(2, { status: 'running', completed_at: null }), found],
      [{ ...listOf([profile('fresh')]), id: 2 }, found],
    );
    const { socket } = renderProfiles({
      'GET /api/firefox-profiles': { success: true, request_id: 2, message: 'Asked' },
      'GET /api/firefox-profiles/requests': requests.reply,
    });
    expect(await screen.findByRole('button', { name: 'Test spare' })).toBeDisabled();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toBeDisabled());
    expect(screen.getByRole('button', { name: 'Create Profile' })).toBeDisabled();
    expect(screen.getByText('Waiting for Sandpiper Agent on your computer…')).toBeInTheDocument();
    requests.act();
    socket.receive('agent_request_update', { request_id: 2, request_type: 'profiles_list', status: 'completed' });
    expect(await screen.findByRole('rowheader', { name: /^fresh/ })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled());
  });

  it('stay on screen when the server deletes the request that listed them', async () => {
    const requests = changing([found], []);
    const { socket, api } = renderProfiles({ 'GET /api/firefox-profiles/requests': requests.reply });
    await screen.findByRole('rowheader', { name: /^spare/ });
    const before = api.of('GET /api/firefox-profiles/requests').length;
    requests.act();
    socket.receive('agent_request_update', { request_id: 1, request_type: 'profiles_list', status: 'completed' });
    await waitFor(() => expect(api.of('GET /api/firefox-profiles/requests').length).toBeGreaterThan(before));
    await screen.findByRole('rowheader', { name: /^spare/ });
    expect(screen.queryByText('Nothing to show yet')).not.toBeInTheDocument();
  });

  it('show an error when they cannot be loaded, and load again on request', async () => {
    const { userEvents, api } = renderProfiles({ 'GET /api/firefox-profiles/requests': new Error('down') });
    expect(await screen.findByText('The Firefox profiles couldn’t be loaded')).toBeInTheDocument();
    api.set({ 'GET /api/firefox-profiles/requests': { success: true, requests: [found] } });
    await userEvents.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: /^spare/ })).toBeInTheDocument();
  });

  it('show an error when the list cannot be requested', async () => {
    renderProfiles({ 'GET /api/firefox-profiles': new Error('down') });
    expect(await screen.findByText('Failed to fetch Firefox profiles')).toBeInTheDocument();
  });

  it('are read-only after the subscription has ended', async () => {
    renderProfiles({}, buildUser({ subscription_end_date: '2020-01-01' }));
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create Profile' })).toBeDisabled();
    expect(await screen.findByRole('button', { name: 'Test spare' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Delete spare' })).toBeDisabled();
  });
});

describe('requests to the agent', () => {
  stopTheClock();

  it('are polled every three seconds', async () => {
    const { api } = renderProfiles();
    await arrival(() => screen.getByRole('rowheader', { name: /^spare/ }));
    // When the page opens, it requests a list and immediately polls for it.
    await pass(3000);
    await expectEvery(3000, () => api.of('GET /api/firefox-profiles/requests').length);
  });

  it('no longer disable the page’s buttons if they are still unfinished after sixty seconds', async () => {
    renderProfiles({
      'GET /api/firefox-profiles/requests': { success: true, requests: [request(1, { status: 'pending' })] },
    });
    await arrival(() => expect(screen.getByRole('button', { name: 'Create Profile' })).toBeDisabled());
    await pass(59_000);
    expect(screen.queryByText('Sandpiper Agent didn’t respond within a minute')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create Profile' })).toBeDisabled();
    // Wait for the first poll after the sixty-second timeout.
    await pass(4000);
    await arrival(() => screen.getByText('Sandpiper Agent didn’t respond within a minute'));
    expect(screen.getByRole('button', { name: 'Create Profile' })).toBeEnabled();
  });

  it('are reported as still in progress if the agent works on them for longer than sixty seconds', async () => {
    renderProfiles({
      'GET /api/firefox-profiles': { success: true, request_id: 1, message: 'Asked' },
      'GET /api/firefox-profiles/requests': { success: true, requests: [request(1, { status: 'running' })] },
    });
    await arrival(() => expect(screen.getByRole('button', { name: 'Create Profile' })).toBeDisabled());
    await pass(63_000);
    await arrival(() => screen.getByText('Sandpiper Agent is still working'));
    expect(screen.queryByText('Sandpiper Agent didn’t respond within a minute')).not.toBeInTheDocument();
  });
});

describe('a server that does not respond', () => {
  stopTheClock();

  it('keeps the page’s buttons disabled for at most about a minute, and isn’t mistaken for an agent that doesn’t respond', async () => {
    renderProfiles({ 'GET /api/firefox-profiles/requests': new Error('down') });
    await arrival(() => expect(screen.getByRole('button', { name: 'Create Profile' })).toBeDisabled());
    await pass(64_000);
    await arrival(() => screen.getByText('Couldn’t check whether Sandpiper Agent responded'));
    expect(screen.queryByText('Sandpiper Agent didn’t respond within a minute')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create Profile' })).toBeEnabled();
  });
});

describe('testing a Firefox profile', () => {
  it('shows a loading indicator in the profile’s row', async () => {
    const { userEvents } = renderProfiles({ 'POST /api/firefox-profiles/test': () => new Promise(() => undefined) });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Test spare' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Test spare' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Test spare' })).toHaveAttribute('data-loading'));
    expect(screen.getByRole('button', { name: 'Test studio' })).not.toHaveAttribute('data-loading');
  });

  it.each([
    ['the agent’s message', { valid: true, message: 'Firefox starts with it', error: null }, 'Firefox starts with it'],
    ['why it failed', { valid: false, message: null, error: 'It is locked' }, 'Profile test failed: It is locked'],
    ['that it failed, if there is no reason', { valid: false, message: null, error: null }, 'Profile test failed'],
  ])('reports %s', async (_what, results, text) => {
    const requests = changing([found], [{ ...requestParts(9), request_type: 'test', results }, found]);
    const { userEvents, api } = renderProfiles({
      'GET /api/firefox-profiles/requests': requests.reply,
      'POST /api/firefox-profiles/test': () => {
        requests.act();
        return { success: true, request_id: 9, message: 'Test requested' };
      },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Test spare' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Test spare' }));
    expect(await screen.findByText('Test requested')).toBeInTheDocument();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(api.of('POST /api/firefox-profiles/test')[0]?.body).toEqual({ profile_path: '/p/ab12cd34.spare' });
  });

  it.each([
    ['rejects the request', new Response('', { status: 500 }), 'Failed to create profile test request'],
    ['cannot be reached', new Error('down'), 'Failed to create Firefox profile test request'],
  ])('shows an error when the server %s', async (_what, answer, text) => {
    const { userEvents } = renderProfiles({ 'POST /api/firefox-profiles/test': answer });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Test spare' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Test spare' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

describe('the Firefox profiles screen', () => {
  it('requires a name for a new profile, turns its spaces into hyphens, and refreshes the list once the profile has been created', async () => {
    const requests = changing([found], [{ ...requestParts(9), request_type: 'create', results: null }, found]);
    const { userEvents, api } = renderProfiles({
      'GET /api/firefox-profiles/requests': requests.reply,
      'POST /api/firefox-profiles': () => {
        requests.act();
        return { success: true, request_id: 9, message: 'Profile requested' };
      },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create Profile' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Create Profile' }));
    const form = within(await screen.findByRole('dialog', { name: 'Create Profile' }));
    await userEvents.type(form.getByRole('textbox'), '  ');
    await userEvents.click(form.getByRole('button', { name: 'Create Profile' }));
    expect(form.getByText('Profile name is required')).toBeInTheDocument();
    expect(form.getByRole('textbox')).toHaveAttribute('maxlength', '50');
    await userEvents.type(form.getByRole('textbox'), ' north  two ');
    await userEvents.click(form.getByRole('button', { name: 'Create Profile' }));
    expect(await screen.findByText('Firefox profile created')).toBeInTheDocument();
    expect(api.of('POST /api/firefox-profiles')[0]?.body).toEqual({ profile_name: 'north-two', is_default: false });
    await waitFor(() => expect(api.of('GET /api/firefox-profiles')).toHaveLength(2));
  });

  it('keeps the name of a new profile when the request cannot be made', async () => {
    const { userEvents } = renderProfiles({ 'POST /api/firefox-profiles': new Error('down') });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create Profile' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Create Profile' }));
    const form = within(await screen.findByRole('dialog', { name: 'Create Profile' }));
    await userEvents.type(form.getByRole('textbox'), 'north');
    await userEvents.click(form.getByRole('button', { name: 'Create Profile' }));
    expect(await screen.findByText('Failed to create Firefox profile request')).toBeInTheDocument();
    expect(form.getByRole('textbox')).toHaveValue('north');
  });

  it('shows a new profile while it is being created, and marks one that is being deleted', async () => {
    const creating = { ...requestParts(8), status: 'running', profile_name: 'kite', request_type: 'create' } as const;
    const deleting = { ...requestParts(9), status: 'pending', profile_path: '/p/ab12cd34.spare' } as const;
    renderProfiles({
      'GET /api/firefox-profiles/requests': {
        success: true,
        requests: [{ ...deleting, request_type: 'delete', results: null }, { ...creating, results: null }, found],
      },
    });
    expect(await screen.findByRole('row', { name: /kite .*Creating…/u })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /spare .*Deleting…/u })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Test spare' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Test studio' })).toBeDisabled();
    expect(screen.getByText('Waiting for Sandpiper Agent on your computer…')).toBeInTheDocument();
  });

  it('offers to create the first profile', async () => {
    const { userEvents } = renderProfiles({
      'GET /api/firefox-profiles/requests': { success: true, requests: [listOf([])] },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Create your first profile' }));
    expect(await screen.findByRole('dialog', { name: 'Create Profile' })).toBeInTheDocument();
  });

  it('asks before deleting a profile, and says how large it is and how long it stays in the trash', async () => {
    const { userEvents, api } = renderProfiles({
      'DELETE /api/firefox-profiles/:path': new Failure(409, { error: 'An account uses this profile.' }),
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete spare' })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: 'Delete spare' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    expect(question.getByText(/512 KB/)).toHaveTextContent(/stays in the agent’s trash on that computer for 30 days/);
    await userEvents.click(question.getByRole('button', { name: 'Delete Profile' }));
    expect(await screen.findByText('An account uses this profile.')).toBeInTheDocument();
    expect(api.of('DELETE /api/firefox-profiles/:path')[0]?.params).toEqual({ path: '/p/ab12cd34.spare' });
  });
});
