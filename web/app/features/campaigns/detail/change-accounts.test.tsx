import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import CampaignDetailPage from '../../../pages/campaign-detail.page.tsx';
import {
  buildAccount,
  buildCampaign,
  buildCampaignAccount,
  buildCampaignRow,
  buildHold,
  buildPerformance,
  buildUser,
  paginationOf,
} from '../../../testing/builders.ts';
import { Failure, type Replies } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';

const campaign = buildCampaign({
  id: 3,
  name: 'Autumn',
  status: 'paused',
  profiles_used: [1],
  accounts: [buildCampaignAccount({ state: 'idle' })],
});
const accounts = [
  buildAccount({ id: 1, profile_name: 'studio', is_active: 0 }),
  buildAccount({ id: 2, profile_name: 'bakery', profile_path: '/p/bakery', hold: buildHold() }),
  buildAccount({ id: 3, profile_name: 'shop', profile_path: '/p/shop' }),
  buildAccount({ id: 4, profile_name: 'asleep', profile_path: '/p/asleep', is_active: 0 }),
];
const running = buildCampaignRow({ id: 9, name: 'Winter', status: 'running', profiles_used: [3] });

function open(shown = campaign, replies: Replies = {}, user = buildUser()) {
  return renderScreen(<CampaignDetailPage />, {
    url: '/campaigns/3',
    path: '/campaigns/:id',
    user,
    replies: {
      'GET /api/campaigns/:id': { campaign: shown },
      'GET /api/campaigns': { campaigns: [running], pagination: paginationOf(1, 100) },
      'GET /api/campaigns/:id/profile-performance': { profilePerformance: [] },
      'GET /api/profiles': { profiles: accounts, pagination: paginationOf(4, 100) },
      ...replies,
    },
  });
}

async function openDialog(replies: Replies = {}) {
  const view = open(campaign, replies);
  await view.userEvents.click(await screen.findByRole('button', { name: 'Change accounts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Accounts for “Autumn”' }));
  await dialog.findByRole('checkbox', { name: 'studio' });
  return { ...view, dialog, save: dialog.getByRole('button', { name: 'Save accounts' }) };
}

describe("the dialog that changes a campaign's accounts", () => {
  it('shows the current accounts, even if one of them is switched off, and also offers the user’s other active accounts', async () => {
    const { dialog, api } = await openDialog();
    expect(dialog.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
      'studio',
      'bakery',
      'shop',
    ]);
    expect(dialog.getByRole('checkbox', { name: 'studio' })).toBeChecked();
    expect(dialog.getByText('Inactive')).toBeInTheDocument();
    expect(dialog.getByText('On hold')).toBeInTheDocument();
    expect(dialog.getByRole('checkbox', { name: 'shop' })).toBeDisabled();
    expect(api.of('GET /api/profiles').at(-1)?.query).toEqual({});
  });

  it('closes when the campaign starts in another tab, and stays closed when the campaign is paused again', async () => {
    const { api, socket } = await openDialog();
    const refetch = (status: 'running' | 'paused') => {
      api.set({ 'GET /api/campaigns/:id': { campaign: { ...campaign, status } } });
      socket.connect();
    };
    refetch('running');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    refetch('paused');
    expect(await screen.findByRole('button', { name: 'Change accounts' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('saves the choice, and shows the new accounts', async () => {
    const bakery = buildCampaignAccount({ profile_id: 2, profile_name: 'bakery', state: 'idle' });
    const changed = { ...campaign, profiles_used: [2], accounts: [bakery] };
    const { userEvents, api, dialog, save } = await openDialog({
      'PUT /api/campaigns/:id/profiles': { campaign: changed },
    });
    await userEvents.click(dialog.getByRole('checkbox', { name: 'studio' }));
    expect(dialog.getByText('Choose at least one account')).toBeInTheDocument();
    expect(save).toBeDisabled();
    await userEvents.click(dialog.getByRole('checkbox', { name: 'bakery' }));
    api.set({ 'GET /api/campaigns/:id': { campaign: changed } });
    await userEvents.click(save);
    expect(await screen.findByText('Accounts changed')).toBeInTheDocument();
    expect(api.of('PUT /api/campaigns/:id/profiles')[0]).toMatchObject({
      params: { id: '3' },
      body: { profiles_used: [2] },
    });
    expect(await screen.findByRole('rowheader', { name: /^bakery/ })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it.each([
    [{ error: 'The campaign is running.', code: 'invalid_state' as const }, 'The campaign is running.'],
    [
      { error: 'In use.', conflicting_profiles: [{ name: 'studio', campaign: 'Winter' }] },
      'studio is already being used in a running campaign (Winter).',
    ],
    [
      {
        error: 'In use.',
        conflicting_profiles: [
          { name: 'studio', campaign: 'Winter' },
          { name: 'bakery', campaign: 'Spring' },
        ],
      },
      'studio and bakery are already being used in running campaigns (Winter, Spring).',
    ],
  ])('shows why the change is refused: %o', async (body, words) => {
    const { userEvents, dialog, save } = await openDialog({
      'PUT /api/campaigns/:id/profiles': new Failure(409, body),
    });
    await userEvents.click(save);
    expect(await dialog.findByRole('alert')).toHaveTextContent(words);
  });

  it.each([
    ['makes', { campaign }, 'Accounts changed'],
    [
      'refuses',
      new Failure(409, { error: 'The campaign is running.', code: 'invalid_state' as const }),
      'The campaign is running.',
    ],
  ])(
    'stays open if it was opened again before the server %s the first change, which a toast reports',
    async (_, reply, text) => {
      const answer = Promise.withResolvers<typeof reply>();
      const { userEvents, api, save } = await openDialog({ 'PUT /api/campaigns/:id/profiles': () => answer.promise });
      await userEvents.click(save);
      await waitFor(() => expect(api.of('PUT /api/campaigns/:id/profiles')).toHaveLength(1));
      await userEvents.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await userEvents.click(screen.getByRole('button', { name: 'Change accounts' }));
      const again = await screen.findByRole('dialog', { name: 'Accounts for “Autumn”' });
      answer.resolve(reply);
      expect(await screen.findByText(text)).toBeInTheDocument();
      expect(again).toBeInTheDocument();
      expect(within(again).queryByText(text)).not.toBeInTheDocument();
    },
  );

  it.each([
    ['pending', true],
    ['paused', true],
    ['running', false],
    ['completed', false],
    ['failed', false],
  ] as const)('is offered only for pending and paused campaigns: %s', async (status, isOffered) => {
    open({ ...campaign, status });
    await screen.findByRole('heading', { level: 1, name: 'Autumn' });
    expect(screen.queryAllByRole('button', { name: 'Change accounts' })).toHaveLength(isOffered ? 1 : 0);
  });

  it('can’t be opened without a subscription', async () => {
    open(campaign, {}, buildUser({ subscription_end_date: '2020-01-01' }));
    expect(await screen.findByRole('button', { name: 'Change accounts' })).toBeDisabled();
  });
});

describe('an account that was deleted', () => {
  it('is marked as deleted, and keeps its results', async () => {
    const gone = buildCampaignAccount({ is_deleted: true, state: 'done', text: 'This account was deleted.' });
    const exchanged = buildPerformance({ profile_id: 5, profile_name: 'atelier', is_deleted: true });
    open(
      { ...campaign, accounts: [gone] },
      { 'GET /api/campaigns/:id/profile-performance': { profilePerformance: [exchanged] } },
    );
    expect(await screen.findByRole('rowheader', { name: /^studio ?Deleted/ })).toBeInTheDocument();
    const atelier = screen.getByRole('rowheader', { name: /^atelier ?Deleted/ });
    expect(within(atelier.closest('tr') ?? atelier).getByRole('cell', { name: '45' })).toBeInTheDocument();
  });
});
