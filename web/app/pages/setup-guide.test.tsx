import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { UploadsProvider } from '../features/imports/uploads.provider.tsx';
import { buildAgentToken } from '../testing/administration-builders.ts';
import {
  buildAccount,
  buildHold,
  buildList,
  buildPerformance,
  buildTemplate,
  paginationOf,
} from '../testing/builders.ts';
import type { Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import DashboardPage from './dashboard.page.tsx';

const figures = { campaigns: 0, recipients: 0, sent: 0, failed: 0, pending: 0 };
const stats = { stats: figures, daily: [], recentCampaigns: [], late_campaigns: [], has_started: false };
const online = { tokens: [buildAgentToken({ online: true })] };
const autumn = {
  id: 7,
  name: 'Autumn',
  status: 'pending' as const,
  total_list: 2,
  total_sent: 0,
  total_failed: 0,
  created_at: '2026-11-20T10:00:00.000Z',
};
const sentOne = { ...stats, stats: { ...figures, campaigns: 1, sent: 1 } };

const nothing: Replies = {
  'GET /api/campaigns/dashboard-stats': stats,
  'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) },
  'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
  'GET /api/profiles/performance': { profilePerformance: [], pagination: paginationOf(0, 5) },
  'GET /api/templates': { templates: [] },
  'GET /api/lists': { lists: [] },
  'GET /api/agent-tokens': { tokens: [] },
  'GET /api/installer': { files: [], instagram_url: null, help_url: null },
};
const allButTheMessage: Replies = {
  'GET /api/agent-tokens': online,
  'GET /api/profiles': { profiles: [buildAccount()], pagination: paginationOf(1) },
  'GET /api/templates': { templates: [buildTemplate()] },
  'GET /api/lists': { lists: [buildList({ recipient_count: 2 })] },
};

function open(replies: Replies = {}) {
  return renderScreen(
    <UploadsProvider>
      <DashboardPage />
    </UploadsProvider>,
    { url: '/dashboard', replies: { ...nothing, ...replies } },
  );
}

const guide = () => screen.findByRole('region', { name: 'Send your first message' });
const step = (name: RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the setup guide', () => {
  it('shows five steps with the first step open', async () => {
    open();
    const panel = within(await guide());
    expect(panel.getByText('0 of 5 done')).toBeInTheDocument();
    const steps = panel.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
    expect(steps).toEqual([
      'Connect this computerTo do',
      'Add an accountTo do',
      'Create a listTo do',
      'Write a messageTo do',
      'Review and startTo do',
    ]);
    expect(await step(/^Connect this computer/)).toHaveAttribute('aria-expanded', 'true');
    expect(await panel.findByText(/npm run agent/)).toBeInTheDocument();
  });

  it('checks off the first step as soon as a computer connects, and opens the next step', async () => {
    const { api, socket } = open();
    await guide();
    api.set({ 'GET /api/agent-tokens': online });
    socket.receive('agent_presence', { online: true, is_paused: false });
    expect(await step(/^Connect this computer\s*Done/)).toHaveAttribute('aria-expanded', 'false');
    expect(await step(/^Add an account/)).toHaveAttribute('aria-expanded', 'true');
  });

  it('keeps what was typed about an account while the agent is offline, and while another step is open', async () => {
    const { api, socket, userEvents } = open({ 'GET /api/agent-tokens': online });
    await guide();
    const name = await screen.findByRole('textbox', { name: /^Account name/ });
    await userEvents.type(name, 'North Pier');
    api.set({ 'GET /api/agent-tokens': { tokens: [buildAgentToken()] } });
    socket.receive('agent_presence', { online: false, is_paused: false });
    await step(/^Connect this computer\s*To do/);
    await userEvents.click(await step(/^Create a list/));
    expect(await step(/^Add an account/)).toHaveAttribute('aria-expanded', 'false');
    await userEvents.click(await step(/^Add an account/));
    expect(screen.getByRole('textbox', { name: /^Account name/ })).toHaveValue('North Pier');
  });

  it('makes the dashboard list a new account’s results as soon as the account is added', async () => {
    const added = { profileName: 'north-pier', account: { id: 5, name: 'North Pier' } };
    sessionStorage.setItem('sandpiper-new-account-1', JSON.stringify(added));
    const { api, userEvents } = open({
      'GET /api/agent-tokens': online,
      'POST /api/profiles/:id/sign-in': () => new Promise<never>(() => undefined),
    });
    await guide();
    expect(await screen.findByText('No accounts yet')).toBeInTheDocument();
    const results = [buildPerformance({ profile_id: 5, profile_name: 'North Pier' })];
    api.set({ 'GET /api/profiles/performance': { profilePerformance: results, pagination: paginationOf(1, 5) } });
    await userEvents.click(await screen.findByRole('button', { name: 'Open the sign-in page' }));
    expect(await screen.findByRole('rowheader', { name: /^North Pier/ })).toBeInTheDocument();
  });

  it('creates a list in a dialog, then opens its import, which returns to the dashboard when done', async () => {
    const made = buildList({ id: 4, name: 'Guests', recipient_count: 0 });
    const { api, userEvents, router } = open({ 'POST /api/lists': { list: made } });
    await guide();
    await userEvents.click(await step(/^Create a list/));
    await userEvents.click(await screen.findByRole('button', { name: 'Create a list' }));
    const form = within(await screen.findByRole('dialog', { name: 'New List' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Name' }), 'Guests');
    api.set({ 'GET /api/lists': { lists: [made] } });
    await userEvents.click(form.getByRole('button', { name: 'Create List' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/4/import'));
    expect(router.state.location.state).toEqual({ returnTo: '/dashboard' });
  });

  it('creates a template in a dialog', async () => {
    const { api, userEvents } = open({ 'POST /api/templates': { template: buildTemplate() } });
    await guide();
    await userEvents.click(await step(/^Write a message/));
    await userEvents.click(await screen.findByRole('button', { name: 'Write a message' }));
    const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Name' }), 'Hello');
    await userEvents.type(form.getByRole('textbox', { name: /^Content/ }), 'Hi');
    api.set({ 'GET /api/templates': { templates: [buildTemplate()] } });
    await userEvents.click(form.getByRole('button', { name: 'Create Template' }));
    expect(await screen.findByText('1 of 5 done')).toBeInTheDocument();
  });

  it.each([
    ['offers to create a campaign', [], 'Create a campaign', '/campaigns/new?list=1&template=1'],
    ['offers to review a pending campaign', [autumn], 'Review and start “Autumn”', '/campaigns/7'],
    [
      'offers to watch a running campaign',
      [{ ...autumn, status: 'running' as const }],
      'Watch “Autumn”',
      '/campaigns/7',
    ],
    ['offers to open a paused campaign', [{ ...autumn, status: 'paused' as const }], 'Open “Autumn”', '/campaigns/7'],
  ])('%s as the last step', async (_what, recentCampaigns, name, path) => {
    open({ ...allButTheMessage, 'GET /api/campaigns/dashboard-stats': { ...stats, recentCampaigns } });
    const panel = within(await guide());
    expect(await panel.findByRole('link', { name })).toHaveAttribute('href', path);
  });

  it('does not offer to create a campaign until everything it needs exists', async () => {
    const { userEvents } = open();
    await guide();
    await userEvents.click(await step(/^Review and start/));
    expect(await screen.findByText('Finish the steps above first.')).toBeInTheDocument();
  });

  it('says that the setup is done once the first message has been sent, and stays until it is closed', async () => {
    const { api, socket, userEvents, unmount } = open(allButTheMessage);
    await guide();
    api.set({ 'GET /api/campaigns/dashboard-stats': sentOne });
    socket.receive('campaign_update', { campaign_id: 7, status: 'running' });
    expect(await screen.findByText(/Your first message has been sent/)).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Close setup guide' }));
    expect(screen.queryByText(/Your first message has been sent/)).not.toBeInTheDocument();
    unmount();
    open({ ...allButTheMessage, 'GET /api/campaigns/dashboard-stats': sentOne });
    await screen.findByRole('region', { name: 'Messages per day' });
    expect(screen.queryByText(/Your first message has been sent/)).not.toBeInTheDocument();
  });

  it('comes after what needs the user’s attention', async () => {
    const held = buildAccount({ hold: buildHold() });
    open({ 'GET /api/profiles': { profiles: [held], pagination: paginationOf(1) } });
    const attention = await screen.findByRole('region', { name: 'Needs your attention' });
    expect(attention.compareDocumentPosition(await guide())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('is not shown to a user who has already sent a message', async () => {
    open({ 'GET /api/campaigns/dashboard-stats': sentOne });
    await screen.findByRole('region', { name: 'Messages per day' });
    expect(screen.queryByRole('heading', { name: /You’re set up|Send your first/ })).not.toBeInTheDocument();
  });

  it('stays hidden after it is dismissed, even after a reload, and a toast says where to find it', async () => {
    const { userEvents, unmount } = open();
    await guide();
    await userEvents.click(screen.getByRole('button', { name: 'Hide setup guide' }));
    expect(await screen.findByText('You can open it again in Settings.')).toBeInTheDocument();
    unmount();
    open();
    await screen.findByRole('region', { name: 'Messages per day' });
    expect(screen.queryByRole('region', { name: 'Send your first message' })).not.toBeInTheDocument();
  });

  it('is shown again when it is opened from Settings', async () => {
    localStorage.setItem('sandpiper-setup-1', '"open"');
    open({ 'GET /api/campaigns/dashboard-stats': sentOne });
    expect(await screen.findByRole('region', { name: 'You’re set up' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText('Done')).toHaveLength(5));
  });
});
