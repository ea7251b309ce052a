import type { AccountRequest } from '@sandpiper/contract/account-requests';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildHold, paginationOf } from '../../testing/builders.ts';
import {
  at,
  bakery,
  check,
  completed,
  history,
  kite,
  renderChecker,
  studio,
} from '../../testing/unread-checks-screen.tsx';

const running = check({ status: 'running' });
const states = (...progress: [number, 'waiting' | 'checking' | 'counted' | 'failed'][]) => ({
  ...running,
  progress: progress.map(([profile_id, state]) => ({ profile_id, state })),
});
const update = { request_id: 7, request_type: 'unread_check', status: 'running' };
const row = (name: string) => within(screen.getByRole('checkbox', { name }).closest('li') ?? document.body);

describe('the progress of an unread check', () => {
  it('is shown for each account, and is updated without another poll', async () => {
    const first = states([studio.id, 'checking'], [kite.id, 'waiting']);
    const { api, socket } = renderChecker({
      'GET /api/unread-checker/requests/history': history(first),
      'GET /api/unread-checker/requests/:id': { success: true, request: first },
    });
    expect(await screen.findByText('0 of 2 accounts checked.')).toBeInTheDocument();
    expect(row('studio').getByText('Checking…')).toBeInTheDocument();
    expect(row('kite').getByText('Waiting')).toBeInTheDocument();
    const polls = api.of('GET /api/unread-checker/requests/:id').length;
    api.set({
      'GET /api/unread-checker/requests/history': history(states([studio.id, 'counted'], [kite.id, 'failed'])),
    });
    socket.receive('agent_request_update', update);
    expect(await screen.findByText('2 of 2 accounts checked.')).toBeInTheDocument();
    expect(row('studio').getByText('Checked')).toBeInTheDocument();
    expect(row('kite').getByText('Failed')).toBeInTheDocument();
    expect(api.of('GET /api/unread-checker/requests/:id')).toHaveLength(polls);
  });

  it('is not shown if an agent does not report it', async () => {
    renderChecker({
      'GET /api/unread-checker/requests/history': history(running),
      'GET /api/unread-checker/requests/:id': { success: true, request: running },
    });
    expect(await screen.findByText(/^Checking… Sandpiper Agent/)).toBeInTheDocument();
    expect(screen.queryByText(/accounts checked/)).not.toBeInTheDocument();
  });
});

describe('before the first check', () => {
  it('the page explains what a check does', async () => {
    renderChecker();
    expect(await screen.findByText(/^A check opens the accounts you choose/)).toBeInTheDocument();
    expect(screen.queryByText(/^Last checked/)).not.toBeInTheDocument();
  });

  it('the page says which campaign has to end if it uses all accounts', async () => {
    renderChecker({ 'GET /api/profiles': { profiles: [bakery], pagination: paginationOf(1, 100) } });
    const reason = await screen.findByText(/^No account can be checked until/);
    expect(reason).toHaveTextContent('“Autumn” is paused or ends.');
    expect(screen.getByRole('link', { name: '“Autumn”' })).toHaveAttribute('href', '/campaigns/1');
  });

  it('the page links to the accounts if all are in use or on hold', async () => {
    const held = { ...kite, hold: buildHold() };
    renderChecker({ 'GET /api/profiles': { profiles: [bakery, held], pagination: paginationOf(2, 100) } });
    const reason = await screen.findByText(/because all are in use or on hold/);
    expect(within(reason).getByRole('link', { name: 'Accounts' })).toHaveAttribute('href', '/profiles');
  });
});

describe('an account’s inbox', () => {
  const asked: AccountRequest = {
    id: 9,
    profile_id: studio.id,
    profile_path: studio.profile_path,
    profile_name: studio.profile_name,
    request_type: 'open',
    status: 'running',
    page: 'inbox',
    results: null,
    error_message: null,
    created_at: at,
  };

  it('can be opened from the results', async () => {
    const { userEvents, api, socket } = renderChecker({
      'GET /api/unread-checker/requests/history': history(completed),
      'POST /api/profiles/open': { success: true, request_id: 9, message: 'Asked' },
    });
    const button = await screen.findByRole('button', { name: 'Open Inbox studio' });
    api.set({ 'GET /api/profiles/requests': { success: true, requests: [asked] } });
    await userEvents.click(button);
    expect(await screen.findByText('Request to open studio sent')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Opening... studio' })).toBeDisabled();
    const body = { profile_path: studio.profile_path, page: 'inbox' };
    expect(api.of('POST /api/profiles/open').map((request) => request.body)).toEqual([body]);

    const done = { ...asked, status: 'completed' as const, results: { page: null } };
    api.set({ 'GET /api/profiles/requests': { success: true, requests: [done] } });
    socket.receive('agent_request_update', { request_id: 9, request_type: 'open', status: 'completed' });
    expect(await screen.findByText('studio is open, but its inbox isn’t')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Open Inbox studio' })).toBeEnabled();
  });

  it('cannot be opened while its computer is not connected, and a click says why', async () => {
    const away = {
      ...studio,
      computer: { id: '6f1c2a4e-0000-4000-8000-000000000002', name: 'Laptop', is_online: false },
    };
    const { userEvents, api } = renderChecker({
      'GET /api/profiles': { profiles: [away, kite], pagination: paginationOf(2, 100) },
      'GET /api/unread-checker/requests/history': history(completed),
    });
    const button = await screen.findByRole('button', { name: 'Open Inbox studio' });
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    await userEvents.click(button);
    const texts = await screen.findAllByText('Laptop isn’t connected. Start Sandpiper Agent there.');
    expect(texts.length).toBeGreaterThan(0);
    expect(api.of('POST /api/profiles/open')).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Open Inbox kite' })).not.toHaveAttribute('aria-disabled');
  });
});
