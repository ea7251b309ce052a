import type { AccountRequest } from '@sandpiper/contract/account-requests';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAccount, buildHold, paginationOf } from '../../testing/builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { HeldAccountActions } from './account-hold.tsx';

const studio = buildAccount({ id: 1, profile_name: 'studio', in_use_by: { id: 3, name: 'Autumn' }, hold: buildHold() });
const underWay: AccountRequest = {
  id: 5,
  profile_id: 1,
  profile_path: studio.profile_path,
  profile_name: 'studio',
  request_type: 'sign_in',
  status: 'running',
  page: null,
  results: null,
  error_message: null,
  created_at: studio.created_at,
};
const listed = (changes: Partial<AccountRequest>) => ({
  'GET /api/profiles/requests': { success: true as const, requests: [{ ...underWay, ...changes }] },
});

function renderHeld(known: AccountRequest[] = []) {
  return renderScreen(<HeldAccountActions accountId={1} />, {
    url: '/',
    replies: {
      'GET /api/profiles': { profiles: [studio], pagination: paginationOf(1) },
      'GET /api/profiles/requests': { success: true, requests: known },
      'POST /api/profiles/:id/sign-in': { success: true, request_id: 5 },
      'POST /api/profiles/requests/cleanup': { success: true, cleaned: 0 },
    },
  });
}

const findOpenButton = () => screen.findByRole('button', { name: 'Open Profile studio' });

async function openHeld(ending: Partial<AccountRequest>) {
  const { userEvents, api, socket } = renderHeld();
  const button = await findOpenButton();
  const open = async (id: number, ended: Partial<AccountRequest>) => {
    api.set(listed({ id }));
    await userEvents.click(button);
    await screen.findByRole('button', { name: 'Opening... studio' });
    api.set(listed({ id, ...ended }));
    socket.receive('agent_request_update', { request_id: id, request_type: 'sign_in', status: ended.status ?? '' });
    await findOpenButton();
  };
  await open(5, ending);
  return { openAgain: (ended: Partial<AccountRequest>) => open(6, ended) };
}

describe('the outcome of a request to open or close accounts', () => {
  it('says that the account is signed in', async () => {
    await openHeld({ status: 'completed', results: { state: 'signed_in' } });
    expect(await screen.findByText('Signed in to studio')).toBeInTheDocument();
  });

  it.each(['needs_user', 'unreachable'] as const)('explains why the account is not signed in: %s', async (state) => {
    const detail = 'Instagram asks for a code. Enter it in the window.';
    await openHeld({ status: 'completed', results: { state, reason: 'challenge', detail } });
    expect(await screen.findByText('Not signed in to studio yet')).toBeInTheDocument();
    expect(screen.getByText(detail)).toBeInTheDocument();
  });

  it.each([
    [{ closed: 1, still_open: [] }, '1 account closed', null],
    [{ closed: 2, still_open: ['Bakery'] }, '2 accounts closed', 'Still open: Bakery'],
  ])('shows how many windows were closed, and which stayed open', async (results, text, detail) => {
    await openHeld({ status: 'completed', results });
    expect(await screen.findByText(text)).toBeInTheDocument();
    if (detail !== null) expect(screen.getByText(detail)).toBeInTheDocument();
  });

  it('is shown even if the request has already finished when the screen first receives it', async () => {
    const { userEvents, api } = renderHeld();
    const button = await findOpenButton();
    api.set(listed({ status: 'completed', results: { state: 'signed_in' } }));
    await userEvents.click(button);
    expect(await screen.findByText('Signed in to studio')).toBeInTheDocument();
  });

  it('is not shown for a request that ended before the screen opened', async () => {
    const old: AccountRequest = { ...underWay, id: 4, status: 'failed', error_message: 'An old failure.' };
    const { userEvents, api } = renderHeld([old]);
    const button = await findOpenButton();
    api.set({
      'GET /api/profiles/requests': {
        success: true,
        requests: [{ ...underWay, status: 'completed', results: { state: 'signed_in' } }, old],
      },
    });
    await userEvents.click(button);
    await screen.findByText('Signed in to studio');
    expect(screen.queryByText('An old failure.')).not.toBeInTheDocument();
  });

  it('does not mention whether the account is signed in if the agent did not report it', async () => {
    const { openAgain } = await openHeld({ status: 'completed', results: null });
    await openAgain({ status: 'failed', error_message: 'Firefox is open with this profile.' });
    await screen.findByText('Couldn’t open the sign-in page for studio');
    expect(screen.queryByText(/signed in/i)).not.toBeInTheDocument();
  });

  it('explains why the window did not open', async () => {
    await openHeld({ status: 'failed', error_message: 'Firefox is open with this profile.' });
    expect(await screen.findByText('Couldn’t open the sign-in page for studio')).toBeInTheDocument();
    expect(screen.getByText('Firefox is open with this profile.')).toBeInTheDocument();
  });
});
