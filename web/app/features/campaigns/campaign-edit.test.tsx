import type { Account } from '@sandpiper/contract/accounts';
import type { Campaign } from '@sandpiper/contract/campaigns';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import CampaignCreatePage from '../../pages/campaign-create.page.tsx';
import { buildAccount, buildCampaign, buildTemplate, paginationOf } from '../../testing/builders.ts';
import { campaign, hours, openEdit, repliesFor, row, start } from '../../testing/campaign-changes-screen.tsx';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const nameField = () => screen.findByRole('textbox', { name: /^Campaign Name/ });
const missing = { 'GET /api/campaigns/:id': new Failure(404, { error: 'Campaign not found', code: 'not_found' }) };

const save = () => screen.findByRole('button', { name: 'Save Changes' });

const openDuplicate = (changes: Partial<Campaign>, replies: Replies = {}) =>
  renderScreen(<CampaignCreatePage />, {
    url: '/campaigns/new?from=3',
    replies: { ...repliesFor(row(changes)), ...replies },
  });

describe('the form for editing a campaign', () => {
  it('starts with the stored values and saves only the changes, including the hours', async () => {
    const { userEvents, api } = openEdit();
    const name = await nameField();
    expect(name).toHaveValue('Autumn');
    await userEvents.clear(name);
    await userEvents.type(name, 'Winter');
    await userEvents.click(screen.getByRole('button', { name: 'Campaign hours' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Copy Monday to all days' }));
    await userEvents.click(await save());
    expect(await screen.findByText('Campaign changed')).toBeInTheDocument();
    const [{ params, body } = { params: null, body: null }] = api.of('PUT /api/campaigns/:id');
    expect(params).toEqual({ id: '3' });
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', to: '12:00' }));
    expect(body).toEqual({ name: 'Winter', hours: everyDay });
  });

  it('saves a new name without removing an account that currently can’t be chosen', async () => {
    const { userEvents, api } = openEdit(row({ profiles_used: [1, 2] }));
    await userEvents.type(await nameField(), ' 2');
    await userEvents.click(await save());
    await waitFor(() => expect(api.of('PUT /api/campaigns/:id')[0]?.body).toEqual({ name: 'Autumn 2' }));
  });

  it.each([
    ['is restored while the campaign is unchanged', campaign, 'Autumn 2'],
    ['is dropped once the campaign has changed', row({ name: 'Spring' }), 'Spring'],
  ])('has a draft that %s', async (_title, shown, name) => {
    const left = openEdit();
    await left.userEvents.type(await nameField(), ' 2');
    left.unmount();
    openEdit(shown);
    expect(await nameField()).toHaveValue(name);
  });

  it('saves nothing while one of its time ranges is invalid', async () => {
    const { userEvents, api } = openEdit();
    await userEvents.click(await screen.findByRole('button', { name: 'Campaign hours' }));
    fireEvent.change(await screen.findByLabelText('Monday, range 1, to'), { target: { value: '08:00' } });
    await userEvents.click(await save());
    expect(await screen.findByText('Fix the hours')).toBeInTheDocument();
    expect(api.of('PUT /api/campaigns/:id')).toHaveLength(0);
  });

  it('shows why the server rejected the changes', async () => {
    const refusal = new Failure(409, { error: 'This campaign has already started.', code: 'invalid_state' });
    const { userEvents } = openEdit(campaign, { 'PUT /api/campaigns/:id': refusal });
    await userEvents.click(await save());
    expect(await screen.findByText(/already started/)).toBeInTheDocument();
  });

  it('is replaced by a link to duplicate the campaign once the campaign has started', async () => {
    openEdit(row({ status: 'running', started_at: start }));
    expect(await screen.findByText('You can no longer edit it.', { exact: false })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Duplicate it instead' })).toHaveAttribute('href', '/campaigns/new?from=3');
  });

  it.each([
    ['edited', () => openEdit(campaign, missing)],
    ['duplicated', () => openDuplicate({}, missing)],
  ])('has only the title "Campaign not found" if the campaign to be %s doesn’t exist', async (_title, open) => {
    open();
    expect(await screen.findByRole('heading', { name: 'Campaign not found' })).toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getAllByRole('link', { name: 'Campaigns' })).toHaveLength(1);
  });
});

describe('the form for editing a campaign whose accounts another campaign is using', () => {
  const winter = { id: 9, name: 'Winter' };
  const studio = buildAccount({ id: 1, profile_name: 'studio', in_use_by: winter });
  const shop = buildAccount({ id: 2, profile_name: 'shop' });
  const bakery = buildAccount({ id: 3, profile_name: 'bakery', in_use_by: winter });
  const openWith = (profiles: Account[], shown = campaign) =>
    openEdit(shown, { 'GET /api/profiles': { profiles, pagination: paginationOf(profiles.length, 100) } });
  const box = (name: string) => screen.findByRole('checkbox', { name });
  const picker = () => within(screen.getByRole('group', { name: 'Instagram Profiles' }));

  it('can be saved even if none of them is free', async () => {
    const { userEvents, api } = openWith([studio]);
    expect(await box('studio')).toBeChecked();
    expect(await box('studio')).toBeDisabled();
    expect(picker().getByRole('status')).toHaveTextContent('1 selected, 1 in use by “Winter”');
    await userEvents.type(await nameField(), ' 2');
    await userEvents.click(await save());
    await waitFor(() => expect(api.of('PUT /api/campaigns/:id')[0]?.body).toEqual({ name: 'Autumn 2' }));
  });

  it('keeps them when the user adds another account', async () => {
    const { userEvents, api } = openWith([studio, shop]);
    await userEvents.click(await box('shop'));
    expect(await box('studio')).toBeChecked();
    await userEvents.click(await save());
    await waitFor(() => expect(api.of('PUT /api/campaigns/:id')[0]?.body).toEqual({ profiles_used: [1, 2] }));
  });

  it('keeps them when the user selects all, skips others that are in use, and removes them with "Clear"', async () => {
    const { userEvents, api } = openWith([studio, shop, bakery]);
    await userEvents.click(await screen.findByRole('button', { name: 'Select All' }));
    const text = 'Selected 2 accounts and skipped 1 in use by running campaigns';
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(await box('studio')).toBeChecked();
    expect(await box('bakery')).not.toBeChecked();
    await userEvents.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await box('studio')).not.toBeChecked();
    await userEvents.click(await box('shop'));
    await userEvents.click(await save());
    await waitFor(() => expect(api.of('PUT /api/campaigns/:id')[0]?.body).toEqual({ profiles_used: [2] }));
  });
});

describe('duplicating a campaign', () => {
  it('creates a new campaign with the same settings and a new name', async () => {
    const { userEvents, api } = openDuplicate(
      { status: 'completed', total_sent: 5, started_at: start },
      { 'POST /api/campaigns': { campaign: buildCampaign({ id: 12 }) } },
    );
    expect(await screen.findByRole('heading', { name: 'Duplicate Campaign' })).toBeInTheDocument();
    await userEvents.click(await screen.findByRole('button', { name: 'Create Campaign' }));
    await waitFor(() => expect(api.of('POST /api/campaigns')).toHaveLength(1));
    expect(api.of('POST /api/campaigns')[0]?.body).toEqual({
      name: 'Autumn 2',
      message_template_id: 7,
      list_id: 8,
      profiles_used: [1],
      cool_off_days: 14,
      skip_conversations: false,
      hours,
    });
  });

  it('asks for a template if the campaign’s template was deleted, instead of using another template', async () => {
    const { userEvents, api } = openDuplicate(
      { message_template_id: null },
      { 'GET /api/templates': { templates: [buildTemplate({ id: 9, name: 'Bye', is_selected: true })] } },
    );
    expect(await screen.findByRole('combobox', { name: 'Message Template' })).toHaveValue('');
    await userEvents.click(await screen.findByRole('button', { name: 'Create Campaign' }));
    expect(await screen.findAllByText('Choose a template')).not.toHaveLength(0);
    expect(api.of('POST /api/campaigns')).toHaveLength(0);
  });

  it('suggests a name that fits, without cutting an emoji in half', async () => {
    openDuplicate({ name: 'Spring 👩‍🌾' });
    expect(await nameField()).toHaveValue('Spring 2');
  });

  it.each([
    ['Winter20 2', 'Winter20 3'],
    ['Spring 9', 'Spring 10'],
    ['Winters 99', 'Winter 100'],
    ['May 2026', 'May 2026 2'],
  ])('names a copy of "%s" "%s"', async (name, suggested) => {
    openDuplicate({ name });
    expect(await nameField()).toHaveValue(suggested);
  });
});
