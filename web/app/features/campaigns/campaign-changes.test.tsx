import type { Campaign } from '@sandpiper/contract/campaigns';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import CampaignCreatePage from '../../pages/campaign-create.page.tsx';
import CampaignDetailPage from '../../pages/campaign-detail.page.tsx';
import CampaignEditPage from '../../pages/campaign-edit.page.tsx';
import { formatDateTime } from '../../platform/dates.ts';
import { buildAccount, buildCampaign, buildList, buildTemplate, paginationOf } from '../../testing/builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const start = '2999-11-24T08:00:00.000Z';
const hours = [{ day: 1, from: '09:00', to: '12:00' }];

const campaign = buildCampaign({
  id: 3,
  name: 'Autumn',
  message_template_id: 7,
  list_id: 8,
  profiles_used: [1],
  cool_off_days: 14,
  skip_conversations: false,
  hours,
});
const row = (changes: Partial<Campaign>) => buildCampaign({ ...campaign, ...changes });

function repliesFor(shown: ReturnType<typeof buildCampaign>): Replies {
  return {
    'GET /api/templates': {
      templates: [buildTemplate({ id: 7, name: 'Hello' }), buildTemplate({ id: 9, name: 'Bye' })],
    },
    'GET /api/lists': { lists: [buildList({ id: 8, name: 'Bakers' })] },
    'GET /api/profiles': { profiles: [buildAccount({ id: 1 })], pagination: paginationOf(1, 100) },
    'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0, 100) },
    'GET /api/lists/:id/recipients': { recipients: [], pagination: { page: 1, limit: 1, total: 0, pages: 1 } },
    'GET /api/campaigns/:id': { campaign: shown },
    'GET /api/campaigns/:id/profile-performance': { profilePerformance: [] },
    'GET /api/profiles/requests': { success: true, requests: [] },
  };
}

const openEdit = (shown = campaign, replies: Replies = {}) =>
  renderScreen(<CampaignEditPage />, {
    url: '/campaigns/3/edit',
    path: '/campaigns/:id/edit',
    replies: { ...repliesFor(shown), 'PUT /api/campaigns/:id': { campaign: shown }, ...replies },
  });

const openDetail = (shown: ReturnType<typeof buildCampaign>, replies: Replies = {}) =>
  renderScreen(<CampaignDetailPage />, {
    url: '/campaigns/3',
    path: '/campaigns/:id',
    replies: { ...repliesFor(shown), ...replies },
  });

async function openMenu(view: ReturnType<typeof openDetail>) {
  await view.userEvents.click(await screen.findByRole('button', { name: 'Actions for Autumn' }));
  return screen.findByRole('menu');
}
const itemsOf = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent);

describe('the form for a campaign that has not started', () => {
  it('starts with the stored values and saves only the changes, including the hours', async () => {
    const { userEvents, api } = openEdit();
    const name = await screen.findByRole('textbox', { name: /Campaign Name/ });
    expect(name).toHaveValue('Autumn');
    await userEvents.clear(name);
    await userEvents.type(name, 'Winter');
    await userEvents.click(screen.getByRole('button', { name: 'Campaign hours' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Copy Monday to all days' }));
    await userEvents.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Campaign changed')).toBeInTheDocument();
    const [{ params, body } = { params: null, body: null }] = api.of('PUT /api/campaigns/:id');
    expect(params).toEqual({ id: '3' });
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', to: '12:00' }));
    expect(body).toEqual({ name: 'Winter', hours: everyDay });
  });

  it('leaves out an account that can’t be chosen at the moment', async () => {
    const { userEvents, api } = openEdit(row({ profiles_used: [1, 2] }));
    await userEvents.type(await screen.findByRole('textbox', { name: /Campaign Name/ }), ' 2');
    await userEvents.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(api.of('PUT /api/campaigns/:id')[0]?.body).toEqual({ name: 'Autumn 2' }));
  });

  it.each([
    ['is restored while the campaign is unchanged', campaign, 'Autumn 2'],
    ['is dropped once the campaign has changed', row({ name: 'Spring' }), 'Spring'],
  ])('has a draft that %s', async (_title, shown, name) => {
    const left = openEdit();
    await left.userEvents.type(await screen.findByRole('textbox', { name: /Campaign Name/ }), ' 2');
    left.unmount();
    openEdit(shown);
    expect(await screen.findByRole('textbox', { name: /Campaign Name/ })).toHaveValue(name);
  });

  it('saves nothing while one of its time ranges is invalid', async () => {
    const { userEvents, api } = openEdit();
    await userEvents.click(await screen.findByRole('button', { name: 'Campaign hours' }));
    fireEvent.change(await screen.findByLabelText('Monday, range 1, to'), { target: { value: '08:00' } });
    await userEvents.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Fix the hours')).toBeInTheDocument();
    expect(api.of('PUT /api/campaigns/:id')).toHaveLength(0);
  });

  it('shows why the server rejected the changes', async () => {
    const refusal = new Failure(409, { error: 'This campaign has already started.', code: 'invalid_state' });
    const { userEvents } = openEdit(campaign, { 'PUT /api/campaigns/:id': refusal });
    await userEvents.click(await screen.findByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/already started/)).toBeInTheDocument();
  });

  it('can no longer be used once the campaign has started, and offers a copy instead', async () => {
    openEdit(row({ status: 'running', started_at: start }));
    expect(await screen.findByText('You can no longer change it.', { exact: false })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Duplicate it instead' })).toHaveAttribute('href', '/campaigns/new?from=3');
  });
});

describe('duplicating a campaign', () => {
  it('creates a new campaign with everything but the results', async () => {
    const { userEvents, api } = renderScreen(<CampaignCreatePage />, {
      url: '/campaigns/new?from=3',
      replies: {
        ...repliesFor(row({ status: 'completed', total_sent: 5, started_at: start })),
        'POST /api/campaigns': { campaign: buildCampaign({ id: 12 }) },
      },
    });
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

  it('suggests a name that fits, without cutting an emoji in half', async () => {
    renderScreen(<CampaignCreatePage />, {
      url: '/campaigns/new?from=3',
      replies: repliesFor(row({ name: 'Spring 👩‍🌾' })),
    });
    expect(await screen.findByLabelText(/^Campaign Name/)).toHaveValue('Spring 2');
  });

  it.each([
    ['Winter20 2', 'Winter20 3'],
    ['Spring 9', 'Spring 10'],
    ['Winters 99', 'Winter 100'],
    ['May 2026', 'May 2026 2'],
  ])('names a copy of "%s" "%s"', async (name, suggested) => {
    renderScreen(<CampaignCreatePage />, { url: '/campaigns/new?from=3', replies: repliesFor(row({ name })) });
    expect(await screen.findByLabelText(/^Campaign Name/)).toHaveValue(suggested);
  });
});

describe('a scheduled start', () => {
  it('is entered in the viewer’s time zone', async () => {
    const view = openDetail(campaign, { 'POST /api/campaigns/:id/start': { campaign } });
    const menu = await openMenu(view);
    await view.userEvents.click(within(menu).getByRole('menuitem', { name: 'Start later…' }));
    const field = await screen.findByLabelText(/Start/, { selector: 'input' });
    const submit = screen.getByRole('button', { name: 'Start later' });
    fireEvent.change(field, { target: { value: '2001-01-01T09:00' } });
    expect(screen.getByText('Choose a time in the future')).toBeInTheDocument();
    expect(submit).toBeDisabled();
    fireEvent.change(field, { target: { value: '2999-05-01T09:30' } });
    await view.userEvents.click(submit);
    await waitFor(() => expect(view.api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
    const start_at = new Date(2999, 4, 1, 9, 30).toISOString();
    expect(view.api.of('POST /api/campaigns/:id/start')[0]?.body).toEqual({ start_at });
  });

  it('shows why the server rejected the time', async () => {
    const fields = { start_at: 'Choose a time within a year' };
    const refusal = new Failure(400, { error: fields.start_at, code: 'validation_failed', fields });
    const view = openDetail(campaign, { 'POST /api/campaigns/:id/start': refusal });
    const menu = await openMenu(view);
    await view.userEvents.click(within(menu).getByRole('menuitem', { name: 'Start later…' }));
    await view.userEvents.click(await screen.findByRole('button', { name: 'Start later' }));
    expect((await screen.findAllByText('Choose a time within a year')).length).toBeGreaterThan(0);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('is shown, and can be canceled', async () => {
    const shown = row({ scheduled_start: { at: start, is_missed: false, problem: null } });
    const view = openDetail(shown, { 'DELETE /api/campaigns/:id/start': { campaign } });
    expect(await screen.findByText(`Starts ${formatDateTime(start)}.`)).toBeInTheDocument();
    await view.userEvents.click(screen.getByRole('button', { name: 'Cancel scheduled start' }));
    expect(await screen.findByText('Scheduled start canceled')).toBeInTheDocument();
    expect(view.api.of('DELETE /api/campaigns/:id/start')).toHaveLength(1);
  });

  it('asks whether to start now if it was missed, and shows the reason', async () => {
    const problem = "The server wasn't running at that time, or a restore had to be confirmed first.";
    openDetail(row({ scheduled_start: { at: start, is_missed: true, problem } }));
    const question = `This campaign was due to start on ${formatDateTime(start)}. ${problem} Start it now, or choose another time.`;
    expect(await screen.findByText(question)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Start now' })).toBeEnabled();
  });

  it('shows why it has failed so far, and that it will be retried', async () => {
    openDetail(row({ scheduled_start: { at: start, is_missed: false, problem: 'No account.' } }));
    expect(await screen.findByText(/was due to start on .* No account\. Sandpiper keeps retrying/)).toBeInTheDocument();
  });
});

describe('a test message', () => {
  const openTest = async (replies: Replies) => {
    const view = openDetail(campaign, {
      'GET /api/profiles': {
        profiles: [buildAccount({ id: 2, profile_name: 'spare' }), buildAccount({ id: 1, profile_name: 'studio' })],
        pagination: paginationOf(2, 100),
      },
      ...replies,
    });
    await view.userEvents.click(within(await openMenu(view)).getByRole('menuitem', { name: 'Send a test…' }));
    const name = await screen.findByRole('textbox', { name: /Your own username/ });
    expect(await screen.findByRole('combobox', { name: /Send it from/ })).toHaveValue('studio');
    return { ...view, name };
  };

  it('is sent by a new campaign to the username that the user enters, and the campaign’s page opens', async () => {
    const { userEvents, api, name } = await openTest({
      'POST /api/test-messages': { campaign: buildCampaign({ id: 12 }) },
    });
    expect(screen.getByRole('button', { name: 'Send test' })).toBeDisabled();
    await userEvents.type(name, 'my.own.name');
    await userEvents.click(screen.getByRole('button', { name: 'Send test' }));
    await waitFor(() => expect(api.of('GET /api/campaigns/:id').at(-1)?.params).toEqual({ id: '12' }));
    const [{ body } = { body: null }] = api.of('POST /api/test-messages');
    expect(body).toEqual({ message_template_id: 7, profile_id: 1, recipient: 'my.own.name', list_id: 8 });
  });

  it('is not sent to an invalid username, which stays in the field with the error', async () => {
    const fields = { recipient: 'Use up to 30 letters' };
    const refusal = new Failure(400, { error: fields.recipient, code: 'validation_failed', fields });
    const { userEvents, name } = await openTest({ 'POST /api/test-messages': refusal });
    await userEvents.type(name, 'not a name');
    await userEvents.click(screen.getByRole('button', { name: 'Send test' }));
    expect((await screen.findAllByText('Use up to 30 letters')).length).toBeGreaterThan(0);
    expect(name).toHaveValue('not a name');
  });
});

describe('a campaign’s menu', () => {
  const ended = { started_at: start, completed_at: start, total_list: 10 };
  it.each([
    ['pending', row({}), ['Send a test…', 'Start later…', 'Edit', 'Duplicate', 'Delete']],
    ['running', row({ status: 'running', started_at: start }), ['Duplicate', 'Delete']],
    [
      'stopped, with people left and failures',
      row({ ...ended, status: 'completed', total_sent: 3, total_failed: 2, has_retryable: true }),
      ['Continue with remaining people', 'Retry failed', 'Duplicate', 'Delete'],
    ],
    ['done', row({ ...ended, status: 'completed', total_sent: 10 }), ['Duplicate', 'Delete']],
    [
      'failed',
      row({ ...ended, status: 'failed', total_failed: 10, has_retryable: true }),
      ['Retry failed', 'Duplicate', 'Delete'],
    ],
  ])('offers the possible actions when the campaign is %s', async (_state, shown, items) => {
    const menu = await openMenu(openDetail(shown));
    expect(itemsOf(menu)).toEqual(items);
  });

  it('retries people whose message failed, and shows how many', async () => {
    const shown = row({ ...ended, status: 'completed', total_sent: 8, total_failed: 2, has_retryable: true });
    const view = openDetail(shown, {
      'POST /api/campaigns/:id/retry-failed': { campaign: row({ status: 'running' }), retried: 2 },
    });
    await view.userEvents.click(within(await openMenu(view)).getByRole('menuitem', { name: 'Retry failed' }));
    expect(await screen.findByText('Retrying 2 people')).toBeInTheDocument();
  });

  it('says why nobody can be retried, instead of offering it', async () => {
    const menu = await openMenu(openDetail(row({ ...ended, status: 'failed', total_failed: 1 })));
    const item = within(menu).getByRole('menuitem', { name: /^Retry failed/ });
    expect(item).toBeDisabled();
    expect(item).toHaveTextContent(
      'Sandpiper doesn’t retry people who weren’t found, who were removed from the list, or whose outcome was ever unknown.',
    );
  });

  it('explains why a stopped campaign can’t continue', async () => {
    const error = 'Cannot start campaign: Profiles studio are already being used';
    const shown = row({ ...ended, status: 'completed', total_sent: 3 });
    const refusal = new Failure(409, { error, code: 'profiles_in_use' });
    const view = openDetail(shown, { 'POST /api/campaigns/:id/continue': refusal });
    const item = within(await openMenu(view)).getByRole('menuitem', { name: 'Continue with remaining people' });
    await view.userEvents.click(item);
    expect(await screen.findByText(error, { exact: false })).toBeInTheDocument();
  });
});
