import type { AgentToken } from '@sandpiper/contract/agent-tokens';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAgentToken } from '../testing/administration-builders.ts';
import { buildUser } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { arrival, pass, stopTheClock } from '../testing/still-clock.ts';
import SettingsPage from './settings.page.tsx';

const settings = { max_retries: 3, delay_start: 350, delay_end: 450 };
const replies: Replies = {
  'GET /api/activity': { events: [], next_before: null, previous_after: null },
  'GET /api/settings': { settings },
  'GET /api/installer': { files: [], instagram_url: null, help_url: null },
  'GET /api/sessions': { sessions: [] },
  'GET /api/data-export': { export: null },
  'GET /api/two-factor': { is_on: false, since: null, recovery_codes_left: 0, is_required: false },
  'GET /api/notices/switches': { switches: [] },
  'GET /api/mail-address': { address: null, is_confirmed: false, is_mail_set_up: false, missing_settings: [] },
};
const expired = buildUser({ subscription_end_date: '2001-01-01' });

function openSettings(more: Replies = {}, user = buildUser()) {
  return renderScreen(<SettingsPage />, { url: '/settings', user, replies: { ...replies, ...more } });
}

const panel = (name: string) => within(screen.getByRole('region', { name }));

describe('the automation settings panel', () => {
  it('refuses values out of range without calling the server', async () => {
    const { userEvents, api } = openSettings();
    await userEvents.clear(await screen.findByLabelText('Max retries'));
    await userEvents.clear(screen.getByLabelText('Delay end'));
    await userEvents.type(screen.getByLabelText('Delay end'), '100');
    await userEvents.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Max retries must be between 1 and 10')).toBeInTheDocument();
    expect(screen.getByText('Delay end must be greater than or equal to delay start')).toBeInTheDocument();
    expect(api.of('PUT /api/settings')).toHaveLength(0);
  });

  it('saves whole numbers, and shows what it saved', async () => {
    const { userEvents, api } = openSettings({ 'PUT /api/settings': { settings: { ...settings, max_retries: 5 } } });
    await userEvents.clear(await screen.findByLabelText('Max retries'));
    await userEvents.type(screen.getByLabelText('Max retries'), '5 times');
    await userEvents.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Settings saved successfully')).toBeInTheDocument();
    expect(screen.getByLabelText('Max retries')).toHaveValue('5');
    expect(api.of('PUT /api/settings')[0]?.body).toEqual({ ...settings, max_retries: 5 });
  });

  it('keeps what the user types while the settings are being saved', async () => {
    let answer: (saved: { settings: typeof settings }) => void = () => undefined;
    const { userEvents } = openSettings({
      'PUT /api/settings': () => new Promise((resolve) => (answer = resolve)),
    });
    const type = async (field: string, text: string) => {
      await userEvents.clear(await screen.findByLabelText(field));
      await userEvents.type(screen.getByLabelText(field), text);
    };
    await type('Max retries', '5');
    await type('Delay start', '351 seconds{Enter}');
    await type('Max retries', '3');
    await type('Delay end', '500');
    answer({ settings: { max_retries: 5, delay_start: 351, delay_end: 450 } });
    expect(await screen.findByText('Settings saved successfully')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Delay start')).toHaveValue('351'));
    expect(screen.getByLabelText('Max retries')).toHaveValue('3');
    expect(screen.getByLabelText('Delay end')).toHaveValue('500');
  });

  it('saves when Enter is pressed in a field', async () => {
    const { userEvents } = openSettings({ 'PUT /api/settings': { settings: { ...settings, max_retries: 5 } } });
    await userEvents.clear(await screen.findByLabelText('Max retries'));
    await userEvents.type(screen.getByLabelText('Max retries'), '5{Enter}');
    expect(await screen.findByText('Settings saved successfully')).toBeInTheDocument();
  });

  it('asks before the user leaves the page with unsaved changes', async () => {
    const { userEvents, router } = openSettings();
    await userEvents.type(await screen.findByLabelText('Max retries'), '0');
    void router.navigate('/dashboard');
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving the settings?' }));
    await userEvents.click(question.getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it('shows what was saved elsewhere, except in fields that were edited', async () => {
    const { userEvents, api } = openSettings({ 'PUT /api/settings': { settings } });
    await userEvents.clear(await screen.findByLabelText('Delay end'));
    await userEvents.type(screen.getByLabelText('Delay end'), '500');
    api.set({ 'GET /api/settings': { settings: { max_retries: 7, delay_start: 350, delay_end: 460 } } });
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(screen.getByLabelText('Max retries')).toHaveValue('7'));
    now.mockRestore();
    expect(screen.getByLabelText('Delay end')).toHaveValue('500');
    await userEvents.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Settings saved successfully')).toBeInTheDocument();
    expect(api.of('PUT /api/settings')[0]?.body).toEqual({ max_retries: 7, delay_start: 350, delay_end: 500 });
  });

  it('shows the server’s error message when saving fails, and keeps what was typed', async () => {
    const { userEvents } = openSettings({ 'PUT /api/settings': new Failure(500, { error: 'Not today' }) });
    await userEvents.clear(await screen.findByLabelText('Max retries'));
    await userEvents.type(screen.getByLabelText('Max retries'), '5');
    await userEvents.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Not today')).toBeInTheDocument();
    expect(screen.getByLabelText('Max retries')).toHaveValue('5');
  });

  it('cannot be saved after the subscription has ended', async () => {
    openSettings({}, expired);
    expect(await screen.findByRole('button', { name: 'Save Settings' })).toBeDisabled();
    expect(screen.getByText('Subscription Required')).toBeInTheDocument();
  });

  it('shows an error when the settings can’t be loaded', async () => {
    openSettings({ 'GET /api/settings': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByText('Failed to fetch settings')).toBeInTheDocument();
  });
});

describe('the authentication token', () => {
  const copied = vi.fn<(text: string) => Promise<void>>();
  const made = { id: 3, name: 'Office PC', token: 'token-for-the-agent' };

  beforeEach(() => {
    copied.mockReset().mockResolvedValue(undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function openTokens(more: Replies = {}) {
    const view = openSettings({ 'POST /api/agent-tokens': made, ...more });
    await screen.findByRole('button', { name: 'Copy token' });
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
    return view;
  }

  async function makeToken({ userEvents }: Awaited<ReturnType<typeof openTokens>>) {
    await userEvents.type(screen.getByLabelText('Computer name'), 'Office PC');
    await userEvents.click(screen.getByRole('button', { name: 'Create token' }));
    await screen.findByDisplayValue('token-for-the-agent');
  }

  it('cannot be copied before it has been created', async () => {
    const { userEvents } = await openTokens();
    await userEvents.click(screen.getByRole('button', { name: 'Copy token' }));
    expect(await screen.findByText('No token found')).toBeInTheDocument();
    expect(copied).not.toHaveBeenCalled();
  });

  it('is shown after it is created, and a confirmation appears when it is copied', async () => {
    const view = await openTokens();
    await makeToken(view);
    await view.userEvents.click(screen.getByRole('button', { name: 'Copy token' }));
    expect(await screen.findByText('Token copied to clipboard')).toBeInTheDocument();
    expect(copied).toHaveBeenCalledWith('token-for-the-agent');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
  });

  it('is created when Enter is pressed in the name field', async () => {
    const { userEvents } = await openTokens();
    await userEvents.type(screen.getByLabelText('Computer name'), 'Office PC{Enter}');
    expect(await screen.findByDisplayValue('token-for-the-agent')).toBeInTheDocument();
  });

  it('causes the error "Failed to copy token" if the browser doesn’t allow copying', async () => {
    const view = await openTokens();
    await makeToken(view);
    copied.mockRejectedValue(new Error('denied'));
    await view.userEvents.click(screen.getByRole('button', { name: 'Copy token' }));
    expect(await screen.findByText('Failed to copy token')).toBeInTheDocument();
  });

  it('is created only after the user enters their password again, if they signed in long ago', async () => {
    const { userEvents, api } = await openTokens({
      'POST /api/agent-tokens': new Failure(403, { error: 'Again', code: 'recent_sign_in_required' }),
      'POST /api/auth/confirm': { success: true },
    });
    await userEvents.type(screen.getByLabelText('Computer name'), 'Office PC{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password again' }));
    api.set({ 'POST /api/agent-tokens': made });
    await userEvents.type(dialog.getByLabelText('Your password'), 'open sesame{Enter}');
    expect(await screen.findByDisplayValue('token-for-the-agent')).toBeInTheDocument();
    expect(api.of('POST /api/agent-tokens').map(({ body }) => body)).toEqual([
      { name: 'Office PC' },
      { name: 'Office PC' },
    ]);
  });

  it('needs a name', async () => {
    const { userEvents, api } = await openTokens();
    await userEvents.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('Name is required')).toBeInTheDocument();
    expect(api.of('POST /api/agent-tokens')).toHaveLength(0);
  });

  it('is listed with its last use, and can be revoked', async () => {
    const last_seen_at = new Date().toISOString();
    const token = buildAgentToken({ online: true, last_seen_at, address: '203.0.113.7', version: '0.1.0' });
    const { userEvents, api } = await openTokens({
      'GET /api/agent-tokens': { tokens: [token] },
      'DELETE /api/agent-tokens/:id': { success: true },
    });
    const list = within(await screen.findByRole('list', { name: 'Connected computers' }));
    expect(list.getByText('Online')).toBeInTheDocument();
    expect(list.getByText(/^Last seen.* from 203\.0\.113\.7$/)).toBeInTheDocument();
    expect(list.getByText(/^version 0.1.0/)).toBeInTheDocument();
    await userEvents.click(list.getByRole('button', { name: 'Revoke Office PC' }));
    api.set({ 'GET /api/agent-tokens': { tokens: [] } });
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(/accounts on that computer then wait until you connect it again or move them/),
    ).toBeVisible();
    await userEvents.click(dialog.getByRole('button', { name: 'Revoke Office PC' }));
    expect(await screen.findByText('Agent token revoked')).toBeInTheDocument();
    expect(await screen.findByText('No computer is connected yet.')).toBeInTheDocument();
  });
});

describe('a computer’s page pack', () => {
  const refused = { version: '2026-11-24', reason: 'other_key' } as const;
  async function openList(changes: Partial<AgentToken>) {
    openSettings({ 'GET /api/agent-tokens': { tokens: [buildAgentToken({ online: true, ...changes })] } });
    return within(await screen.findByRole('list', { name: 'Connected computers' }));
  }

  it('is mentioned, with the reason, if the agent refused a newer page pack', async () => {
    const list = await openList({ page_pack: { version: '2026-11-23', refused } });
    expect(
      list.getByText(/page pack 2026-11-24, but the agent refused it\. The page pack is signed with a different key/),
    ).toBeVisible();
  });

  it.each([
    ['the agent has not refused a newer page pack', { page_pack: { version: '2026-11-23', refused: null } }],
    ['the agent is offline', { page_pack: { version: '2026-11-23', refused }, online: false }],
    ['the agent does not support page packs', { page_pack: null }],
  ])('is not mentioned when %s', async (_what, changes) => {
    const list = await openList(changes);
    expect(list.getByText('Office PC')).toBeVisible();
    expect(list.queryByText(/page pack/)).not.toBeInTheDocument();
  });
});

describe('the confirmation that a token was copied', () => {
  stopTheClock();

  it('disappears after two seconds', async () => {
    const token = { id: 3, name: 'Office PC', token: 'token-for-the-agent' };
    const clipboard = { writeText: () => Promise.resolve() };
    const { api } = openSettings({ 'POST /api/agent-tokens': token });
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    await arrival(() => screen.getByRole('button', { name: 'Copy token' }));
    fireEvent.change(screen.getByLabelText('Computer name'), { target: { value: 'Office PC' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
    await arrival(() => screen.getByDisplayValue('token-for-the-agent'));
    expect(api.of('POST /api/agent-tokens')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Copy token' }));
    await arrival(() => screen.getByRole('button', { name: 'Copied' }));
    await pass(1900);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
    await pass(150);
    expect(screen.getByRole('button', { name: 'Copy token' })).toBeInTheDocument();
  });
});

describe('the settings', () => {
  it('link to the terms and the privacy policy, if the server has them', async () => {
    const options = { can_reset_password: false, registration: 'open' as const, trial_days: 0 };
    openSettings({ 'GET /api/auth/options': { ...options, terms_url: null, privacy_url: '/privacy' } });
    expect(await screen.findByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
    expect(screen.queryByRole('link', { name: 'Terms of Service' })).not.toBeInTheDocument();
  });
});

describe('the setup guide', () => {
  it('can be reopened from Settings', async () => {
    const { userEvents, router } = openSettings();
    await userEvents.click(await screen.findByRole('link', { name: 'Open setup guide' }));
    expect(router.state.location.pathname).toBe('/dashboard');
    expect(localStorage.getItem('sandpiper-setup-1')).toBe('"open"');
  });
});

it('the agent comes before the automation settings, because nothing is sent without an agent', async () => {
  openSettings();
  const agent = await screen.findByRole('region', { name: 'Sandpiper Agent' });
  const automation = screen.getByRole('region', { name: 'Automation settings' });
  expect(agent.compareDocumentPosition(automation)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

describe('the subscription and user account panels', () => {
  it('show the pack with its status, end date and features, and the user with name, role and dates', async () => {
    openSettings({}, buildUser({ pack: 'pro', subscription_end_date: '2999-12-31', last_login: null }));
    await screen.findByRole('heading', { name: 'Subscription' });
    const subscription = panel('Subscription');
    for (const text of ['Pro ($29/month)', 'Active', '31-12-2999', 'Priority support']) {
      expect(subscription.getByText(text)).toBeInTheDocument();
    }
    const account = panel('User account');
    expect(account.getByText('maria')).toBeInTheDocument();
    expect(account.getByText('user')).toBeInTheDocument();
    expect(account.getByText('Never')).toBeInTheDocument();
    expect(account.getByTitle(/^Time zone: /)).toHaveTextContent(/^21-11-2026 \d\d:\d\d \(.+\)$/);
  });
});

it('the subscription panel says that there is no subscription', async () => {
  openSettings({}, buildUser({ subscription_end_date: null }));
  await screen.findByRole('heading', { name: 'Subscription' });
  expect(panel('Subscription').getByText('Expired')).toBeInTheDocument();
  expect(panel('Subscription').getByText('No subscription')).toBeInTheDocument();
});
