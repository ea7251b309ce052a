import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAccount, buildHold, buildList, buildTemplate, buildUser, paginationOf } from '../../testing/builders.ts';
import { choose, create, fill, renderCampaignForm, twoOfEach } from '../../testing/campaign-form-screen.tsx';
import { type Replies } from '../../testing/fake-api.ts';

describe('the campaign form', () => {
  it('opens a closed dropdown on Enter, and does not submit', async () => {
    const { userEvents } = renderCampaignForm(twoOfEach);
    await userEvents.type(await screen.findByRole('textbox', { name: /Campaign Name/ }), 'Winter');
    await userEvents.tab();
    expect(screen.getByRole('combobox', { name: 'Message Template' })).toHaveFocus();
    await userEvents.keyboard('{Enter}');
    expect(await screen.findByRole('option', { name: /Hello/ })).toBeInTheDocument();
    expect(screen.queryByText('Please fill in all required fields')).not.toBeInTheDocument();
    await userEvents.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByRole('combobox', { name: 'Message Template' })).toHaveValue('Hello');
  });
});

describe('the draft', () => {
  it('is restored when the user returns to the page, until the campaign has been created', async () => {
    const left = renderCampaignForm();
    await fill(left.userEvents);
    left.unmount();
    const { userEvents, router } = renderCampaignForm();
    expect(await screen.findByRole('textbox', { name: /Campaign Name/ })).toHaveValue('Winter');
    expect(screen.getByRole('combobox', { name: 'Recipient List' })).toHaveValue('Bakers (10 to message)');
    expect(screen.getByRole('checkbox', { name: 'studio' })).toBeChecked();
    await userEvents.click(create());
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/12'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('is dropped by "Cancel", but not if the link is opened in another tab', async () => {
    const { userEvents, router } = renderCampaignForm();
    const name = await screen.findByRole('textbox', { name: /Campaign Name/ });
    await userEvents.type(name, 'Winter');
    const cancel = screen.getByRole('link', { name: 'Cancel' });
    // jsdom can't open tabs.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await userEvents.keyboard('{Control>}');
    await userEvents.click(cancel);
    await userEvents.keyboard('{/Control}');
    expect(name).toHaveValue('Winter');
    expect(sessionStorage).toHaveLength(1);
    await userEvents.click(cancel);
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('the default for the template, the list or the accounts', () => {
  const list = () => screen.findByRole('combobox', { name: 'Recipient List' });
  const template = () => screen.getByRole('combobox', { name: 'Message Template' });
  const studio = () => screen.getByRole('checkbox', { name: 'studio' });
  const oneAccount: Replies = {
    // The other accounts can't send: one is in use, one is on hold.
    'GET /api/profiles': {
      profiles: [
        buildAccount({ id: 1, profile_name: 'studio' }),
        buildAccount({ id: 2, profile_name: 'bakery', profile_path: '/p/bakery' }),
        buildAccount({ id: 3, profile_name: 'shop', profile_path: '/p/shop', hold: buildHold() }),
      ],
      pagination: paginationOf(3, 100),
    },
    'GET /api/lists': {
      lists: [buildList({ id: 9, name: 'Done', pending_count: 0 }), buildList({ id: 8, name: 'Bakers' })],
    },
  };

  it('is the only option, so that only the name is missing', async () => {
    const { userEvents, api } = renderCampaignForm(oneAccount);
    expect(await list()).toHaveValue('Bakers (10 to message)');
    expect(template()).toHaveValue('Hello');
    expect(studio()).toBeChecked();
    await userEvents.type(screen.getByRole('textbox', { name: /Campaign Name/ }), 'Winter');
    await userEvents.click(create());
    await waitFor(() => expect(api.of('POST /api/campaigns')).toHaveLength(1));
    const expected = { list_id: 8, message_template_id: 7, profiles_used: [1] };
    expect(api.of('POST /api/campaigns')[0]?.body).toMatchObject(expected);
  });

  it('is empty if there are several options', async () => {
    renderCampaignForm(twoOfEach);
    expect(await list()).toHaveValue('');
    expect(template()).toHaveValue('');
    expect(studio()).not.toBeChecked();
  });

  it('never replaces what the user has chosen, or what the URL selects', async () => {
    const { userEvents, unmount } = renderCampaignForm(oneAccount);
    await choose(userEvents, 'Recipient List', /Done/);
    await userEvents.click(studio());
    unmount();
    const again = renderCampaignForm(oneAccount);
    expect(await list()).toHaveValue('Done (0 to message)');
    expect(studio()).not.toBeChecked();
    again.unmount();
    sessionStorage.clear();
    renderCampaignForm(oneAccount, buildUser(), '?list=9');
    expect(await list()).toHaveValue('Done (0 to message)');
  });

  it('stays selected once the user has started a draft, even if another option is added', async () => {
    const first = renderCampaignForm(oneAccount);
    await list();
    await first.userEvents.type(screen.getByRole('textbox', { name: /Campaign Name/ }), 'W');
    first.unmount();
    renderCampaignForm(twoOfEach);
    expect(await list()).toHaveValue('Bakers (10 to message)');
    expect(template()).toHaveValue('Hello');
    expect(studio()).toBeChecked();
  });
});

describe('a list and a template in the URL', () => {
  const choices: Replies = {
    'GET /api/lists': { lists: [buildList({ id: 8, name: 'Bakers' }), buildList({ id: 9, name: 'Kites' })] },
    'GET /api/templates': {
      templates: [
        buildTemplate({ id: 7, name: 'Hello', is_selected: true }),
        buildTemplate({ id: 6, name: 'Greeting', content: 'Good day' }),
      ],
    },
  };
  const openWith = (query: string) => renderCampaignForm(choices, buildUser(), query);
  const list = () => screen.findByRole('combobox', { name: 'Recipient List' });
  const template = () => screen.findByRole('combobox', { name: 'Message Template' });

  it('are selected when the form opens, even after a reload', async () => {
    const first = openWith('?list=9&template=6');
    expect(await list()).toHaveValue('Kites (10 to message)');
    expect(await template()).toHaveValue('Greeting');
    await first.userEvents.type(screen.getByRole('textbox', { name: /Campaign Name/ }), 'Winter');
    expect(first.router.state.location.search).toBe('?list=9&template=6');
    first.unmount();
    const { userEvents, api } = openWith('?list=9&template=6');
    expect(await list()).toHaveValue('Kites (10 to message)');
    await userEvents.click(screen.getByRole('checkbox', { name: 'studio' }));
    await userEvents.click(create());
    await waitFor(() => expect(api.of('POST /api/campaigns')).toHaveLength(1));
    expect(api.of('POST /api/campaigns')[0]?.body).toMatchObject({ list_id: 9, message_template_id: 6 });
  });

  it('stay chosen when the user leaves the form and opens it again without them in the URL', async () => {
    const first = openWith('?list=9&template=6');
    await list();
    await first.userEvents.type(screen.getByRole('textbox', { name: /Campaign Name/ }), 'Winter');
    first.unmount();
    openWith('');
    expect(await list()).toHaveValue('Kites (10 to message)');
    expect(await template()).toHaveValue('Greeting');
  });

  it('are replaced when the user chooses others, and the new choices survive a reload', async () => {
    const first = openWith('?list=9&template=6');
    await choose(first.userEvents, 'Recipient List', /Bakers/);
    expect(await list()).toHaveValue('Bakers (10 to message)');
    await waitFor(() => expect(first.router.state.location.search).toBe('?template=6'));
    await choose(first.userEvents, 'Message Template', /Hello/);
    await waitFor(() => expect(first.router.state.location.search).toBe(''));
    first.unmount();
    openWith('');
    expect(await list()).toHaveValue('Bakers (10 to message)');
    expect(await template()).toHaveValue('Hello');
  });

  it('take precedence over those of an earlier draft', async () => {
    const earlier = openWith('');
    await choose(earlier.userEvents, 'Recipient List', /Bakers/);
    earlier.unmount();
    openWith('?list=9&template=6');
    expect(await list()).toHaveValue('Kites (10 to message)');
    expect(await template()).toHaveValue('Greeting');
  });

  it.each(['?list=404&template=404', '?list=&template=', '?list=9x&template=Hello', '?list=-9&template=6.0'])(
    'are ignored if the user has no such list or template: %s',
    async (query) => {
      openWith(query);
      expect(await list()).toHaveValue('');
      expect(await template()).toHaveValue('Hello');
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );
});

describe('the choice of accounts', () => {
  it('offers only active accounts that do not use Firefox’s default profiles', async () => {
    const { api } = renderCampaignForm();
    await screen.findByRole('checkbox', { name: 'studio' });
    const picker = within(screen.getByRole('group', { name: 'Instagram Profiles' }));
    expect(picker.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
      'studio',
      'bakery',
      'shop',
    ]);
    expect(api.of('GET /api/profiles')[0]?.query, 'all accounts are requested').toEqual({});
    expect(api.of('GET /api/campaigns')[0]?.query).toEqual({ page: '1', limit: '100' });
  });

  it('disables accounts that a running campaign is using, and explains why', async () => {
    renderCampaignForm();
    const box = await screen.findByRole('checkbox', { name: 'bakery' });
    expect(box).toBeDisabled();
    expect(box).toHaveAccessibleDescription('This profile is currently being used in a running campaign');
    expect(screen.getByText('In Use')).toBeInTheDocument();
    expect(screen.getByText(/^0 selected, 1 in use by/)).toHaveTextContent('0 selected, 1 in use by “Autumn”');
    expect(screen.getByRole('link', { name: '“Autumn”' })).toHaveAttribute('href', '/campaigns/9');
  });

  it('says which campaign has to end if no account is free', async () => {
    renderCampaignForm({
      'GET /api/profiles': {
        profiles: [buildAccount({ id: 2, profile_name: 'bakery' })],
        pagination: paginationOf(1, 100),
      },
    });
    expect(await screen.findByText(/^No account is free until/)).toHaveTextContent('“Autumn” is paused or ends.');
  });

  it('shows which accounts were not found on a computer', async () => {
    renderCampaignForm({
      'GET /api/profiles': { profiles: [buildAccount({ computer: null })], pagination: paginationOf(1, 100) },
    });
    const box = await screen.findByRole('checkbox', { name: 'studio' });
    expect(box).toHaveAccessibleDescription('Not found on any computer yet');
  });

  it('shows which accounts are on hold and why, and still allows choosing them', async () => {
    const hold = buildHold({ text: 'Instagram is slowing this account down.' });
    renderCampaignForm({
      'GET /api/profiles': { profiles: [buildAccount({ hold })], pagination: paginationOf(1, 100) },
    });
    const box = await screen.findByRole('checkbox', { name: 'studio' });
    expect(box).toBeEnabled();
    expect(box).toHaveAccessibleDescription('Instagram is slowing this account down.');
    expect(screen.getByText('On hold')).toBeInTheDocument();
  });

  it('selects all accounts except those in use, and reports how many were skipped', async () => {
    const { userEvents } = renderCampaignForm();
    await userEvents.click(await screen.findByRole('button', { name: 'Select All' }));
    expect(screen.getByRole('checkbox', { name: 'studio' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'shop' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'bakery' })).not.toBeChecked();
    expect(
      await screen.findByText('Selected 2 accounts and skipped 1 in use by running campaigns'),
    ).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole('checkbox', { name: 'studio' })).not.toBeChecked();
  });
});
