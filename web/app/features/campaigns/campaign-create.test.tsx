import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildList, buildTemplate, buildUser, paginationOf } from '../../testing/builders.ts';
import { accounts, choose, create, fill, renderCampaignForm, twoOfEach } from '../../testing/campaign-form-screen.tsx';
import { Failure, unreachable, type Replies } from '../../testing/fake-api.ts';
import { openFormState } from '../../platform/open-form-on-arrival.ts';

describe('the “Create and review” button', () => {
  it('creates the campaign and opens the review on the campaign’s page', async () => {
    const { userEvents, router } = renderCampaignForm();
    await fill(userEvents);
    await userEvents.click(screen.getByRole('button', { name: 'Create and review' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/12'));
    expect(router.state.location.state).toEqual(openFormState);
  });
});

describe('the campaign form', () => {
  it('allows at most ten characters in the name, and counts them', async () => {
    const { userEvents } = renderCampaignForm();
    const name = await screen.findByRole('textbox', { name: /Campaign Name/ });
    expect(screen.getByText('0/10 characters')).toBeInTheDocument();
    await userEvents.type(name, 'A longer name');
    expect(name).toHaveValue('A longer n');
    expect(screen.getByText('10/10 characters')).toBeInTheDocument();
  });

  it('says that a pasted name was cut, until the name is edited', async () => {
    const { userEvents } = renderCampaignForm();
    const name = await screen.findByRole('textbox', { name: /Campaign Name/ });
    await userEvents.click(name);
    await userEvents.paste('Winter 26');
    expect(name).toHaveValue('Winter 26');
    expect(screen.queryByText(/cut off/)).not.toBeInTheDocument();
    await userEvents.paste(' sale');
    expect(name).toHaveValue('Winter 26 ');
    expect(screen.getByText('The pasted name was too long, so the end was cut off.')).toBeInTheDocument();
    expect(name).toHaveAccessibleDescription(/10\/10 characters.*cut off/);
    await userEvents.type(name, '{Backspace}');
    expect(screen.queryByText(/cut off/)).not.toBeInTheDocument();
  });

  it('can’t be edited while it is being saved, because the page closes afterward', async () => {
    const { userEvents } = renderCampaignForm({ 'POST /api/campaigns': () => new Promise(() => undefined) });
    await fill(userEvents);
    await userEvents.click(create());
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Campaign Name/ })).toBeDisabled());
    expect(screen.getByRole('checkbox', { name: 'studio' })).toBeDisabled();
  });

  it('clears a field’s error when the field is edited', async () => {
    const { userEvents } = renderCampaignForm(twoOfEach);
    await screen.findByRole('checkbox', { name: 'studio' });
    await userEvents.click(create());
    await userEvents.type(screen.getByRole('textbox', { name: /Campaign Name/ }), 'W');
    expect(screen.queryByText('Give the campaign a name')).not.toBeInTheDocument();
    expect(screen.getByText('Choose at least one account')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('checkbox', { name: 'studio' }));
    expect(screen.queryByText('Choose at least one account')).not.toBeInTheDocument();
    expect(screen.getByText('Choose a list')).toBeInTheDocument();
    await choose(userEvents, 'Recipient List', /Bakers/);
    expect(screen.queryByText('Choose a list')).not.toBeInTheDocument();
  });

  it('rejects a name that is too long, even if it got past the field’s own limit', async () => {
    const { userEvents, api } = renderCampaignForm();
    await fill(userEvents);
    fireEvent.change(screen.getByRole('textbox', { name: /Campaign Name/ }), { target: { value: 'Eleven char' } });
    await userEvents.click(create());
    expect(await screen.findByText('Campaign name must not exceed 10 characters')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns')).toHaveLength(0);
  });

  it('shows an error for every missing field, and moves focus to the first one', async () => {
    const { userEvents, api } = renderCampaignForm(twoOfEach);
    await screen.findByRole('checkbox', { name: 'studio' });
    await userEvents.click(create());
    expect(await screen.findByText('Please fill in all required fields')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Campaign Name/ })).toHaveFocus());
    for (const error of [
      'Give the campaign a name',
      'Choose a template',
      'Choose a list',
      'Choose at least one account',
    ]) {
      expect(screen.getByText(error)).toBeInTheDocument();
    }
    expect(api.of('POST /api/campaigns')).toHaveLength(0);
  });

  it('moves focus to the accounts if only they are missing', async () => {
    const { userEvents } = renderCampaignForm();
    await fill(userEvents);
    await userEvents.click(screen.getByRole('checkbox', { name: 'studio' }));
    await userEvents.click(create());
    expect(await screen.findByText('Choose at least one account')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'studio' })).toHaveFocus());
  });

  it('shows the message as the first person on the list will read it', async () => {
    const { userEvents, api } = renderCampaignForm();
    await fill(userEvents);
    expect(await screen.findByText('Hi rye.and.co!')).toBeInTheDocument();
    // The list is sorted newest first, so the last of the ten pending people was added first.
    expect(api.of('GET /api/lists/:id/recipients').at(-1)?.query).toEqual({
      status: 'pending',
      page: '10',
      limit: '1',
    });
  });

  it('shows how many people the campaign reaches and how many accounts it uses, but not how long it takes', async () => {
    // The delays alone don't determine the duration. Limits and hours matter more, and only the review takes them into account.
    const settings = { max_retries: 3, delay_start: 350, delay_end: 450 };
    const { userEvents } = renderCampaignForm({ 'GET /api/settings': { settings } });
    await fill(userEvents);
    expect(await screen.findByText('Up to 10 people, messaged from 1 account.')).toBeInTheDocument();
  });

  it('warns about a list without pending people, links to its import, and can still create the campaign', async () => {
    const done = buildList({ id: 9, name: 'Done', pending_count: 0 });
    const lists = { lists: [buildList({ id: 8, name: 'Bakers' }), done] };
    const { userEvents, api, router } = renderCampaignForm({ 'GET /api/lists': lists }, buildUser(), '?template=7');
    await fill(userEvents);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await choose(userEvents, 'Recipient List', /Done/);
    expect(await screen.findByRole('alert', { name: 'No one on “Done” is pending' })).toBeInTheDocument();
    await userEvents.click(create());
    await waitFor(() => expect(api.of('POST /api/campaigns')).toHaveLength(1));
    await router.navigate('/campaigns/new?list=9');
    await userEvents.click(await screen.findByRole('link', { name: 'import people' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/9/import'));
    expect(router.state.location.state).toEqual({ returnTo: '/campaigns/new?list=9' });
  });

  it('names no recipient until the first person on the list has loaded', async () => {
    const { userEvents } = renderCampaignForm({ 'GET /api/lists/:id/recipients': () => new Promise(() => undefined) });
    await fill(userEvents);
    expect(await screen.findByText('Example with a sample name')).toBeInTheDocument();
    expect(screen.queryByText(/^Preview for @/)).not.toBeInTheDocument();
  });

  it('shows fallbacks before a list is chosen, without a warning about variables', async () => {
    const template = buildTemplate({ content: 'Hi {first_name|there}!', is_selected: true });
    renderCampaignForm({ ...twoOfEach, 'GET /api/templates': { templates: [template] } });
    expect(await screen.findByText('Hi there!')).toBeInTheDocument();
    expect(screen.getByText('Example for a person without values')).toBeInTheDocument();
    expect(screen.queryByText(/won’t be filled in/)).not.toBeInTheDocument();
  });

  it('leaves out an account that was switched off after it was chosen', async () => {
    const { userEvents, api } = renderCampaignForm();
    await fill(userEvents);
    await userEvents.click(screen.getByRole('checkbox', { name: 'shop' }));
    const off = accounts.map((each) => (each.id === 1 ? { ...each, is_active: 0 as const } : each));
    api.set({ 'GET /api/profiles': { profiles: off, pagination: paginationOf(6, 100) } });
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'studio' })).not.toBeInTheDocument());
    now.mockRestore();
    expect(screen.getByText('1 selected, 1 in use by')).toBeInTheDocument();
    await userEvents.click(create());
    await waitFor(() => expect(api.of('POST /api/campaigns')[0]?.body).toMatchObject({ profiles_used: [3] }));
  });

  it('shows an error when the options cannot be loaded, and retries on request', async () => {
    const { userEvents, api } = renderCampaignForm({ 'GET /api/templates': unreachable });
    await userEvents.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 }));
    await waitFor(() => expect(api.of('GET /api/templates').length).toBeGreaterThan(1));
    expect(screen.queryByRole('button', { name: 'Create Campaign' })).not.toBeInTheDocument();
  });

  it('sends what was chosen, and opens the new campaign', async () => {
    const { userEvents, api, router } = renderCampaignForm();
    await fill(userEvents);
    await userEvents.click(create());
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

  it('saves the skip rules that the user chose', async () => {
    const { userEvents, api } = renderCampaignForm();
    await fill(userEvents);
    const days = screen.getByRole('textbox', { name: 'Skip people contacted within' });
    expect(days).toHaveValue('30');
    expect(screen.getByRole('checkbox', { name: 'Skip people who have written to you' })).toBeChecked();
    await userEvents.clear(days);
    await userEvents.click(create());
    expect(days).toHaveAccessibleDescription('Enter a number of days from 0 to 3,650. To turn this rule off, enter 0.');
    expect(api.of('POST /api/campaigns')).toHaveLength(0);
    await userEvents.type(days, '0');
    await userEvents.click(screen.getByRole('checkbox', { name: 'Skip people who have written to you' }));
    await userEvents.click(create());
    await waitFor(() =>
      expect(api.of('POST /api/campaigns')[0]?.body).toMatchObject({ cool_off_days: 0, skip_conversations: false }),
    );
  });

  it('starts with the template that is selected on the Templates page', async () => {
    renderCampaignForm({ 'GET /api/templates': { templates: [buildTemplate({ name: 'Chosen', is_selected: true })] } });
    expect(await screen.findByRole('combobox', { name: 'Message Template' })).toHaveValue('Chosen');
  });

  it('names the accounts that are already in use and the campaigns that use them, and keeps what was typed', async () => {
    const { userEvents } = renderCampaignForm({
      'POST /api/campaigns': new Failure(409, {
        error: 'In use.',
        code: 'profiles_in_use',
        conflicting_profiles: [
          { name: 'studio', campaign: 'Autumn' },
          { name: 'shop', campaign: 'Autumn' },
        ],
      }),
    });
    await fill(userEvents);
    await userEvents.click(create());
    expect(
      await screen.findByText(
        'Cannot create campaign: Profiles studio, shop are already being used in running campaigns (Autumn)',
      ),
    ).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Campaign Name/ })).toHaveValue('Winter');
    expect(screen.getByRole('checkbox', { name: 'studio' })).toBeChecked();
  });

  it("shows the server's reason for any other failure, or a general message if there is none", async () => {
    const { userEvents, api } = renderCampaignForm({
      'POST /api/campaigns': new Failure(404, { error: 'This list is gone.' }),
    });
    await fill(userEvents);
    await userEvents.click(create());
    expect(await screen.findByText('This list is gone.')).toBeInTheDocument();
    api.set({ 'POST /api/campaigns': unreachable });
    await userEvents.click(create());
    expect(await screen.findByText('Failed to create campaign')).toBeInTheDocument();
  });

  it.each([
    ['templates', { 'GET /api/templates': { templates: [] } }, 'write a template'],
    ['lists', { 'GET /api/lists': { lists: [] } }, 'create a list'],
    ['accounts', { 'GET /api/profiles': { profiles: [], pagination: paginationOf(0) } }, 'add an account'],
  ] satisfies [string, Replies, string][])(
    'disables the button if there are no %s, and shows a link to create them',
    async (_what, replies, text) => {
      renderCampaignForm(replies);
      expect(await screen.findByRole('link', { name: new RegExp(text) })).toBeInTheDocument();
      expect(create()).toBeDisabled();
    },
  );

  it('says so if there are no active accounts', async () => {
    renderCampaignForm({ 'GET /api/profiles': { profiles: [], pagination: paginationOf(0) } });
    expect(await screen.findByText('No active accounts')).toBeInTheDocument();
  });

  it('disables the button without a subscription', async () => {
    renderCampaignForm({}, buildUser({ subscription_end_date: '2020-01-01' }));
    await screen.findByRole('checkbox', { name: 'studio' });
    expect(create()).toBeDisabled();
    expect(screen.getByText('Subscription Required')).toBeInTheDocument();
  });
});
