import { notifications } from '@mantine/notifications';
import type { ApiKey } from '@sandpiper/contract/api';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  useCloseAllAccounts,
  useOpenAccount,
  useOpenAllAccounts,
  useSignInAccount,
} from '../features/accounts/account-requests.queries.ts';
import {
  useReleaseAccount,
  useRemoveAccount,
  useSaveAccount,
  useToggleAccount,
} from '../features/accounts/accounts.queries.ts';
import { useMoveAccount } from '../features/accounts/computers.queries.ts';
import { useBrowserProfileActions } from '../features/browser-profiles/browser-profiles.queries.ts';
import { useCreateCampaign } from '../features/campaigns/create/use-create-campaign.ts';
import { useResolveOutcome } from '../features/campaigns/detail/unknown-outcomes.queries.ts';
import { useRemoveList, useSaveList } from '../features/lists/lists.queries.ts';
import { LoginForm } from '../features/session/login-form.tsx';
import { useSaveSettings } from '../features/settings/settings.queries.ts';
import { useCreateTicket, useSendTicketMessage, useUpdateTicket } from '../features/support/tickets.queries.ts';
import { useRemoveTemplate, useSaveTemplate } from '../features/templates/templates.queries.ts';
import { useUnreadCheck } from '../features/unread-checks/use-unread-check.ts';
import { useChangePassword, useCreateUser, useRemoveUser, useUpdateUser } from '../features/users/users.queries.ts';
import { buildAccount, buildList, buildTemplate, buildUser, paginationOf } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Renders a "Go" button that calls the function returned by `useWork`. */
function renderWork(useWork: () => () => void, replies: Replies) {
  function Work() {
    const work = useWork();
    return (
      <button type="button" onClick={work}>
        Go
      </button>
    );
  }
  return renderScreen(<Work />, { replies });
}

const go = async () => fireEvent.click(await screen.findByRole('button', { name: 'Go' }));

const account = buildAccount();
const resolution = {
  person: {
    delivery_id: 7,
    recipient: 'rye.and.co',
    is_do_not_contact: false,
    profile_id: 1,
    profile_name: 'studio',
    text: 'The page failed while the message was being sent.',
    since: account.created_at,
  },
  wasSent: true,
};
const recentSignIn = { run: <T,>(make: () => Promise<T>) => make(), dialog: null };
const newPassword = { id: 2, newPassword: 'secret-1' };
const profile = { profile_name: 'kite', profile_path: '/p/kite', insta_username: '', insta_password: '' };
const template = { name: 'Hello', content: 'Hi {username}' };
const settings = { max_retries: 3, delay_start: 350, delay_end: 450 };
const ticket = { subject: 'Renewal', description: 'How?', priority: 'low', category: 'general' } as const;
const campaign = { name: 'Winter', message_template_id: 1, list_id: 1, profiles_used: [1] };
const noChecks = () => ({ success: true as const, requests: [], pagination: paginationOf(0, 1) });

type Work = () => () => void;
type Case = [text: string, key: ApiKey, useWork: Work];

function mutating<Input>(useMutation: () => { mutate: (input: Input) => void }, input: Input): Work {
  return function useWork() {
    const { mutate } = useMutation();
    return () => mutate(input);
  };
}

const useRemoveBrowserProfile = () => useBrowserProfileActions(undefined, () => undefined).remove;

const works: Case[] = [
  ['Failed to save profile', 'POST /api/profiles', mutating(useSaveAccount, { id: null, body: profile })],
  ['Failed to save profile', 'PUT /api/profiles/:id', mutating(useSaveAccount, { id: 1, body: profile })],
  ['Failed to switch the account on or off', 'PUT /api/profiles/:id/toggle', mutating(useToggleAccount, account)],
  ['Failed to delete account', 'DELETE /api/profiles/:id', mutating(useRemoveAccount, account)],
  ['Failed to end the hold', 'POST /api/profiles/:id/release', mutating(useReleaseAccount, account)],
  [
    'Failed to move the account',
    'PUT /api/profiles/:id/computer',
    mutating(useMoveAccount, { account, computerId: null }),
  ],
  [
    'Failed to save your answer',
    'POST /api/campaigns/:id/unknown/:deliveryId',
    mutating(() => useResolveOutcome(3), resolution),
  ],
  ['Failed to send profile opening request', 'POST /api/profiles/open', mutating(useOpenAccount, { account })],
  ['Failed to send profile opening request', 'POST /api/profiles/open-all', mutating(useOpenAllAccounts, undefined)],
  ['Failed to send profile opening request', 'POST /api/profiles/:id/sign-in', mutating(useSignInAccount, account)],
  ['Failed to send profile closing request', 'POST /api/profiles/close-all', mutating(useCloseAllAccounts, undefined)],
  ['Failed to save template', 'POST /api/templates', mutating(useSaveTemplate, { id: null, body: template })],
  ['Failed to delete template', 'DELETE /api/templates/:id', mutating(useRemoveTemplate, buildTemplate())],
  ['Failed to save list', 'POST /api/lists', mutating(useSaveList, { id: null, body: { name: 'Bakers' } })],
  ['Failed to delete list', 'DELETE /api/lists/:id', mutating(useRemoveList, buildList())],
  ['Failed to save settings', 'PUT /api/settings', mutating(useSaveSettings, settings)],
  ['Failed to create ticket', 'POST /api/support', mutating(useCreateTicket, ticket)],
  ['Failed to send message', 'POST /api/support/:id/messages', mutating(() => useSendTicketMessage(1), 'Hello')],
  ['Failed to update ticket', 'PUT /api/support/:id', mutating(() => useUpdateTicket(1), { priority: 'low' })],
  [
    'Failed to create user',
    'POST /api/users',
    mutating(() => useCreateUser(recentSignIn), { username: 'ben', password: 'secret-1' }),
  ],
  [
    'Failed to update user',
    'PUT /api/users/:id',
    mutating(() => useUpdateUser(recentSignIn), { id: 2, change: { username: 'ben' } }),
  ],
  [
    'Failed to change password',
    'PUT /api/users/:id/password',
    mutating(() => useChangePassword(recentSignIn), newPassword),
  ],
  ['Failed to delete user', 'DELETE /api/users/:id', mutating(useRemoveUser, 2)],
  [
    'Failed to create deletion request',
    'DELETE /api/firefox-profiles/:path',
    mutating(useRemoveBrowserProfile, '/p/kite'),
  ],
  [
    'Failed to create unread check request',
    'POST /api/unread-checker/requests',
    () => {
      const { check } = useUnreadCheck();
      return () => check([]);
    },
  ],
];

describe('a response that is not from the server itself', () => {
  it.each(works)('is reported as "%s" for %s', async (text, key, useWork) => {
    const badGateway = () => new Response('Bad gateway', { status: 502 });
    const { api } = renderWork(useWork, {
      'GET /api/unread-checker/requests/history': noChecks,
      [key]: badGateway,
    });
    await go();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(api.of(key)).toHaveLength(1);
  });
});

describe('a toast', () => {
  const shownFor = (text: string | RegExp) => {
    const shown = vi.mocked(notifications.show).mock.calls.map(([toast]) => toast);
    return shown.find(({ message }) => typeof message === 'string' && new RegExp(text).test(message))?.autoClose;
  };

  async function signIn(replies: Replies) {
    vi.spyOn(notifications, 'show');
    renderScreen(<LoginForm />, { user: null, replies });
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'maria' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret-1' } });
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(notifications.show).toHaveBeenCalled());
  }

  it('stays for two seconds after a sign-in', async () => {
    await signIn({ 'POST /api/auth/login': { token: 'abc', user: buildUser() } });
    expect(shownFor('Login successful!')).toBe(2000);
  });

  it('stays for four seconds after a failed sign-in', async () => {
    await signIn({ 'POST /api/auth/login': new Failure(401, { error: 'Wrong.' }) });
    expect(shownFor('Wrong.')).toBe(4000);
  });

  it('stays for six seconds if it says that accounts are in use', async () => {
    vi.spyOn(notifications, 'show');
    renderWork(
      () => {
        const { mutate } = useCreateCampaign({ onCreated: () => undefined, onRefused: () => undefined });
        return () => mutate(campaign);
      },
      {
        'POST /api/campaigns': new Failure(409, {
          error: 'In use.',
          conflicting_profiles: [{ name: 'studio', campaign: 'Autumn' }],
        }),
      },
    );
    await go();
    await waitFor(() => expect(notifications.show).toHaveBeenCalled());
    expect(shownFor('already being used in running campaigns')).toBe(6000);
  });
});
