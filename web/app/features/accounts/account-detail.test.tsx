import type { AccountDetail } from '@sandpiper/contract/account-detail';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { room } from '../../testing/accounts-screen.tsx';
import { buildAccount, buildHold, buildUser } from '../../testing/builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AccountDetailScreen } from './account-detail.tsx';
import { linesOfHours } from './detail/hours-text.ts';

const at = '2026-11-21T09:30:00.000Z';
const campaign = { id: 7, name: 'Autumn' };

function buildDetail(changes: Partial<AccountDetail> = {}): AccountDetail {
  return {
    profile: buildAccount({ daily_limit: 40, timezone: 'Europe/Berlin' }),
    today: { date: '2026-11-21', used: 12, allowed: 40, ends_at: '2026-11-21T23:00:00.000Z', ramp_day: 9 },
    ramp_ahead: [],
    days: Array.from({ length: 30 }, (_, index) => ({
      date: `2026-10-${String(index + 1).padStart(2, '0')}`,
      sent: index,
      failed: 0,
      refused: 0,
      held: 0,
    })),
    refusals: [],
    holds: [],
    next: { state: 'idle', reason: null, text: null, next_due_at: null, campaign: null },
    campaigns: [],
    ...changes,
  };
}

function open(changes: Partial<AccountDetail> | Failure = {}, replies: Replies = {}, user = buildUser()) {
  return renderScreen(<AccountDetailScreen id={1} />, {
    url: '/profiles/1',
    user,
    replies: {
      'GET /api/profiles/:id': changes instanceof Failure ? changes : buildDetail(changes),
      'GET /api/profiles/requests': { success: true, requests: [] },
      'GET /api/profiles/pack-info': room,
      ...replies,
    },
  });
}

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

describe('an account’s page', () => {
  it('shows how much of today’s limit is used, and the messages of the last 30 days', async () => {
    open({ profile: buildAccount({ timezone: 'America/Sao_Paulo' }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'studio' })).toBeInTheDocument();
    expect(screen.getByText('The last 30 days (America/Sao Paulo)')).toBeInTheDocument();
    const bar = (await panel('Today')).getByRole('progressbar', { name: 'Messages sent today' });
    expect(bar).toHaveAttribute('aria-valuetext', '12 of 40 messages');
    const days = (await panel('Messages per day')).getByRole('table', { hidden: true });
    expect(within(days).getAllByRole('row', { hidden: true })).toHaveLength(31);
    expect(screen.getByRole('img', { name: 'Good: this account can send' })).toBeInTheDocument();
  });

  it('says in sandbox mode that a day is shorter, instead of saying when a day starts', async () => {
    open({}, { 'GET /api/auth/profile': { user: buildUser(), sandbox: true } });
    const today = await panel('Today');
    expect(await today.findByText(/In sandbox mode, a day lasts only about 14 minutes\.$/)).toBeInTheDocument();
    expect(today.queryByText(/midnight/)).not.toBeInTheDocument();
  });

  it('shows the limits for today and the following days during the slow start', async () => {
    const profile = buildAccount({ daily_limit: 40, ramp: { start: 10, step: 3 } });
    open({ profile, today: { ...buildDetail().today, allowed: 34, ramp_day: 9 }, ramp_ahead: [37, 40] });
    const steps = within(await screen.findByRole('list', { name: 'Slow start' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual(['Day 934', 'Day 1037', 'Day 1140']);
  });

  it('shows that the slow start begins on the next day of sending if it restarted after today’s messages', async () => {
    const profile = buildAccount({ daily_limit: 16, ramp: { start: 10, step: 3 } });
    open({ profile, today: { ...buildDetail().today, allowed: 10, ramp_day: 0 }, ramp_ahead: [10, 13, 16] });
    const steps = within(await screen.findByRole('list', { name: 'Slow start' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual(['Day 110', 'Day 213', 'Day 316']);
  });

  it.each([
    ['has no campaign', {}, 'No running campaign uses this account.'],
    ['is sending', { state: 'sending', campaign }, 'The account is messaging someone for Autumn right now.'],
    ['has a message due', { campaign }, 'A message for Autumn is due now.'],
    [
      'has reached its limit for today',
      { state: 'waiting', reason: 'over_budget', text: 'This account has sent all its messages for today.', campaign },
      'This account has sent all its messages for today.',
    ],
    ['is off', { reason: 'account_inactive', text: 'This account is switched off.' }, 'This account is switched off.'],
  ] as const)(
    'shows when the account sends its next message, or why it can’t: the account %s',
    async (_what, next, text) => {
      open({ next: { ...buildDetail().next, ...next } });
      expect(
        (await panel('Today')).getByText((_, element) => element?.tagName === 'P' && element.textContent === text),
      ).toBeInTheDocument();
    },
  );

  it('shows why the account is waiting, and until when', async () => {
    open({
      next: { state: 'waiting', reason: 'outside_hours', text: 'It is outside the hours.', next_due_at: at, campaign },
    });
    const next = (await panel('Today')).getByText(/It is outside the hours\. Sending continues on/);
    expect(within(next).getByRole('time')).toHaveAttribute('datetime', at);
  });

  it('explains a hold without an end date, and lets the owner end it', async () => {
    const hold = buildHold({ text: 'Instagram asks for a security code.' });
    const held = buildAccount({ hold, daily_limit: 40 });
    const { api, userEvents } = open(
      { profile: held },
      { 'POST /api/profiles/:id/release': { profile: buildAccount() } },
    );
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Instagram asks for a security code.')).toBeInTheDocument();
    expect(alert.getByText(/The hold lasts until you check the account/)).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Needs your attention' })).toBeInTheDocument();
    api.set({ 'GET /api/profiles/:id': buildDetail() });
    await userEvents.click(alert.getByRole('button', { name: 'End hold on studio' }));
    await waitFor(() => expect(screen.queryByText('Instagram asks for a security code.')).not.toBeInTheDocument());
    expect(api.of('POST /api/profiles/:id/release')[0]?.params).toEqual({ id: '1' });
  });

  it('shows when a timed hold ends, and offers no way to end it earlier', async () => {
    open({ profile: buildAccount({ hold: buildHold({ reason: 'rate_limited', until: at }), daily_limit: 40 }) });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(/hold ends/)).toHaveTextContent(/hold ends automatically on \d\d-11-2026 \d\d:\d\d/);
    expect(alert.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Resting: this account will continue automatically' })).toBeInTheDocument();
  });

  it('shows why messages failed and how often, and the account’s earlier holds', async () => {
    const past = { reason: 'captcha', text: 'Instagram asks for proof.', since: at, until: null } as const;
    open({
      refusals: [{ reason: 'not_found', text: 'This person was not found.', count: 4, last_at: at }],
      holds: [
        { ...past, ended_at: null, is_released: false },
        { ...past, since: '2026-10-01T09:30:00.000Z', ended_at: at, is_released: true },
      ],
    });
    const refusals = (await panel('Holds and failures')).getByRole('listitem');
    expect(refusals).toHaveTextContent(/This person was not found\.4 times, last/);
    const holds = (await panel('Earlier holds')).getAllByRole('listitem');
    expect(holds).toHaveLength(1);
    expect(holds[0]).toHaveTextContent('You ended it.');
  });

  it('recommends a limit for an account without one, and sets it with one click', async () => {
    const { userEvents, api } = open(
      { profile: buildAccount() },
      { 'PUT /api/profiles/:id': { profile: buildAccount({ daily_limit: 40 }) } },
    );
    expect(await screen.findByText(/This account may send up to 150 messages a day/)).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Limit this account to 40 messages a day' }));
    await waitFor(() => expect(api.of('PUT /api/profiles/:id')[0]?.body).toMatchObject({ daily_limit: 40 }));
  });

  it('never says that an account without a limit of its own is unlimited, even before the server’s maximum has loaded', async () => {
    open({ profile: buildAccount() }, { 'GET /api/profiles/pack-info': () => new Promise(() => undefined) });
    expect(await screen.findByRole('note')).toHaveTextContent('Daily limit not set');
    expect(screen.queryByText(/no daily limit/i)).not.toBeInTheDocument();
  });

  it('shows the account’s campaigns, and its results in each one', async () => {
    const counters = { total_list: 20, total_sent: 8, total_failed: 2 };
    open({ campaigns: [{ ...campaign, ...counters, status: 'completed', sent: 3, failed: 1 }] });
    const row = within((await panel('Campaigns')).getByRole('listitem'));
    expect(row.getByRole('link', { name: 'Autumn' })).toHaveAttribute('href', '/campaigns/7');
    expect(row.getByText('3 sent, 1 failed')).toBeInTheDocument();
    expect(row.getByText('Stopped early')).toBeInTheDocument();
  });

  it('lets the user edit the account without leaving the page', async () => {
    const { userEvents } = open();
    await userEvents.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
    expect(form.getByRole('radio', { name: /^Established/ })).toBeChecked();
  });

  it('explains why the account can’t be edited after the subscription has ended', async () => {
    open({}, {}, buildUser({ subscription_end_date: '2001-01-01' }));
    expect(await screen.findByText(/Renew it to manage accounts/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit' })).toBeDisabled();
  });

  it('says so if the account doesn’t exist, and offers to try again if loading fails', async () => {
    const { unmount } = open(new Failure(404, { error: 'Account not found', code: 'not_found' }));
    expect(await screen.findByRole('heading', { name: 'Account not found' })).toBeInTheDocument();
    unmount();
    const { userEvents, api } = open(new Failure(500, { error: 'Broken' }));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.set({ 'GET /api/profiles/:id': buildDetail() });
    await userEvents.click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'studio' })).toBeInTheDocument();
  });
});

describe('the description of sending hours', () => {
  it('groups consecutive days with the same hours', () => {
    const of = (day: number, from: string, to: string) => ({ day, from, to });
    const hours = [of(2, '13:00', '17:00'), of(2, '09:00', '12:00'), of(3, '09:00', '12:00'), of(3, '13:00', '17:00')];
    expect(linesOfHours([...hours, of(5, '20:00', '24:00')])).toEqual([
      { days: 'Tue to Wed', times: '09:00–12:00, 13:00–17:00' },
      { days: 'Fri', times: '20:00–24:00' },
    ]);
    expect(linesOfHours(null)).toEqual([]);
  });
});
