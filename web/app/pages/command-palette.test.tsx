import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildAccount,
  buildCampaign,
  buildCampaignRow,
  buildList,
  buildStatusReason,
  paginationOf,
} from '../testing/builders.ts';
import { Failure, type FakeRequest, type Replies } from '../testing/fake-api.ts';
import { buildPerson } from '../testing/people-builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { noCampaigns, renderFrame } from '../testing/signed-in-screen.tsx';
import { arrival, pass, stopTheClock } from '../testing/still-clock.ts';
import { CommandPalette } from './command-palette.tsx';

const autumn = buildCampaignRow({ id: 3, name: 'Tide in autumn', status: 'completed' });
const tide = buildAccount({ id: 5, profile_name: 'Tideline', insta_username: 'tide.prints' });

const ada = buildPerson({
  username: 'ada.byron',
  lists: [{ id: 7, name: 'Guests', status: 'sent', is_not_known: false }],
  is_do_not_contact: true,
});
const noPeople = { people: [], total: { count: 0, is_more: false }, next_before: null, previous_after: null };

const replies: Replies = {
  'GET /api/people': noPeople,
  'GET /api/lists': {
    lists: [buildList({ id: 7, name: 'Tide guests', recipient_count: 12 }), buildList({ id: 8, name: 'Collectors' })],
  },
  'GET /api/campaigns': ({ query }: FakeRequest) =>
    query['search'] === '' || query['search'] === undefined
      ? { campaigns: [], pagination: paginationOf(0) }
      : { campaigns: [autumn], pagination: paginationOf(1) },
  'GET /api/profiles': { profiles: [tide], pagination: paginationOf(1) },
};

async function type(letters: string, changes: Replies = {}) {
  const rendered = renderScreen(
    <CommandPalette takeTyped={() => ''} onShortcuts={() => undefined} onLogout={() => undefined} />,
    {
      path: '*',
      url: '/dashboard',
      replies: { ...replies, ...changes },
    },
  );
  const field = await screen.findByRole('textbox', { name: 'Search or run a command' });
  await rendered.userEvents.type(field, letters);
  return { ...rendered, field };
}

/** Enters the letters and waits until the search has finished. */
async function search(letters: string, changes?: Replies) {
  const rendered = await type(letters, changes);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('found'));
  return rendered;
}

describe('the command palette’s commands', () => {
  it.each([
    ['new list', 'Create list'],
    ['delete account', 'Settings'],
    ['notifications', 'Notices'],
  ])('for "%s" include %s', async (letters, command) => {
    await search(letters);
    expect(screen.getByRole('button', { name: command })).toBeInTheDocument();
  });
});

describe('searching in the command palette', () => {
  it('finds lists, campaigns and accounts by their names, each in its group', async () => {
    await search('tide');
    const lists = screen.getByRole('group', { name: 'Lists' });
    expect(within(lists).getAllByRole('button')).toHaveLength(1);
    expect(within(lists).getByRole('button')).toHaveTextContent('Tide guests12 recipients');
    const campaigns = screen.getByRole('group', { name: 'Campaigns' });
    expect(within(campaigns).getByRole('button')).toHaveTextContent('Tide in autumnCompleted');
    const accounts = screen.getByRole('group', { name: 'Accounts' });
    expect(within(accounts).getByRole('button')).toHaveTextContent('Tideline@tide.prints');
    expect(screen.getByRole('status')).toHaveTextContent('3 found');
  });

  it('distinguishes campaigns that were stopped early from completed campaigns', async () => {
    const stopped = {
      status: 'completed',
      total_list: 40,
      total_sent: 17,
      status_reason: buildStatusReason(),
    } as const;
    const newest = buildCampaignRow({ ...stopped, id: 1, name: 'Tide now' });
    const older = buildCampaignRow({ ...stopped, id: 2, name: 'Tide before' });
    await search('tide', {
      'GET /api/campaigns': ({ query }: FakeRequest) => ({
        campaigns: (query['search'] ?? '') === '' ? [newest] : [older],
        pagination: paginationOf(1),
      }),
    });
    const campaigns = within(screen.getByRole('group', { name: 'Campaigns' })).getAllByRole('button');
    expect(campaigns.map(({ textContent }) => textContent)).toEqual([
      'Tide nowStopped early, 17 of 40 sent. You stopped this campaign.',
      'Tide beforeStopped early',
    ]);
  });

  it('finds people, shows their lists and whether they can be contacted, and opens their page', async () => {
    const { api, userEvents, router } = await search('ada', {
      'GET /api/people': { ...noPeople, people: [ada], total: { count: 1, is_more: false } },
    });
    const people = screen.getByRole('group', { name: 'People' });
    const found = within(people).getByRole('button');
    expect(found).toHaveTextContent('@ada.byronDo not contact · Guests');
    expect(api.of('GET /api/people').at(-1)?.query).toEqual({ search: 'ada', limit: '50' });
    await userEvents.click(found);
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/ada.byron'));
  });

  it('shows a person or list with exactly the typed name before newer matches', async () => {
    const names = ['theada', 'ada_6', 'ada_5', 'ada_4', 'ada_3', 'ada_2', 'ada'];
    const people = names.map((username) => buildPerson({ username, lists: [] }));
    const lists = names.map((name, index) => buildList({ id: index + 1, name, recipient_count: 12 }));
    await search('Ada', { 'GET /api/people': { ...noPeople, people }, 'GET /api/lists': { lists } });
    const shownIn = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(shownIn('People')).toEqual(['@ada', '@ada_6', '@ada_5', '@ada_4', '@ada_3']);
    expect(shownIn('Lists')[0]).toBe('ada12 recipients');
  });

  it('shows an account with exactly the typed username before other matches', async () => {
    const names = ['theada', 'ada_6', 'ada_5', 'ada_4', 'ada_3', 'ada_2', 'ada'];
    const profiles = names.map((insta_username, index) => buildAccount({ id: index + 1, insta_username }));
    await search('@Ada', { 'GET /api/profiles': { profiles, pagination: paginationOf(profiles.length) } });
    const accounts = within(screen.getByRole('group', { name: 'Accounts' })).getAllByRole('button');
    expect(accounts[0]).toHaveTextContent(/@ada$/);
    expect(accounts.at(-1)).toHaveTextContent('@ada_3');
  });

  it('finds the People screen by its former name', async () => {
    await search('recipients');
    expect(within(screen.getByRole('group', { name: 'Go to' })).getByRole('button')).toHaveTextContent('People');
  });

  it('opens a result with the keyboard alone', async () => {
    const { userEvents, router } = await search('tide');
    await userEvents.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/3'));
  });

  it('selects the first result, so that Enter opens it', async () => {
    const { userEvents, router } = await search('tide');
    await userEvents.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/7'));
  });

  it('calls the server when the user pauses typing, not for each letter', async () => {
    const { api, field } = await search('t');
    const before = api.of('GET /api/profiles').length;
    // Use fireEvent, because userEvent yields to the event loop between keystrokes, which could take longer than the typing pause.
    for (const value of ['ti', 'tid', 'tide']) fireEvent.change(field, { target: { value } });
    await waitFor(() => expect(api.of('GET /api/profiles').length).toBeGreaterThan(before));
    const asked = api.of('GET /api/profiles').slice(before);
    expect(asked.map(({ query }) => query['search'])).toEqual(['tide']);
  });

  it('lists commands before search results', async () => {
    await search('list');
    const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
    expect(groups).toEqual(['Actions', 'Go to', 'Campaigns', 'Accounts']);
  });

  it('still shows matching results of the previous search while a new search is running', async () => {
    const tina = buildPerson({
      username: 'tina',
      lists: [{ id: 7, name: 'Tideline guests', status: 'sent', is_not_known: false }],
    });
    const { api, userEvents, field } = await search('ti', {
      'GET /api/people': { ...noPeople, people: [tina], total: { count: 1, is_more: false } },
    });
    expect(screen.getByRole('group', { name: 'People' })).toHaveTextContent('@tinaTideline guests');
    const never = () => new Promise<never>(() => undefined);
    api.set({ 'GET /api/people': never, 'GET /api/profiles': never, 'GET /api/campaigns': never });
    await userEvents.type(field, 'deline');
    await waitFor(() => expect(api.of('GET /api/campaigns').at(-1)?.query['search']).toBe('tideline'));
    expect(screen.getByRole('group', { name: 'Accounts' })).toHaveTextContent('Tideline');
    expect(screen.queryByRole('group', { name: 'Campaigns' })).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'People' })).not.toBeInTheDocument();
  });

  it('shows a message when nothing is found', async () => {
    await type('nobody', {
      'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) },
      'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
    });
    expect(await screen.findByText('Nothing found')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says what it could not search, still shows the other results, and tries again on request', async () => {
    const { api, userEvents } = await type('tide', { 'GET /api/profiles': new Failure(500, { error: 'Broken' }) });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Couldn’t search accounts.');
    expect(screen.getByRole('group', { name: 'Lists' })).toBeInTheDocument();
    expect(screen.queryByText('Nothing found')).not.toBeInTheDocument();
    api.set({ 'GET /api/profiles': { profiles: [tide], pagination: paginationOf(1) } });
    await userEvents.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('group', { name: 'Accounts' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the command palette', () => {
  it.each([
    ['Linux x86_64', 'Ctrl K'],
    ['MacIntel', '⌘ K'],
  ])('shows its keyboard shortcut for %s', async (platform, keys) => {
    Object.defineProperty(navigator, 'platform', { value: platform, configurable: true });
    renderFrame({ url: '/dashboard', replies: noCampaigns });
    expect(
      await screen.findByRole('button', { name: new RegExp(`^Search or run a command… ?${keys}$`) }),
    ).toBeInTheDocument();
    Reflect.deleteProperty(navigator, 'platform');
  });

  it('opens with Ctrl+K, finds a screen by a few letters and goes there with Enter', async () => {
    const { userEvents, router } = renderFrame({ url: '/dashboard', replies: noCampaigns });
    await screen.findByRole('banner');
    await userEvents.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('textbox', { name: 'Search or run a command' });
    await userEvents.type(field, 'templ');
    await userEvents.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/templates'));
  });

  it('captures the letters typed right after Ctrl+K', async () => {
    const { userEvents } = renderFrame({ url: '/dashboard', replies: noCampaigns });
    await screen.findByRole('banner');
    await userEvents.keyboard('{Control>}k{/Control}templ');
    const field = await screen.findByRole('textbox', { name: 'Search or run a command' });
    await waitFor(() => expect(field).toHaveFocus());
    await userEvents.keyboard('ates');
    expect(field).toHaveValue('templates');
  });

  it('opens the forms for new items, and pauses and resumes campaigns', async () => {
    const { userEvents, api, router } = renderFrame({
      url: '/dashboard',
      replies: {
        'GET /api/campaigns': {
          campaigns: [
            buildCampaignRow({ id: 1, name: 'Autumn', status: 'running' }),
            buildCampaignRow({ id: 2, name: 'Winter', status: 'paused' }),
          ],
          pagination: paginationOf(2),
        },
        'GET /api/campaigns/:id': { campaign: buildCampaign({ status: 'running' }) },
        'POST /api/campaigns/:id/start': { campaign: buildCampaign({ id: 2, status: 'running' }) },
        'PUT /api/campaigns/:id/status': { campaign: buildCampaign({ id: 1, status: 'paused' }) },
      },
    });
    await screen.findByRole('banner');
    const run = async (letters: string) => {
      await userEvents.keyboard('{Control>}k{/Control}');
      const field = await screen.findByRole('textbox', { name: 'Search or run a command' });
      await userEvents.type(field, letters);
      await userEvents.keyboard('{Enter}');
      await waitFor(() => expect(field).not.toBeInTheDocument());
    };
    await run('pause aut');
    await waitFor(() => expect(api.of('PUT /api/campaigns/:id/status')[0]?.params).toEqual({ id: '1' }));
    await run('resume wint');
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')[0]?.params).toEqual({ id: '2' }));
    const forms = { 'create list': '/lists', 'create template': '/templates', 'add account': '/profiles' };
    for (const [letters, path] of Object.entries(forms)) {
      await run(letters);
      await waitFor(() => expect(router.state.location.pathname).toBe(path));
      expect(router.state.location.state).toEqual({ opens: 'new' });
    }
  });

  it('offers to pause all campaigns while one is running, and opens the confirmation', async () => {
    const { userEvents, router } = await search('stop', {
      'GET /api/campaigns/pause-preview': { running: 2, starting: 0 },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Pause all campaigns' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
    expect(router.state.location.state).toEqual({ opens: 'new' });
  });

  it('doesn’t offer to pause all campaigns while none is running', async () => {
    await search('pause all', { 'GET /api/campaigns/pause-preview': { running: 0, starting: 1 } });
    expect(screen.queryByRole('button', { name: 'Pause all campaigns' })).not.toBeInTheDocument();
  });
});

describe('a closed command palette', () => {
  stopTheClock();

  it('doesn’t poll, even while a campaign is running', async () => {
    const running = buildCampaignRow({ id: 1, name: 'Autumn', status: 'running' });
    const { api } = renderScreen(
      <CommandPalette takeTyped={() => ''} onShortcuts={() => undefined} onLogout={() => undefined} />,
      {
        path: '*',
        url: '/dashboard',
        replies: { 'GET /api/campaigns': { campaigns: [running], pagination: paginationOf(1) } },
      },
    );
    await arrival(() => expect(screen.getByRole('button', { name: /^Autumn/ })).toBeInTheDocument());
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape', code: 'Escape' });
    await pass(1000);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    const before = api.of('GET /api/campaigns').length;
    await pass(60_000);
    expect(api.of('GET /api/campaigns')).toHaveLength(before);
  });
});
