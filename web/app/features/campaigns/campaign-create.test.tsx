import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import CampaignCreatePage from '../../pages/campaign-create.page.tsx';
import {
  buildAccount,
  buildCampaign,
  buildCampaignRow,
  buildHold,
  buildList,
  buildTemplate,
  buildUser,
  paginationOf,
} from '../../testing/builders.ts';
import { Failure, unreachable, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { openFormState } from '../../platform/open-form-on-arrival.ts';
import { expectedDuration } from './create/message-preview.tsx';

const accounts = [
  buildAccount({ id: 1, profile_name: 'studio' }),
  buildAccount({ id: 2, profile_name: 'bakery', profile_path: '/p/bakery' }),
  buildAccount({ id: 3, profile_name: 'shop', profile_path: '/p/shop' }),
  buildAccount({ id: 4, profile_name: 'asleep', profile_path: '/p/asleep', is_active: 0 }),
  buildAccount({ id: 5, profile_name: 'default-release', profile_path: '/p/x1.default-release' }),
  buildAccount({ id: 6, profile_name: 'mine', profile_path: '/p/ab12cd34.nightly' }),
];
const running = buildCampaignRow({ id: 9, name: 'Autumn', status: 'running', profiles_used: [2] });

function open(replies: Replies = {}, user = buildUser(), query = '') {
  return renderScreen(<CampaignCreatePage />, {
    url: `/campaigns/new${query}`,
    user,
    replies: {
      'GET /api/templates': { templates: [buildTemplate({ id: 7, name: 'Hello', content: 'Hi {username}!' })] },
      'GET /api/lists': { lists: [buildList({ id: 8, name: 'Bakers', pending_count: 10 })] },
      'GET /api/profiles': { profiles: accounts, pagination: paginationOf(6, 100) },
      'GET /api/campaigns': { campaigns: [running], pagination: paginationOf(1, 100) },
      'GET /api/settings': { settings: { max_retries: 3, delay_start: 350, delay_end: 450 } },
      'GET /api/lists/:id/recipients': {
        recipients: [
          {
            id: 1,
            recipient: 'rye.and.co',
            status: 'pending',
            variables: {},
            created_at: '2026-11-21T00:00:00Z',
            is_do_not_contact: false,
          },
        ],
        pagination: { page: 1, limit: 1, total: 10, pages: 10 },
      },
      'POST /api/campaigns': { campaign: buildCampaign({ id: 12 }) },
      ...replies,
    },
  });
}

type Hands = ReturnType<typeof renderScreen>['hands'];

async function choose(hands: Hands, label: string, option: RegExp) {
  await hands.click(await screen.findByRole('combobox', { name: label }));
  await hands.click(await screen.findByRole('option', { name: option }));
}

async function fill(hands: Hands) {
  await hands.type(await screen.findByRole('textbox', { name: /Campaign Name/ }), 'Winter');
  await choose(hands, 'Message Template', /Hello/);
  await choose(hands, 'Recipient List', /Bakers/);
  await hands.click(screen.getByRole('checkbox', { name: 'studio' }));
}

const create = () => screen.getByRole('button', { name: 'Create Campaign' });

describe('the form', () => {
  it('opens a closed dropdown on Enter, and is not submitted by it', async () => {
    const { hands } = open();
    await hands.type(await screen.findByRole('textbox', { name: /Campaign Name/ }), 'Winter');
    await hands.tab();
    expect(screen.getByRole('combobox', { name: 'Message Template' })).toHaveFocus();
    await hands.keyboard('{Enter}');
    expect(await screen.findByRole('option', { name: /Hello/ })).toBeInTheDocument();
    expect(screen.queryByText('Please fill in all required fields')).not.toBeInTheDocument();
    await hands.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByRole('combobox', { name: 'Message Template' })).toHaveValue('Hello');
  });
});

describe('the draft', () => {
  it('is restored after leaving the page, until the campaign is created or canceled', async () => {
    const left = open();
    await fill(left.hands);
    left.unmount();
    const { hands, router } = open();
    expect(await screen.findByRole('textbox', { name: /Campaign Name/ })).toHaveValue('Winter');
    expect(screen.getByRole('combobox', { name: 'Recipient List' })).toHaveValue('Bakers (10 to message)');
    expect(screen.getByRole('checkbox', { name: 'studio' })).toBeChecked();
    await hands.click(create());
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/12'));
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('creating a campaign to review it', () => {
  it('opens the review on the campaign’s own page', async () => {
    const { hands, router } = open();
    await fill(hands);
    await hands.click(screen.getByRole('button', { name: 'Create and review' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/12'));
    expect(router.state.location.state).toEqual(openFormState);
  });
});

describe('a list and a template in the address', () => {
  const choices: Replies = {
    'GET /api/lists': { lists: [buildList({ id: 8, name: 'Bakers' }), buildList({ id: 9, name: 'Kites' })] },
    'GET /api/templates': {
      templates: [
        buildTemplate({ id: 7, name: 'Hello', is_selected: true }),
        buildTemplate({ id: 6, name: 'Greeting', content: 'Good day' }),
      ],
    },
  };
  const openWith = (query: string) => open(choices, buildUser(), query);
  const list = () => screen.findByRole('combobox', { name: 'Recipient List' });
  const template = () => screen.findByRole('combobox', { name: 'Message Template' });

  it('are already chosen, even after a reload', async () => {
    const first = openWith('?list=9&template=6');
    expect(await list()).toHaveValue('Kites (10 to message)');
    expect(await template()).toHaveValue('Greeting');
    await first.hands.type(screen.getByRole('textbox', { name: /Campaign Name/ }), 'Winter');
    expect(first.router.state.location.search).toBe('?list=9&template=6');
    first.unmount();
    const { hands, api } = openWith('?list=9&template=6');
    expect(await list()).toHaveValue('Kites (10 to message)');
    await hands.click(screen.getByRole('checkbox', { name: 'studio' }));
    await hands.click(create());
    await waitFor(() => expect(api.of('POST /api/campaigns')).toHaveLength(1));
    expect(api.of('POST /api/campaigns')[0]?.body).toMatchObject({ list_id: 9, message_template_id: 6 });
  });

  it('stay chosen when the form is left and opened without them', async () => {
    const first = openWith('?list=9&template=6');
    await list();
    await first.hands.type(screen.getByRole('textbox', { name: /Campaign Name/ }), 'Winter');
    first.unmount();
    openWith('');
    expect(await list()).toHaveValue('Kites (10 to message)');
    expect(await template()).toHaveValue('Greeting');
  });

  it('are replaced by another choice, even after a reload', async () => {
    const first = openWith('?list=9&template=6');
    await choose(first.hands, 'Recipient List', /Bakers/);
    expect(await list()).toHaveValue('Bakers (10 to message)');
    await waitFor(() => expect(first.router.state.location.search).toBe('?template=6'));
    await choose(first.hands, 'Message Template', /Hello/);
    await waitFor(() => expect(first.router.state.location.search).toBe(''));
    first.unmount();
    openWith('');
    expect(await list()).toHaveValue('Bakers (10 to message)');
    expect(await template()).toHaveValue('Hello');
  });

  it('take precedence over those of an earlier draft', async () => {
    const earlier = openWith('');
    await choose(earlier.hands, 'Recipient List', /Bakers/);
    earlier.unmount();
    openWith('?list=9');
    expect(await list()).toHaveValue('Kites (10 to message)');
  });

  it.each(['?list=404&template=404', '?list=&template=', '?list=9x&template=Hello', '?list=-9&template=6.0'])(
    'are ignored when they do not belong to the user, as in %s',
    async (query) => {
      openWith(query);
      expect(await list()).toHaveValue('');
      expect(await template()).toHaveValue('Hello');
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );
});

describe('the choice of profiles', () => {
  it('offers only active ones, and none of the browser’s own', async () => {
    const { api } = open();
    await screen.findByRole('checkbox', { name: 'studio' });
    const picker = within(screen.getByRole('group', { name: 'Instagram Profiles' }));
    expect(picker.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
      'studio',
      'bakery',
      'shop',
    ]);
    expect(api.of('GET /api/profiles')[0]?.query, 'all of them').toEqual({});
    expect(api.of('GET /api/campaigns')[0]?.query).toEqual({ page: '1', limit: '100' });
  });

  it('disables those that a running campaign is using, and says so', async () => {
    open();
    const box = await screen.findByRole('checkbox', { name: 'bakery' });
    expect(box).toBeDisabled();
    expect(box).toHaveAccessibleDescription('This profile is currently being used in a running campaign');
    expect(screen.getByText('In Use')).toBeInTheDocument();
  });

  it('says which are on hold and why, and still allows choosing them', async () => {
    const hold = buildHold({ text: 'Instagram is slowing this account down.' });
    open({ 'GET /api/profiles': { profiles: [buildAccount({ hold })], pagination: paginationOf(1, 100) } });
    const box = await screen.findByRole('checkbox', { name: 'studio' });
    expect(box).toBeEnabled();
    expect(box).toHaveAccessibleDescription('Instagram is slowing this account down.');
    expect(screen.getByText('On hold')).toBeInTheDocument();
  });

  it('selects all but those in use, and reports how many were skipped', async () => {
    const { hands } = open();
    await hands.click(await screen.findByRole('button', { name: 'Select All' }));
    expect(screen.getByRole('checkbox', { name: 'studio' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'shop' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'bakery' })).not.toBeChecked();
    expect(
      await screen.findByText('Selected 2 accounts and skipped 1 in use by running campaigns'),
    ).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole('checkbox', { name: 'studio' })).not.toBeChecked();
  });
});

describe('creating a campaign', () => {
  it('allows at most ten characters in the name, and counts them', async () => {
    const { hands } = open();
    const name = await screen.findByRole('textbox', { name: /Campaign Name/ });
    expect(screen.getByText('0/10 characters')).toBeInTheDocument();
    await hands.type(name, 'A longer name');
    expect(name).toHaveValue('A longer n');
    expect(screen.getByText('10/10 characters')).toBeInTheDocument();
  });

  it('clears the error of a field that is being edited', async () => {
    const { hands } = open();
    await screen.findByRole('checkbox', { name: 'studio' });
    await hands.click(create());
    await hands.type(screen.getByRole('textbox', { name: /Campaign Name/ }), 'W');
    expect(screen.queryByText('Give the campaign a name')).not.toBeInTheDocument();
    expect(screen.getByText('Choose at least one profile')).toBeInTheDocument();
    await hands.click(screen.getByRole('checkbox', { name: 'studio' }));
    expect(screen.queryByText('Choose at least one profile')).not.toBeInTheDocument();
    expect(screen.getByText('Choose a list')).toBeInTheDocument();
    await choose(hands, 'Recipient List', /Bakers/);
    expect(screen.queryByText('Choose a list')).not.toBeInTheDocument();
  });

  it('refuses a name that is too long, however it was entered', async () => {
    const { hands, api } = open();
    await fill(hands);
    fireEvent.change(screen.getByRole('textbox', { name: /Campaign Name/ }), { target: { value: 'Eleven char' } });
    await hands.click(create());
    expect(await screen.findByText('Campaign name must not exceed 10 characters')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns')).toHaveLength(0);
  });

  it('asks for everything that is missing', async () => {
    const { hands, api } = open();
    await screen.findByRole('checkbox', { name: 'studio' });
    await hands.click(create());
    expect(await screen.findByText('Please fill in all required fields')).toBeInTheDocument();
    expect(screen.getByText('Choose at least one profile')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns')).toHaveLength(0);
  });

  it('shows the message as the first person on the list will read it', async () => {
    const { hands, api } = open();
    await fill(hands);
    expect(await screen.findByText('Hi rye.and.co!')).toBeInTheDocument();
    // The list is sorted newest first, so the last of the ten pending people was added first.
    expect(api.of('GET /api/lists/:id/recipients').at(-1)?.query).toEqual({
      status: 'pending',
      page: '10',
      limit: '1',
    });
    expect(screen.getByText(/10 people, sent from 1 account, in about 67 minutes/)).toBeInTheDocument();
  });

  it('names no recipient before it knows who is first', async () => {
    const { hands } = open({ 'GET /api/lists/:id/recipients': () => new Promise(() => undefined) });
    await fill(hands);
    expect(await screen.findByText('Example with a sample name')).toBeInTheDocument();
    expect(screen.queryByText('As username will read it')).not.toBeInTheDocument();
  });

  it('leaves out an account that was switched off after it was chosen', async () => {
    const { hands, api } = open();
    await fill(hands);
    await hands.click(screen.getByRole('checkbox', { name: 'shop' }));
    const off = accounts.map((each) => (each.id === 1 ? { ...each, is_active: 0 as const } : each));
    api.set({ 'GET /api/profiles': { profiles: off, pagination: paginationOf(6, 100) } });
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'studio' })).not.toBeInTheDocument());
    now.mockRestore();
    expect(screen.getByText('1 of 1 selected')).toBeInTheDocument();
    await hands.click(create());
    await waitFor(() => expect(api.of('POST /api/campaigns')[0]?.body).toMatchObject({ profiles_used: [3] }));
  });

  it('says when the options cannot be loaded, and retries on request', async () => {
    const { hands, api } = open({ 'GET /api/templates': unreachable });
    await hands.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 }));
    await waitFor(() => expect(api.of('GET /api/templates').length).toBeGreaterThan(1));
    expect(screen.queryByRole('button', { name: 'Create Campaign' })).not.toBeInTheDocument();
  });

  it('sends what was chosen, and opens the new campaign', async () => {
    const { hands, api, router } = open();
    await fill(hands);
    await hands.click(create());
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/12'));
    expect(api.of('POST /api/campaigns')[0]?.body).toEqual({
      name: 'Winter',
      message_template_id: 7,
      list_id: 8,
      profiles_used: [1],
      cool_off_days: 30,
      skip_conversations: true,
      hours: null,
    });
  });

  it('leaves out the people it is told to leave out', async () => {
    const { hands, api } = open();
    await fill(hands);
    const days = screen.getByRole('textbox', { name: 'Leave out people contacted within' });
    expect(days).toHaveValue('30');
    expect(screen.getByRole('checkbox', { name: 'Leave out people who have written to you' })).toBeChecked();
    await hands.clear(days);
    await hands.click(create());
    expect(days).toHaveAccessibleDescription('Enter a number of days from 0 to 3650. With 0, no one is left out.');
    expect(api.of('POST /api/campaigns')).toHaveLength(0);
    await hands.type(days, '0');
    await hands.click(screen.getByRole('checkbox', { name: 'Leave out people who have written to you' }));
    await hands.click(create());
    await waitFor(() =>
      expect(api.of('POST /api/campaigns')[0]?.body).toMatchObject({ cool_off_days: 0, skip_conversations: false }),
    );
  });

  it('uses the selected template when none is chosen', async () => {
    open({ 'GET /api/templates': { templates: [buildTemplate({ name: 'Chosen', is_selected: true })] } });
    expect(await screen.findByRole('combobox', { name: 'Message Template' })).toHaveValue('Chosen');
  });

  it('names profiles and campaigns when the server finds them in use, and keeps what was typed', async () => {
    const { hands } = open({
      'POST /api/campaigns': new Failure(409, {
        error: 'In use.',
        code: 'profiles_in_use',
        conflicting_profiles: [
          { name: 'studio', campaign: 'Autumn' },
          { name: 'shop', campaign: 'Autumn' },
        ],
      }),
    });
    await fill(hands);
    await hands.click(create());
    expect(
      await screen.findByText(
        'Cannot create campaign: Profiles studio, shop are already being used in running campaigns (Autumn)',
      ),
    ).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Campaign Name/ })).toHaveValue('Winter');
    expect(screen.getByRole('checkbox', { name: 'studio' })).toBeChecked();
  });

  it("shows the server's reason for any other failure", async () => {
    const { hands, api } = open({ 'POST /api/campaigns': new Failure(404, { error: 'This list is gone.' }) });
    await fill(hands);
    await hands.click(create());
    expect(await screen.findByText('This list is gone.')).toBeInTheDocument();
    api.set({ 'POST /api/campaigns': unreachable });
    await hands.click(create());
    expect(await screen.findByText('Failed to create campaign')).toBeInTheDocument();
  });

  it.each([
    ['templates', { 'GET /api/templates': { templates: [] } }, 'write a template'],
    ['lists', { 'GET /api/lists': { lists: [] } }, 'create a list'],
    ['profiles', { 'GET /api/profiles': { profiles: [], pagination: paginationOf(0) } }, 'add an account'],
  ] satisfies [string, Replies, string][])(
    'is disabled without %s, with a link to create them',
    async (_what, replies, text) => {
      open(replies);
      expect(await screen.findByRole('link', { name: new RegExp(text) })).toBeInTheDocument();
      expect(create()).toBeDisabled();
    },
  );

  it('is disabled without a subscription', async () => {
    open({}, buildUser({ subscription_end_date: '2020-01-01' }));
    await screen.findByRole('checkbox', { name: 'studio' });
    expect(create()).toBeDisabled();
    expect(screen.getByText('Subscription Required')).toBeInTheDocument();
  });
});

describe('the expected duration', () => {
  const settings = { max_retries: 3, delay_start: 350, delay_end: 450 };
  it.each([
    [1, 1, '7 minutes'],
    [90, 1, '10 hours'],
    [1000, 2, '2 days'],
    [0, 1, null],
    [10, 0, null],
  ])('for %i people and %i accounts is %s', (people, count, text) => {
    expect(expectedDuration(people, count, settings)).toBe(text);
  });

  it('is a hundred times shorter in the sandbox', () => {
    expect(expectedDuration(900, 1, settings, 100)).toBe('60 minutes');
  });
});
